/*
 * Return words: slots come back in any order, under their delivery index, and none is rewritten while it may be read.
 *
 * Models: a producer with its books, and two consumers' processes that share each frame's slot, read it on any thread and give it
 *   back in any order. Each process may be killed at any step; its end of file comes some time later. The second one may also break
 *   the protocol once: it gives a slot back, which it goes on reading, under an index that it was never given.
 * Mirrors: channel/Books (hold, giveBack, release), channel/HeldList, channel/SinkSubscription (deliver, collect, free, breakOff),
 *   channel/Dispatch (publishOne, collect, leave), channel/HeldSlot and channel/Attachment (giveBack),
 *   layout/SubscriptionControl (returned, storeReturned).
 * Bounds: SLOTS slots, FRAMES frames, two subscriptions.
 * Assumes: sequential consistency; a killed process does nothing more, and its end of file comes after that.
 * Properties: the producer writes no slot that a living process reads, a reader finds the frame that it was given, no slot is freed
 *   twice; when nothing moves any more, every slot is free that no living process which broke the protocol keeps.
 *
 * @run short two-slots   -DSLOTS=2 -DFRAMES=2
 * @run full  three-frames -DSLOTS=2 -DFRAMES=3
 * @run full  three-slots -DSLOTS=3 -DFRAMES=3
 * @broken AT_LEAST         two-slots    a word greater than the index in the books counts as given back
 * @broken ANY_WORD         three-frames a word that is not 0 counts as given back, also that of an earlier delivery
 * @broken GIVEN_BACK_EARLY two-slots    the consumer stores the return word before its last read
 * @broken FREED_BY_CLOCK   two-slots    the producer takes a slot back from a living process that holds it for long
 * @broken NO_COUNT         two-slots    the first of two subscriptions that gives a slot back frees it
 * @broken BREAK_FREES      two-slots    the slots of a process that broke the protocol are freed while it lives
 * @broken END_FREES_TWICE  two-slots    at the end of file what was given back before is freed again
 * @broken END_FREES_LESS   two-slots    at the end of file only what was given back is freed
 */

#define SUBS 2
#define CELLS (SUBS * SLOTS)
#define AT(c, s) ((c) * SLOTS + (s))

byte payload[SLOTS];        /* the frame that stands in a slot */
byte returned[CELLS];       /* shared memory, by subscription and slot */
byte ring[SUBS * (FRAMES + 1)]; /* shared memory: the slot of a delivery index; the frame's number is the index here */
byte delivered[SUBS];

byte held[CELLS];           /* the books: the index under which a subscription holds a slot, 0 if it does not */
byte holders[SLOTS];
bit free[SLOTS];
bit gone[SUBS], unfaithful[SUBS];

byte taken[CELLS];          /* the consumers' heaps: the index under which a slot is in use, 0 if it is not */
bit reading[CELLS];
bit killed[SUBS], endOfFile[SUBS];

inline release(s) {
	assert(!free[s]);
	free[s] = 1
}

inline giveBack(s) {
#ifdef BROKEN_NO_COUNT
	holders[s] = 1;
#endif
	assert(holders[s] > 0);
	holders[s]--;
	if
	:: holders[s] == 0 -> release(s)
	:: else
	fi
}

inline drop(x) {
	held[x] = 0;
	giveBack(x % SLOTS)
}

inline dropAll(c) {
	s = 0;
	do
	:: s < SLOTS ->
		if
		:: held[AT(c, s)] -> drop(AT(c, s))
		:: else
		fi;
		s++
	:: else -> s = 0; break
	od
}

/* Whether a look at a return word changes anything. */
#if defined(BROKEN_ANY_WORD)
#define BACK(x) (returned[x] != 0)
#elif defined(BROKEN_AT_LEAST)
#define BACK(x) (returned[x] >= held[x])
#elif defined(BROKEN_FREED_BY_CLOCK)
#define BACK(x) (returned[x] == held[x] || x == 0)
#else
#define BACK(x) (returned[x] == held[x])
#endif
#define DUE(x) (held[x] && !gone[x / SLOTS] && !unfaithful[x / SLOTS] && (BACK(x) || returned[x] > held[x]))

inline collect(x) {
	if
	:: DUE(x) ->
		if
		:: BACK(x) -> drop(x)
		:: else ->
			unfaithful[x / SLOTS] = 1;
#ifdef BROKEN_BREAK_FREES
			dropAll(x / SLOTS)
#endif
		fi
	:: else
	fi
}

inline deliver(c) {
	if
	:: gone[c] || unfaithful[c]
	:: else -> d_step {
		delivered[c]++;
		held[AT(c, slot)] = delivered[c];
		ring[c * (FRAMES + 1) + delivered[c]] = slot;
		count++
	   }
	fi
}

/* Dispatch.leave: the end of file was seen, so these looks are the last. */
inline leave(c) {
	collect(AT(c, 0)); collect(AT(c, 1));
#if SLOTS > 2
	collect(AT(c, 2));
#endif
#ifndef BROKEN_END_FREES_LESS
	dropAll(c);
#endif
#ifdef BROKEN_END_FREES_TWICE
	if
	:: returned[AT(c, 0)] -> giveBack(0)
	:: else
	fi;
#endif
	gone[c] = 1
}

active proctype producer() {
	byte frame, slot, count, s;
	d_step {
		free[0] = 1; free[1] = 1;
#if SLOTS > 2
		free[2] = 1
#endif
	};
end_idle:
	do
	:: d_step { frame < FRAMES && free[0] -> free[0] = 0; slot = 0 }; goto publish
	:: d_step { frame < FRAMES && free[1] -> free[1] = 0; slot = 1 }; goto publish
	:: d_step { DUE(0) -> collect(0) }
	:: d_step { DUE(1) -> collect(1) }
	:: d_step { DUE(2) -> collect(2) }
	:: d_step { DUE(3) -> collect(3) }
#if SLOTS > 2
	:: d_step { frame < FRAMES && free[2] -> free[2] = 0; slot = 2 }; goto publish
	:: d_step { DUE(4) -> collect(4) }
	:: d_step { DUE(5) -> collect(5) }
#endif
	:: d_step { endOfFile[0] && !gone[0] -> leave(0) }
	:: d_step { endOfFile[1] && !gone[1] -> leave(1) }
	od;
publish: skip;
	d_step {
		assert(!reading[AT(0, slot)] || killed[0]);
		assert(!reading[AT(1, slot)] || killed[1]);
		frame++;
		payload[slot] = frame
	};
	deliver(0);
	deliver(1);
	d_step {
		holders[slot] = count;
		if
		:: count == 0 -> release(slot)
		:: else
		fi;
		count = 0; slot = 0
	};
	goto end_idle
}

inline finishRead(c, s) {
	assert(payload[s] == taken[AT(c, s)]);
	reading[AT(c, s)] = 0
}

/* Each step is one of the process's threads. A frame's number is its delivery index, since both are there from the start. */
proctype consumer(byte c) {
	byte next = 1;
	byte s;
	bit lied;
end_idle:
	do
	:: d_step { !killed[c] && next <= delivered[c] ->
		s = ring[c * (FRAMES + 1) + next];
		taken[AT(c, s)] = next;
		reading[AT(c, s)] = 1;
		next++;
		s = 0
	   }
	/* The last read, then the return word; each of the slots. */
#ifdef BROKEN_GIVEN_BACK_EARLY
	:: d_step { !killed[c] && reading[AT(c, 0)] -> returned[AT(c, 0)] = taken[AT(c, 0)] }
	:: d_step { !killed[c] && reading[AT(c, 0)] && returned[AT(c, 0)] == taken[AT(c, 0)] -> finishRead(c, 0); taken[AT(c, 0)] = 0 }
#else
	:: d_step { !killed[c] && reading[AT(c, 0)] -> finishRead(c, 0) }
	:: d_step { !killed[c] && taken[AT(c, 0)] && !reading[AT(c, 0)] ->
		returned[AT(c, 0)] = taken[AT(c, 0)]; taken[AT(c, 0)] = 0
	   }
#endif
	:: d_step { !killed[c] && reading[AT(c, 1)] -> finishRead(c, 1) }
	:: d_step { !killed[c] && taken[AT(c, 1)] && !reading[AT(c, 1)] ->
		returned[AT(c, 1)] = taken[AT(c, 1)]; taken[AT(c, 1)] = 0
	   }
#if SLOTS > 2
	:: d_step { !killed[c] && reading[AT(c, 2)] -> finishRead(c, 2) }
	:: d_step { !killed[c] && taken[AT(c, 2)] && !reading[AT(c, 2)] ->
		returned[AT(c, 2)] = taken[AT(c, 2)]; taken[AT(c, 2)] = 0
	   }
#endif
	:: d_step { !killed[c] && c == 1 && !lied && reading[AT(1, 0)] -> returned[AT(1, 0)] = taken[AT(1, 0)] + 1; lied = 1 }
	od
}

proctype killer(byte c) {
	if
	:: killed[c] = 1; endOfFile[c] = 1
	:: true
	fi
}

#define KEPT(s) (held[AT(1, s)] && unfaithful[1] && !killed[1])

init {
	atomic { run consumer(0); run consumer(1); run killer(0); run killer(1) };
	timeout -> assert((free[0] || KEPT(0)) && (free[1] || KEPT(1)));
#if SLOTS > 2
	assert(free[2] || KEPT(2))
#endif
}
