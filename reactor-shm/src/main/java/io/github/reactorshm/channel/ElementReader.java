package io.github.reactorshm.channel;

/**
 * Makes an element of a frame.
 *
 * @param <T> the element's type
 */
public interface ElementReader<T> {

    /**
     * Makes an element. The slot's one handle passes to this method, which releases it or puts it into the element; also when
     * it throws.
     *
     * @param slot the frame's slot
     * @return the element
     */
    T read(HeldSlot slot);

    /**
     * Whether elements keep their slot, so that one may be lost.
     *
     * @return false if {@link #read} always releases it
     */
    boolean keepsSlots();

    /**
     * Gives back what an element holds that its subscriber did not take: its {@code onNext} threw.
     *
     * @param element the element
     */
    void discard(T element);
}
