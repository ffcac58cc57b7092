package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileModesTest {

    private static final Set<PosixFilePermission> OF_OWNER = EnumSet.of(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"000", "022", "077"})
    void S5_nothingIsOpenToOthersAtAnyStepUnderAnyUmask(String umask) throws Exception {
        // The directory above is open here, so that the base directory's own mode is all that protects what is in it.
        Path base = Files.createDirectory(temporary.resolve("open")).resolve("base");
        Files.setPosixFilePermissions(base.getParent(), EnumSet.allOf(PosixFilePermission.class));
        Files.setPosixFilePermissions(temporary, EnumSet.allOf(PosixFilePermission.class));
        try (ChildJvm child = ChildJvm.startWithUmask(umask, OwnerChild.class, base.toString(), "camera-0", "all")) {
            assertThat(child.hear()).isEqualTo("ready");
            child.tell("open");
            for (OpeningStep step : OpeningStep.values()) {
                assertThat(child.hear()).isEqualTo(step.name());
                assertThat(Channels.mode(base)).as("base at %s", step).isEqualTo("rwx------");
                for (String entry : Channels.tree(base)) {
                    assertClosedToOthers(base.resolve(entry), step);
                }
                child.tell("go on");
            }
            assertThat(child.hear()).isEqualTo("open");
            for (String file : new String[]{".lock", "camera-0/lock", "camera-0/pool", "camera-0/socket"}) {
                assertThat(Channels.mode(base.resolve(file))).as(file).isEqualTo("rw-------");
            }
            assertThat(Channels.mode(base.resolve("camera-0"))).isEqualTo("rwx------");
        }
    }

    private static void assertClosedToOthers(Path path, OpeningStep step) throws IOException {
        if (step == OpeningStep.SOCKET_BOUND && path.endsWith(ChannelFiles.SOCKET)) {
            // A bind takes no mode: until it is set, the directory alone protects the socket.
            assertThat(Channels.mode(path.getParent())).isEqualTo("rwx------");
            return;
        }
        assertThat(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)).as("%s at %s", path, step)
                .isSubsetOf(OF_OWNER);
    }
}
