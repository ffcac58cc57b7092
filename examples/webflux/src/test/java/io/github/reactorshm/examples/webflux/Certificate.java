package io.github.reactorshm.examples.webflux;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** A key for a server on this host, made by the JDK's tool for the time of a test, and clients that trust it. */
final class Certificate implements AutoCloseable {

    private static final String PASSWORD = "only-for-tests";

    private final Path file;

    private Certificate(Path file) {
        this.file = file;
    }

    static Certificate make() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("reactor-shm-tls-");
        Path file = directory.resolve("key.p12");
        int status = new ProcessBuilder(System.getProperty("java.home") + File.separator + "bin" + File.separator
                + "keytool", "-genkeypair", "-alias", "web", "-keyalg", "EC", "-dname", "CN=localhost", "-validity",
                "2",
                "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.INHERIT).start()
                .waitFor();
        assertThat(status).as("exit status of keytool").isZero();
        return new Certificate(file);
    }

    /** What makes the application serve with it. */
    String[] properties() {
        return new String[]{"--server.ssl.key-store=" + file, "--server.ssl.key-store-type=PKCS12",
                "--server.ssl.key-store-password=" + PASSWORD};
    }

    SSLSocketFactory clients() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("web", keys.getCertificate("web"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.getParent());
    }
}
