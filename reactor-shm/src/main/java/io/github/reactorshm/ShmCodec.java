package io.github.reactorshm;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * Writes elements into slots and reads them out again.
 *
 * <p>
 * A codec is used by one sink or by any number of sources, and by several subscriptions at once: it must be thread-safe, best
 * by having no state. {@link #encode} and {@link #tag} are called one after the other for an element, on the thread of the
 * sink's {@code onNext}; {@link #decode} on the thread on which the source emits. An exception from either ends the stream: the
 * sink's upstream is cancelled and both ends get an error; the slot is given back.
 *
 * @param <T> the elements' type
 */
public interface ShmCodec<T> {

    /**
     * What the frames are, such as {@code application/octet-stream}. A source whose codec names another content type than the
     * sink's is refused.
     *
     * @return 1 to 255 bytes as UTF-8
     */
    String contentType();

    /**
     * What else a consumer should know of all frames, such as a picture's width. It travels once, and is found in
     * {@link ShmFrame#info()}.
     *
     * @return at most 4096 bytes encoded; defaults to none
     */
    default Map<String, String> attributes() {
        return Map.of();
    }

    /**
     * The size of a slot that holds every element.
     *
     * @return the size in bytes, or 0 if the codec does not know; then the sink's builder must say it
     */
    long slotSize();

    /**
     * Writes an element into a slot.
     *
     * @param value the element
     * @param slot the slot: writable, 64-byte aligned, as long as a slot is; it holds old bytes and must not be used after the
     *        call. The 64 bytes behind it belong to nobody, so a native scaler may overrun it by that much
     * @return the payload's length in bytes, from 0 to the slot's size
     * @throws io.github.reactorshm.error.ShmFrameTooLargeException if the element does not fit
     */
    long encode(T value, MemorySegment slot);

    /**
     * A number that travels with the frame, {@link ShmFrame#tag()}. Called right after {@link #encode}.
     *
     * @param value the element
     * @return the tag; defaults to 0
     */
    default long tag(T value) {
        return 0;
    }

    /**
     * Reads an element out of a frame.
     *
     * @param frame the frame, open during the call only; the element must not refer to its memory. It is closed when the call
     *        returns or throws
     * @return the element
     */
    T decode(ShmFrame frame);
}
