package io.github.reactorshm.spring;

import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How many slots responses hold together. */
class SlotBudgetTest {

    private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;

    @AutoClose
    private final Frames frames = new Frames();
    private final SlotBudget budget = new SlotBudget();

    @Test
    void halfOfThePoolIsHeldAndTheRestIsCopied() {
        List<ByteBuf> payloads = new ArrayList<>();
        for (ShmFrame frame : frames.take(Frames.SLOTS)) {
            payloads.add(budget.payload(frame, ALLOCATOR, false));
        }

        assertThat(budget.held()).isEqualTo(Frames.SLOTS / 2);
        assertThat(budget.copied()).isEqualTo(Frames.SLOTS / 2);
        frames.awaitHeld(Frames.SLOTS / 2);
        for (int i = 0; i < payloads.size(); i++) {
            assertThat(payloads.get(i).getByte(Frames.LENGTH - 1)).isEqualTo((byte) (i + 1));
        }
        payloads.forEach(ByteBuf::release);
        assertThat(budget.held()).isZero();
        frames.awaitHeld(0);
    }

    @Test
    void manyOwnersOfOneFrameAreOneSlot() {
        List<ByteBuf> payloads = new ArrayList<>();
        ShmFrame frame = frames.take(1).getFirst();
        for (int i = 0; i < 30; i++) {
            payloads.add(budget.payload(frame.retain(), ALLOCATOR, false));
        }
        frame.close();

        assertThat(budget.held()).isEqualTo(1);
        assertThat(budget.copied()).isZero();
        payloads.forEach(ByteBuf::release);
        assertThat(budget.held()).isZero();
        frames.awaitHeld(0);
    }

    @Test
    void slowOnesShareOneCopyWhileAnyOfThemHasIt() {
        ShmFrame frame = frames.take(1).getFirst();
        ByteBuf one = budget.payload(frame.retain(), ALLOCATOR, true);
        ByteBuf two = budget.payload(frame.retain(), ALLOCATOR, true);
        assertThat(budget.copied()).isEqualTo(1);
        assertThat(budget.held()).isZero();
        one.release();
        assertThat(two.getByte(0)).isEqualTo((byte) 1);
        two.release();

        ByteBuf late = budget.payload(frame, ALLOCATOR, true);

        assertThat(budget.copied()).isEqualTo(2);
        assertThat(late.getByte(0)).isEqualTo((byte) 1);
        late.release();
        frames.awaitHeld(0);
    }
}
