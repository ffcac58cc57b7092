package io.github.reactorshm.spring;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

import io.github.reactorshm.ShmFrame;
import org.springframework.http.MediaType;

/**
 * The text between the frames of a {@code multipart/x-mixed-replace} body. The boundary follows a frame at once, not with the
 * next frame's headers: a browser shows a picture when it has seen what ends it.
 */
final class MultipartText {

    private final String boundary = "frame-" + Long.toHexString(ThreadLocalRandom.current().nextLong());

    MediaType contentType() {
        return MediaType.parseMediaType("multipart/x-mixed-replace;boundary=" + boundary);
    }

    byte[] head(ShmFrame frame, boolean first) {
        return bytes((first ? "--" + boundary : "") + "\r\nContent-Type: " + FrameMediaTypes.of(frame)
                + "\r\nContent-Length: " + frame.length()
                + "\r\nShm-Sequence: " + frame.sequence()
                + "\r\nShm-Published-Nanos: " + frame.publishedNanos() + "\r\n\r\n");
    }

    byte[] tail() {
        return bytes("\r\n--" + boundary);
    }

    byte[] end(boolean first) {
        return bytes((first ? "--" + boundary : "") + "--\r\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
