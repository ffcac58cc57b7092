package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmFileException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class BaseDirectoryTest {

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    private final String userName = System.getProperty("user.name");

    @AfterEach
    void restoreProperties() {
        System.setProperty("user.name", userName);
        System.clearProperty(BaseDirectory.PROPERTY);
    }

    @Test
    void aBuildersDirectoryComesBeforeThePropertysAndThatBeforeTheDefault() {
        System.setProperty("user.name", "anna");
        Path parent = Files.isDirectory(Path.of("/dev/shm"))
                ? Path.of("/dev/shm")
                : Path.of(System.getProperty("java.io.tmpdir"));
        assertThat(BaseDirectory.resolve(null).path()).isEqualTo(parent.resolve("reactor-shm-anna"));

        System.setProperty(BaseDirectory.PROPERTY, " ");
        assertThat(BaseDirectory.resolve(null).path()).isEqualTo(parent.resolve("reactor-shm-anna"));

        System.setProperty(BaseDirectory.PROPERTY, "/var/tmp/of-property");
        assertThat(BaseDirectory.resolve(null).path()).isEqualTo(Path.of("/var/tmp/of-property"));
        assertThat(BaseDirectory.resolve(Path.of("/var/tmp/x")).path()).isEqualTo(Path.of("/var/tmp/x"));
        assertThat(BaseDirectory.resolve(Path.of("relative/./x")).path())
                .isEqualTo(Path.of(System.getProperty("user.dir"), "relative", "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"?", "", "..", "a/b", "CORP\\anna", "anna b", "ünal"})
    void aUserNameThatCannotStandInAPathGivesWayToTheNumber(String name) throws IOException {
        System.setProperty("user.name", name);
        Object uid = Files.getAttribute(temporary, "unix:uid");

        assertThat(BaseDirectory.resolve(null).path().getFileName()).hasToString("reactor-shm-" + uid);
    }

    @Test
    void theOwnerIsTheUserOfThisProcess() throws IOException {
        assertThat(BaseDirectory.resolve(temporary).owner()).isEqualTo(Files.getOwner(temporary));
    }

    @Test
    void S2_aSocketsPathOverTheLimitIsRefusedBeforeAnyFile() throws IOException {
        int used = temporary.resolve("x").toString().length() - 1;
        BaseDirectory fits = BaseDirectory
                .resolve(temporary.resolve("b".repeat(106 - used - "/camera-0-north/socket".length())));
        fits.checkSocketPath("camera-0-north");
        fits.checkSocketPath("c");

        BaseDirectory tooLong = BaseDirectory.resolve(Path.of(fits.path() + "b"));
        assertThatIllegalArgumentException().isThrownBy(() -> Channels.open(tooLong, "camera-0-north"))
                .withMessageContainingAll("106", "107", BaseDirectory.PROPERTY, "camera-0-north");
        tooLong.checkSocketPath("c");
        assertThatIllegalArgumentException().as("the directory that it is built in is longer than a short name")
                .isThrownBy(() -> BaseDirectory.resolve(Path.of(fits.path() + "bb")).checkSocketPath("c"))
                .withMessageContainingAll("106", "107", ".new-");
        assertThat(Channels.tree(temporary)).isEmpty();
    }

    @Test
    void S2_theLengthIsCountedInBytes() {
        BaseDirectory base = BaseDirectory.resolve(Path.of("/" + "é".repeat(46)));

        assertThatIllegalArgumentException().isThrownBy(() -> base.checkSocketPath("camera-0"))
                .withMessageContaining("114");
    }

    @Test
    void isMadeClosedToOthersAndMadeOnce() throws IOException {
        BaseDirectory base = BaseDirectory.resolve(temporary.resolve("base"));
        assertThat(base.exists()).isFalse();

        base.create();
        base.create();

        assertThat(base.exists()).isTrue();
        assertThat(Channels.mode(base.path())).isEqualTo("rwx------");
    }

    @Test
    void aMissingParentIsNamed() {
        BaseDirectory base = BaseDirectory.resolve(temporary.resolve("missing/base"));

        assertThatThrownBy(base::create).isInstanceOf(ShmFileException.class)
                .hasMessageContainingAll(base.toString(), "parent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwx---r--", "rwx--x---", "rwxrwxrwx"})
    void S5_aDirectoryOpenToOthersIsRefusedWithTheRemedy(String mode) throws IOException {
        Path path = Files.createDirectory(temporary.resolve("base"));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        BaseDirectory base = BaseDirectory.resolve(path);

        assertThatThrownBy(base::create).isInstanceOf(ShmAccessException.class)
                .hasMessageContainingAll(mode, "chmod 700 " + path, BaseDirectory.PROPERTY);
        assertThatThrownBy(base::exists).isInstanceOf(ShmAccessException.class);
        assertThat(Channels.mode(path)).isEqualTo(mode);
    }

    @Test
    void S6_aLinkOrAFileInItsPlaceIsRefused() throws IOException {
        Path target = Files.createDirectory(temporary.resolve("target"), ChannelFiles.directoryMode());
        Path link = Files.createSymbolicLink(temporary.resolve("link"), target);
        Path dangling = Files.createSymbolicLink(temporary.resolve("dangling"), temporary.resolve("nowhere"));
        Path file = Files.createFile(temporary.resolve("file"));

        for (Path path : new Path[]{link, dangling}) {
            assertThatThrownBy(() -> BaseDirectory.resolve(path).create()).isInstanceOf(ShmAccessException.class)
                    .hasMessageContainingAll(path.toString(), "symbolic link");
        }
        assertThatThrownBy(() -> BaseDirectory.resolve(file).create()).isInstanceOf(ShmAccessException.class)
                .hasMessageContainingAll(file.toString(), "no directory");
        assertThat(Channels.tree(temporary)).containsExactly("dangling", "file", "link", "target");
    }

    @Test
    void S6_anotherUsersDirectoryIsRefusedNamingOwnerAndPath() throws IOException {
        assumeTrue(Privileges.isRoot(), "needs root, to give a directory to another user");
        Path path = Files.createDirectory(temporary.resolve("base"), ChannelFiles.directoryMode());
        Files.setAttribute(path, "unix:uid", 12345);
        BaseDirectory base = BaseDirectory.resolve(path);

        assertThatThrownBy(base::create).isInstanceOf(ShmAccessException.class)
                .hasMessageContainingAll(path.toString(), "user 12345", "user " + base.owner().getName(),
                        BaseDirectory.PROPERTY);
        assertThat(Channels.tree(temporary)).containsExactly("base");
    }
}
