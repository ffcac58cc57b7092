package io.github.reactorshm.examples.video.media;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;
import static org.bytedeco.ffmpeg.global.avutil.av_strerror;

/** What every call into FFmpeg's C libraries shares: silence, error codes as exceptions, file names. */
final class FFmpeg {

    private static final int ERROR_TEXT_BYTES = 256;

    static {
        // Every failure comes back as an error code and becomes one line of ours; FFmpeg's own log would blur it.
        av_log_set_level(AV_LOG_QUIET);
    }

    private FFmpeg() {}

    /** Loads the native libraries and silences their log; does nothing the second time. */
    static void load() {
        // The static initialiser does the work.
    }

    /** Returns {@code code} if it is no error, else throws with FFmpeg's own text behind {@code what}. */
    static int check(int code, String what) {
        if (code < 0) {
            throw new VideoException(what + ": " + text(code));
        }
        return code;
    }

    /** Returns {@code pointer} if it is there, else throws: FFmpeg answers null when memory runs out. */
    static <P extends org.bytedeco.javacpp.Pointer> P present(P pointer, String what) {
        if (pointer == null || pointer.isNull()) {
            throw new VideoException(what);
        }
        return pointer;
    }

    /** The name under which FFmpeg opens a file, whatever characters stand in its path. */
    static String url(Path file) {
        return "file:" + file.toAbsolutePath();
    }

    private static String text(int code) {
        byte[] text = new byte[ERROR_TEXT_BYTES];
        av_strerror(code, text, text.length);
        int end = 0;
        while (end < text.length && text[end] != 0) {
            end++;
        }
        return new String(text, 0, end, StandardCharsets.UTF_8);
    }
}
