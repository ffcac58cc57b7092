package io.github.reactorshm.spring;

import java.util.List;

import io.github.reactorshm.ShmFrame;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** The media types of frames. */
final class FrameMediaTypes {

    static final MediaType REPLACE = new MediaType("multipart", "x-mixed-replace");

    /** What a response may be: which one it is, only the frame tells. */
    static final List<MediaType> WRITABLE = List.of(MediaType.IMAGE_JPEG, MediaType.IMAGE_PNG,
            new MediaType("image", "webp"), REPLACE, MediaType.APPLICATION_OCTET_STREAM);

    private FrameMediaTypes() {}

    /** Any kind of image: what the application names is a wish, and the channel decides. */
    static boolean isWritable(@Nullable MediaType wanted) {
        return wanted == null || wanted.getType().equals("image")
                || WRITABLE.stream().anyMatch(wanted::isCompatibleWith);
    }

    /** The channel's content type; bytes, if it is none that HTTP knows. */
    static MediaType of(ShmFrame frame) {
        try {
            MediaType type = MediaType.parseMediaType(frame.info().contentType());
            return type.isConcrete() ? type : MediaType.APPLICATION_OCTET_STREAM;
        } catch (InvalidMediaTypeException e) {
            // A channel may have any text.
            return MediaType.APPLICATION_OCTET_STREAM;
        }
    }
}
