package io.github.reactorshm.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.ShmFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import reactor.test.util.RaceTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** How many slots responses hold together. */
class SlotBudgetTest {

    private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;

    private static final int ROUNDS = 200;

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

    @Test
    void aSlotIsGivenBackWhileAnotherFrameIsCopied() throws Exception {
        List<ShmFrame> all = frames.take(2);
        ByteBuf held = budget.payload(all.getFirst(), ALLOCATOR, false);
        CountDownLatch copying = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        WatchedAllocator slow = new WatchedAllocator(() -> {
            copying.countDown();
            try {
                assertThat(released.await(Frames.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .as("a slot given back meanwhile").isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<ByteBuf> copy = other.submit(() -> budget.payload(all.getLast(), slow, true));
            assertThat(copying.await(Frames.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

            held.release();

            assertThat(budget.held()).isZero();
            released.countDown();
            ByteBuf bytes = copy.get();
            assertThat(bytes.getByte(0)).isEqualTo((byte) 2);
            bytes.release();
        }
        frames.awaitHeld(0);
    }

    @Test
    void twoThatCopyOneFrameAtOnceShareOneCopy() throws Exception {
        ShmFrame frame = frames.take(1).getFirst();
        for (int i = 0; i < ROUNDS; i++) {
            long before = budget.copied();
            List<ByteBuf> copies = new CopyOnWriteArrayList<>();
            Runnable take = () -> copies.add(budget.payload(frame.retain(), ALLOCATOR, true));

            RaceTestUtils.race(take, take);

            assertThat(budget.copied()).isEqualTo(before + 1);
            copies.forEach(copy -> assertThat(copy.getByte(0)).isEqualTo((byte) 1));
            copies.forEach(ByteBuf::release);
        }
        frame.close();
        frames.awaitHeld(0);
    }
}
