package io.github.reactorshm.spring;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.github.reactorshm.ShmFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The parts of one client's body. A server asks for many at once, so its requests do not bound what the client holds: the next
 * frame is asked for when the buffer of the one before has been released and its connection takes more.
 */
final class FrameParts implements Publisher<Publisher<DataBuffer>> {

    /** A client that has missed more pictures than this since its last one is slow. */
    private static final long MISSED = 1;

    private final Publisher<? extends ShmFrame> frames;
    private final MultipartText text;
    private final FramePayloads payloads;
    private final NettyDataBufferFactory factory;
    private final WriteRoom room;
    private volatile @Nullable Client client;

    FrameParts(Publisher<? extends ShmFrame> frames, MultipartText text, FramePayloads payloads,
            NettyDataBufferFactory factory, WriteRoom room) {
        this.frames = frames;
        this.text = text;
        this.payloads = payloads;
        this.factory = factory;
        this.room = room;
    }

    @Override
    public void subscribe(Subscriber<? super Publisher<DataBuffer>> subscriber) {
        Client newest = new Client(Operators.toCoreSubscriber(subscriber));
        client = newest;
        frames.subscribe(newest);
    }

    /** The response has ended, in whatever way: a server that fails at its commit or drops what it has queued tells nobody. */
    void end() {
        Client newest = client;
        if (newest != null) {
            newest.cancel();
        }
    }

    private final class Client implements CoreSubscriber<ShmFrame>, Subscription {

        private final CoreSubscriber<? super Publisher<DataBuffer>> actual;
        private final AtomicLong requested = new AtomicLong();
        /** Set from the request for a frame until its buffer is released. */
        private final AtomicBoolean busy = new AtomicBoolean();
        private final AtomicReference<@Nullable FramePart> part = new AtomicReference<>();
        private final AtomicBoolean ended = new AtomicBoolean();
        private volatile Disposable listening = Disposables.disposed();
        private @Nullable Subscription upstream;
        private long incarnation;
        private long sequence;
        private volatile boolean first = true;
        private volatile boolean done;
        private volatile boolean cancelled;

        Client(CoreSubscriber<? super Publisher<DataBuffer>> actual) {
            this.actual = actual;
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription s) {
            if (Operators.validate(upstream, s)) {
                upstream = s;
                listening = room.whenThere(this::ask);
                actual.onSubscribe(this);
            }
        }

        @Override
        public void onNext(ShmFrame frame) {
            boolean opening = first;
            first = false;
            boolean slow = frame.info().incarnation() == incarnation && frame.sequence() - sequence > MISSED + 1;
            incarnation = frame.info().incarnation();
            sequence = frame.sequence();
            FramePart next;
            try {
                next = new FramePart(buffer(frame, opening, slow));
            } catch (RuntimeException | Error e) {
                // Netty's memory may be full, which is an error of this client alone.
                cancel();
                onError(e);
                return;
            }
            part.set(next);
            if (cancelled) {
                next.discard();
                return;
            }
            requested.decrementAndGet();
            actual.onNext(next);
        }

        /** Made at once, so that a part which waits to be opened counts among what responses hold. */
        private DataBuffer buffer(ShmFrame frame, boolean opening, boolean slow) {
            ByteBufAllocator allocator = factory.getByteBufAllocator();
            ByteBuf around = null;
            try {
                byte[] head = text.head(frame, opening);
                byte[] tail = text.tail();
                // Direct as the payload is: then a server writes all three with one call, and copies nothing.
                around = allocator.directBuffer(head.length + tail.length).writeBytes(head).writeBytes(tail);
                ByteBuf payload = payloads.payload(frame, allocator, slow);
                return factory.wrap(new HookedByteBuf(allocator, 3, this::released)
                        .addComponent(true, around.readRetainedSlice(head.length))
                        .addComponent(true, payload)
                        .addComponent(true, around));
            } catch (RuntimeException | Error e) {
                frame.close();
                if (around != null) {
                    around.release();
                }
                throw e;
            }
        }

        private void released() {
            part.set(null);
            busy.set(false);
            ask();
        }

        private void ask() {
            Subscription s = upstream;
            if (s != null && !cancelled && !done && requested.get() > 0 && room.isThere()
                    && busy.compareAndSet(false, true)) {
                s.request(1);
            }
        }

        @Override
        public void onError(Throwable t) {
            if (ended.compareAndSet(false, true)) {
                actual.onError(t);
            } else {
                Operators.onErrorDropped(t, actual.currentContext());
            }
        }

        @Override
        public void onComplete() {
            done = true;
            end();
        }

        private void end() {
            if (requested.get() > 0 && ended.compareAndSet(false, true)) {
                byte[] closing = text.end(first);
                actual.onNext(new FramePart(factory.wrap(Unpooled.wrappedBuffer(closing))));
                actual.onComplete();
            }
        }

        @Override
        public void request(long n) {
            if (Operators.validate(n)) {
                requested.accumulateAndGet(n, Operators::addCap);
                if (done) {
                    end();
                } else {
                    ask();
                }
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            listening.dispose();
            Subscription s = upstream;
            if (s != null) {
                s.cancel();
            }
            FramePart pending = part.getAndSet(null);
            if (pending != null) {
                pending.discard();
            }
        }
    }
}
