package io.github.reactorshm.tck.harness;

import java.nio.file.Path;

import io.github.reactorshm.ShmSource;
import org.reactivestreams.Publisher;
import reactor.core.scheduler.Schedulers;

/** The three ways to consume a channel. */
public enum SourceKind {

    /** Each element is decoded and its slot given back before it is emitted. */
    DECODED {
        @Override
        Publisher<Long> open(Path base, String channel, LongCodec codec) {
            return ShmSource.channel(channel).baseDirectory(base).codec(codec).build();
        }
    },

    /** Frames, which their receiver closes. */
    RAW {
        @Override
        Publisher<Long> open(Path base, String channel, LongCodec codec) {
            var frames = ShmSource.channel(channel).baseDirectory(base).contentType(codec.contentType()).frames();
            return subscriber -> frames
                    .subscribe(subscriber == null ? null : new ClosingSubscriber(subscriber, codec));
        }
    },

    /** Frames inside a function, two at once, on a scheduler. */
    PROCESS {
        @Override
        Publisher<Long> open(Path base, String channel, LongCodec codec) {
            return ShmSource.channel(channel).baseDirectory(base).contentType(codec.contentType()).frames()
                    .process(Schedulers.parallel(), 2, codec::decode);
        }
    };

    abstract Publisher<Long> open(Path base, String channel, LongCodec codec);
}
