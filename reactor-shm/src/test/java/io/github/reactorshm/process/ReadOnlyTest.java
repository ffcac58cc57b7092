package io.github.reactorshm.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.codec.Parts;
import io.github.reactorshm.codec.PartsCodec;
import io.github.reactorshm.codec.Tensor;
import io.github.reactorshm.codec.TensorCodec;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.Recorder;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A consumer cannot write into a frame: not by what it is handed, and not by going around it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ReadOnlyTest {

    private static final int SIZE = 4096;
    private static final byte SENT = 7;
    private static final byte WRITTEN = 66;

    @RegisterExtension
    final Processes processes = new Processes();

    private static Named<Consumer<ShmFrame>> way(String name, Consumer<ShmFrame> attempt) {
        return Named.of(name, attempt);
    }

    private static Stream<Named<Consumer<ShmFrame>>> ways() {
        byte[] bytes = {WRITTEN};
        return Stream.of(way("segment().set", frame -> frame.segment().set(ValueLayout.JAVA_BYTE, 0, WRITTEN)),
                way("segment().setAtIndex", frame -> frame.segment().setAtIndex(ValueLayout.JAVA_INT, 0, 1)),
                way("segment().fill", frame -> frame.segment().fill(WRITTEN)),
                way("segment().copyFrom", frame -> frame.segment().copyFrom(MemorySegment.ofArray(bytes))),
                way("MemorySegment.copy to it",
                        frame -> MemorySegment.copy(bytes, 0, frame.segment(), ValueLayout.JAVA_BYTE, 0, 1)),
                way("a VarHandle over it",
                        frame -> ValueLayout.JAVA_INT.varHandle().setVolatile(frame.segment(), 0L, 1)),
                way("a compare-and-set over it",
                        frame -> ValueLayout.JAVA_INT.varHandle().compareAndSet(frame.segment(), 0L, 0x0707_0707, 1)),
                way("a slice", frame -> frame.segment().asSlice(8, 8).set(ValueLayout.JAVA_BYTE, 0, WRITTEN)),
                way("elements()", frame -> frame.segment().elements(ValueLayout.JAVA_BYTE).findFirst().orElseThrow()
                        .set(ValueLayout.JAVA_BYTE, 0, WRITTEN)),
                way("segment().asByteBuffer", frame -> frame.segment().asByteBuffer().put(0, WRITTEN)),
                way("a segment of its buffer",
                        frame -> MemorySegment.ofBuffer(frame.buffer()).set(ValueLayout.JAVA_BYTE, 0, WRITTEN)),
                way("buffer().put", frame -> frame.buffer().put(0, WRITTEN)),
                way("buffer().duplicate()", frame -> frame.buffer().duplicate().put(0, WRITTEN)),
                way("buffer().slice()", frame -> frame.buffer().slice(8, 8).put(0, WRITTEN)),
                way("an int view of the buffer",
                        frame -> frame.buffer().order(ByteOrder.nativeOrder()).asIntBuffer().put(0, 1)),
                way("the buffer's array", frame -> frame.buffer().array()[0] = WRITTEN),
                way("another buffer into the buffer", frame -> frame.buffer().put(ByteBuffer.wrap(bytes))),
                way("reading a file into the buffer", frame -> readFile(frame.buffer())),
                way("reading a socket into the buffer", frame -> readSocket(bytes, frame.buffer())),
                way("a retained handle", frame -> {
                    try (ShmFrame other = frame.retain()) {
                        other.segment().set(ValueLayout.JAVA_BYTE, 0, WRITTEN);
                    }
                }));
    }

    private static void readFile(ByteBuffer into) {
        try (FileChannel zeros = FileChannel.open(Path.of("/dev/zero"), StandardOpenOption.READ)) {
            zeros.read(into);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readSocket(byte[] sent, ByteBuffer into) {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel writer = SocketChannel.open(server.getLocalAddress());
                    SocketChannel reader = server.accept()) {
                writer.write(ByteBuffer.wrap(sent));
                reader.read(into);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatAFrameHandsOutCannotBeWritten() {
        Channel channel = new Channel(processes.directory(), "camera");
        ShmSink<byte[]> sink = channel.sink(BytesCodec.ofSlotSize(SIZE)).slots(1).open();
        ManualUpstream<byte[]> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        Recorder<ShmFrame> recorder = channel.recordFrames(1);
        upstream.nextOnDemand(sent());
        try (ShmFrame frame = recorder.awaitItems(1).getFirst()) {
            assertThat(frame.segment().isReadOnly()).isTrue();
            assertThat(frame.segment().heapBase()).isEmpty();
            assertThat(frame.buffer().isReadOnly()).isTrue();
            ways().forEach(way -> {
                assertThatThrownBy(() -> way.getPayload().accept(frame)).as(way.getName()).isInstanceOfAny(
                        ReadOnlyBufferException.class, IllegalArgumentException.class,
                        UnsupportedOperationException.class);
                assertThat(frame.copy()).as("the frame after %s", way.getName()).containsOnly(SENT);
            });
        }
        Accounts.awaitHeld(sink, 0);
        upstream.complete();
        recorder.awaitComplete();
    }

    private static byte[] sent() {
        byte[] bytes = new byte[SIZE];
        Arrays.fill(bytes, SENT);
        return bytes;
    }

    @Test
    void viewsOfTensorsAndPartsCannotBeWrittenAndWhatIsDecodedIsNotShared() {
        Tensor tensor = Tensor.of(sent(), 64, 64);
        Channel tensors = new Channel(processes.directory(), "tensors");
        ShmSink<Tensor> one = tensors.sink(TensorCodec.ofSlotSize(2L * SIZE)).slots(2).open();
        Channel parts = new Channel(processes.directory(), "parts");
        ShmSink<Parts> several = parts.sink(PartsCodec.ofSlotSize(2L * SIZE)).slots(2).open();
        Recorder<ShmFrame> frames = tensors.recordFrames(2);
        Recorder<ShmFrame> partsFrames = parts.recordFrames(2);
        Flux.just(tensor, tensor).subscribe(one);
        Flux.just(Parts.of("a", tensor), Parts.of("a", tensor)).subscribe(several);
        List<Tensor> views = List.of(TensorCodec.view(frames.awaitItems(2).getFirst()),
                PartsCodec.view(partsFrames.awaitItems(2).getFirst()).get("a"),
                PartsCodec.view(partsFrames.awaitItems(2).getLast()).asMap().get("a"));
        for (Tensor view : views) {
            assertThat(view.data().isReadOnly()).isTrue();
            assertThatThrownBy(() -> view.data().set(ValueLayout.JAVA_BYTE, 0, WRITTEN))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> view.data().asByteBuffer().put(0, WRITTEN))
                    .isInstanceOf(ReadOnlyBufferException.class);
            // A copy is one's own.
            view.copy().data().fill(WRITTEN);
            assertThat(view.data().toArray(ValueLayout.JAVA_BYTE)).containsOnly(SENT);
        }
        frames.items().forEach(ShmFrame::close);
        partsFrames.items().forEach(ShmFrame::close);
        one.onTerminate().block(ChildJvm.PATIENCE);
        several.onTerminate().block(ChildJvm.PATIENCE);
    }

    /** Goes around the library, with native access, in a process of its own: the first argument says how. */
    static final class Intruder {

        private Intruder() {}

        @SuppressWarnings("restricted") // Going around what guards the memory is what it is for.
        public static void main(String[] args) throws Throwable {
            ShmFrame frame = Flux.from(ShmSource.channel("camera").baseDirectory(Path.of(args[0])).build())
                    .blockFirst(ChildJvm.PATIENCE);
            long address = frame.segment().address();
            System.out.println("maps " + poolsMapping(args[0]));
            if (args[1].equals("mprotect")) {
                Linker linker = Linker.nativeLinker();
                MethodHandle mprotect = linker.downcallHandle(linker.defaultLookup().findOrThrow("mprotect"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_INT));
                // PROT_READ and PROT_WRITE, for the frame's page.
                System.out.println("mprotect " + (int) mprotect.invokeExact(address & -4096L, 4096L, 3));
            }
            System.out.println("writes");
            MemorySegment.ofAddress(address).reinterpret(8).set(ValueLayout.JAVA_BYTE, 0, WRITTEN);
            System.out.println("has written");
        }

        private static String poolsMapping(String base) throws IOException {
            return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                    .filter(line -> line.contains(base) && line.endsWith("/pool")).findFirst().orElse("none");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"address", "mprotect"})
    void theMappingItselfCannotBeWrittenNorBeMadeWritable(String how) {
        Channel channel = new Channel(processes.directory(), "camera");
        ShmSink<byte[]> sink = channel.sink(BytesCodec.ofSlotSize(SIZE)).slots(2).open();
        Recorder<ShmFrame> witness = channel.recordFrames(10);
        Accounts.awaitSubscriptions(sink, 1);
        ManualUpstream<byte[]> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        // It dies of the signal, as it must; no file about that is wanted.
        ChildJvm intruder = ChildJvm.start(List.of("--enable-native-access=ALL-UNNAMED",
                "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null"), Intruder.class,
                processes.directory().toString(), how);
        Accounts.awaitSubscriptions(sink, 2);
        upstream.nextOnDemand(sent());
        assertThat(intruder.awaitExit()).as("exit status: %s", intruder.output()).isNotZero();
        assertThat(intruder.output()).contains("SIGSEGV").contains("writes").doesNotContain("has written")
                .containsPattern("maps \\S+ r--s ");
        if (how.equals("mprotect")) {
            assertThat(intruder.output()).contains("mprotect -1");
        }
        try (ShmFrame frame = witness.awaitItems(1).getFirst()) {
            assertThat(frame.copy()).containsOnly(SENT);
        }
        intruder.close();
        Accounts.awaitAllBack(sink);
        upstream.complete();
        witness.awaitComplete();
    }
}
