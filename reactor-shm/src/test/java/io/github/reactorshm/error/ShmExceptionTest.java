package io.github.reactorshm.error;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShmExceptionTest {

    private static final Path DIRECTORY = Path.of("/dev/shm/reactor-shm-anna");
    private static final Path CHANNEL = DIRECTORY.resolve("camera-0");

    private final IOException cause = new IOException("no space");
    private final ShmChannelInUseException inUse = new ShmChannelInUseException("camera-0", CHANNEL);
    private final ShmConnectTimeoutException connectTimeout = new ShmConnectTimeoutException(
            CHANNEL.resolve("socket"), Duration.ofMillis(1500), cause);
    private final ShmPeerLostException peerLost = new ShmPeerLostException("camera-0", "7 frames were in flight");
    private final ShmCancelledException cancelled = new ShmCancelledException("camera-0", false, "the last one left");
    private final ShmCancelledException disposed = new ShmCancelledException("camera-0", true, "its owner closed it");
    private final ShmRemoteException remote = new ShmRemoteException("camera-0", "java.io.IOException", "lens cap on");
    private final ShmOutOfSpaceException outOfSpace = new ShmOutOfSpaceException(72_702_592, 67_108_864, DIRECTORY,
            cause);
    private final ShmFrameTooLargeException tooLarge = new ShmFrameTooLargeException(7_269_377, 7_269_376);
    private final ShmCodecException codec = new ShmCodecException("camera-0", "encode returned -1", cause);
    private final ShmDemandTimeoutException demand = new ShmDemandTimeoutException("camera-0", Duration.ofSeconds(3));
    private final ShmStallTimeoutException stall = new ShmStallTimeoutException("camera-0", "8 of 8 slots are held");
    private final ShmProtocolException protocol = new ShmProtocolException("camera-0", "slot 9 of 8");
    private final ShmVersionMismatchException version = new ShmVersionMismatchException("camera-0", 1, 2);
    private final ShmTypeMismatchException type = new ShmTypeMismatchException("camera-0", "text/plain", "image/bgr24");
    private final ShmAccessException access = new ShmAccessException(DIRECTORY, "belongs to user bob");
    private final ShmFrameClosedException closed = new ShmFrameClosedException("frame 17 of channel 'camera-0'");
    private final ShmFileException file = new ShmFileException(CHANNEL, "cannot be opened", cause);

    private final List<ShmException> all = List.of(inUse, connectTimeout, peerLost, cancelled, disposed, remote,
            outOfSpace,
            tooLarge, codec, demand, stall, protocol, version, type, access, closed, file);

    @Test
    void exactlyFourAreRetryableAlsoThroughAMethodReference() {
        Predicate<Throwable> filter = ShmException::isRetryable;

        assertThat(all).filteredOn(e -> e.isRetryable()).containsExactly(inUse, connectTimeout, peerLost,
                cancelled);
        assertThat(all).allSatisfy(e -> assertThat(filter.test(e)).isEqualTo(e.isRetryable()));
        assertThat(filter.test(cause)).isFalse();
    }

    @Test
    void outOfSpaceNamesNumbersDirectoryAndRemedy() {
        assertThat(outOfSpace).hasMessageContainingAll("72,702,592", "67,108,864", DIRECTORY.toString(), "--shm-size",
                "emptyDir").hasCause(cause);
        assertThat(outOfSpace.getNeeded()).isEqualTo(72_702_592);
        assertThat(outOfSpace.getFree()).isEqualTo(67_108_864);
        assertThat(outOfSpace.getDirectory()).isEqualTo(DIRECTORY);
    }

    @Test
    void connectTimeoutNamesPathTimeAndLastCause() {
        assertThat(connectTimeout).hasMessageContainingAll(CHANNEL + "/socket", "1500 ms", "no space").hasCause(cause);
        assertThat(connectTimeout.getPath()).isEqualTo(CHANNEL.resolve("socket"));
        assertThat(connectTimeout.getTimeout()).isEqualTo(Duration.ofMillis(1500));
    }

    @Test
    void errorsOfAChannelNameItFirst() {
        assertThat(all).filteredOn(e -> e instanceof ShmChannelException).hasSize(11).allSatisfy(e -> {
            assertThat(e).hasMessageStartingWith("channel 'camera-0': ");
            assertThat(((ShmChannelException) e).getChannel()).isEqualTo("camera-0");
        });
    }

    @Test
    void typedGettersAgreeWithTheText() {
        assertThat(inUse.getPath()).isEqualTo(CHANNEL);
        assertThat(inUse).hasMessageContaining(CHANNEL.toString());
        assertThat(remote.getRemoteClassName()).isEqualTo("java.io.IOException");
        assertThat(remote.getRemoteMessage()).isEqualTo("lens cap on");
        assertThat(remote).hasMessageEndingWith("java.io.IOException: lens cap on");
        assertThat(new ShmRemoteException("c", "X", null)).hasMessageEndingWith("failed with X");
        assertThat(tooLarge.getNeeded()).isEqualTo(7_269_377);
        assertThat(tooLarge.getSlotSize()).isEqualTo(7_269_376);
        assertThat(tooLarge).hasMessageContainingAll("7,269,377", "7,269,376");
        assertThat(demand.getTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(version.getExpected()).isEqualTo(1);
        assertThat(version.getFound()).isEqualTo(2);
        assertThat(type.getExpected()).isEqualTo("text/plain");
        assertThat(type.getFound()).isEqualTo("image/bgr24");
        assertThat(access.getPath()).isEqualTo(DIRECTORY);
        assertThat(file.getPath()).isEqualTo(CHANNEL);
        assertThat(file).hasMessageContainingAll(CHANNEL.toString(), "cannot be opened", "no space").hasCause(cause);
    }
}
