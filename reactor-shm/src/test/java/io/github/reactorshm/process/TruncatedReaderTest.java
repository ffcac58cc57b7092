package io.github.reactorshm.process;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Processes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of those who read a frame whose pool somebody has truncated; the README tells users. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TruncatedReaderTest {

    private static final int SIZE = 1 << 20;

    @RegisterExtension
    final Processes processes = new Processes();

    /** Takes one frame, cuts the pool and reads the frame: the second argument says how. */
    static final class Reader {

        private Reader() {}

        public static void main(String[] args) throws IOException {
            Path base = Path.of(args[0]);
            ShmFrame frame;
            try (FileChannel pool = FileChannel.open(base.resolve("camera/pool"), StandardOpenOption.WRITE)) {
                // Its cancel may end the channel and remove the file's name, so the file is open by then.
                frame = Flux.from(ShmSource.channel("camera").baseDirectory(base).build())
                        .blockFirst(ChildJvm.PATIENCE);
                pool.truncate(0);
            }
            try {
                read(frame, args[1]);
                System.out.println("read it");
            } catch (RuntimeException | Error | IOException e) {
                System.out.println("threw " + e);
            }
            System.exit(0);
        }

        private static void read(ShmFrame frame, String how) throws IOException {
            switch (how) {
                case "copy" -> frame.copy();
                case "plain" -> frame.segment().get(ValueLayout.JAVA_LONG, 4096);
                case "crc32" -> new CRC32().update(frame.buffer());
                case "write" -> {
                    Pipe pipe = Pipe.open();
                    pipe.sink().write(frame.buffer());
                }
                default -> throw new IllegalArgumentException(how);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"copy, threw io.github.reactorshm.error.ShmFileException", "plain, threw java.lang.InternalError",
            "write, Bad address", "crc32, SIGBUS"})
    void aFrameOfATruncatedPool(String how, String outcome) {
        Channel channel = new Channel(processes.directory(), "camera");
        ShmSink<byte[]> sink = channel.sink(BytesCodec.ofSlotSize(SIZE)).slots(2).open();
        ManualUpstream<byte[]> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        ChildJvm reader = ChildJvm.start(List.of("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null"),
                Reader.class, processes.directory().toString(), how);
        Accounts.awaitSubscriptions(sink, 1);
        upstream.nextOnDemand(new byte[SIZE]);
        int status = reader.awaitExit();
        assertThat(reader.output()).contains(outcome).doesNotContain("read it");
        assertThat(status == 0).as("its JVM lived: %s", reader.output()).isEqualTo(!how.equals("crc32"));
        reader.close();
        upstream.awaitCancelled();
    }
}
