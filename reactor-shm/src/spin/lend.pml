/*
 * The slot of a pending frame, lent to a credit: threads that fill slots take it beside the drain, which may want it back.
 *
 * Models: the drain of a producer's books with a LOSSLESS subscription (0) and a LATEST one (1); an upstream that emits what it was asked
 *   for, or threads that acquire slots, two at a time; and the subscriptions' readers, which give back at any time. Here each access to
 *   a word that the drain shares with those who fill slots is a step of its own; credit.pml has the rules of the books.
 * Mirrors: channel/Books (grant, takeGranted, takeLentBack, becomesNewest, revokeGranted), channel/EncodedQueue, channel/Producer (begin,
 *   publish, abandon), SlotGate (poll).
 * Bounds: SLOTS slots, FRAMES fillings, ASKS elements asked for by the LOSSLESS subscription, LATEST_ASKS by the LATEST one. ACQUIRED: two
 *   threads take slots whenever there are some, and may give one up; else there is one, which has what it was asked for. COMPLETES: the
 *   upstream completes at any time between two elements.
 * Assumes: sequential consistency; taking from the ring of granted slots is one step (its races are those of GrantedSlotsTest).
 * Fixes, where the design leaves it open: the lent slot stands in one atomic word. Who fills takes from the ring, else swaps the word
 *   for none, else looks at the ring once more. When another slot is free, the drain first puts that one into the ring and then
 *   takes the lent one back by compare-and-set; if that fails, the pending frame is dropped, and the other slot taken back from the
 *   ring, or counted as outstanding if somebody took it. At the upstream's end a pending frame is delivered without demand.
 * Properties: an element that was asked for finds a slot; no slot is filled while it is read; no slot is in two places, and none is
 *   lost; never are more slots reserved than are outstanding; LATEST got or skipped each frame, and waits for none that it could
 *   have, but in a pool of one slot; if the upstream completes, it got the last one.
 *
 * @run short emitted   -DSLOTS=2 -DFRAMES=3 -DASKS=4 -DLATEST_ASKS=2
 * @run short one-slot  -DSLOTS=1 -DFRAMES=3 -DASKS=3 -DLATEST_ASKS=2 -DCOMPLETES
 * @run short completed -DSLOTS=2 -DFRAMES=2 -DASKS=3 -DLATEST_ASKS=1 -DCOMPLETES
 * @run short acquired  -DSLOTS=2 -DFRAMES=4 -DASKS=3 -DLATEST_ASKS=0 -DACQUIRED
 * @run full  acquired-more -DSLOTS=2 -DFRAMES=4 -DASKS=4 -DLATEST_ASKS=1 -DACQUIRED
 * @run full  three-slots   -DSLOTS=3 -DFRAMES=4 -DASKS=4 -DLATEST_ASKS=2 -DCOMPLETES
 * @broken LENT_DELIVERED      emitted   the pending frame is delivered while its slot is lent
 * @broken LENT_NOT_SWAPPED    emitted   the lent slot is not taken back when another one is free
 * @broken TAKEN_BACK_FIRST    emitted   the lent slot is taken back before another one is in the ring
 * @broken RING_LOOKED_AT_ONCE emitted   who fills does not look at the ring again
 * @broken TAKEN_BACK_BY_STORE emitted   the lent slot is taken back by a load and a store
 * @broken LENT_LOADED         emitted   who fills takes the lent slot by a load and a store
 * @broken SPARE_KEPT          emitted   the other slot stays granted when the lent one is taken already
 * @broken SPARE_NOT_COUNTED   acquired  the other slot is neither there any more nor counted as outstanding
 * @broken OWN_SLOT_FREED      emitted   the pending frame's slot is freed when its successor comes in that very slot
 * @broken REVOKED_TO_FREE     completed at the upstream's end the lent slot is freed, although its frame is still pending
 * @broken ENDED_ON_DEMAND     completed at the upstream's end a pending frame waits for demand
 */

#define NONE SLOTS
#define RECORDER 0
#define VIEWER 1
#define AT(c, s) ((c) * SLOTS + (s))

bit granted[SLOTS];             /* the ring of granted slots */
byte lent = NONE;               /* the word */
chan encoded = [3] of { byte, bit }; /* slot, whether it was given up */
chan credit = [SLOTS] of { bit };  /* what was asked of an upstream */
bit returned[2 * SLOTS];        /* the return words, and what the books make of them */
bit holds[2 * SLOTS];
bit reading[2 * SLOTS];
byte asks[2], demand[2];
bit free[SLOTS];
byte pending = NONE;
byte lentOut = NONE;            /* the drain's note of the slot that it lent, whether that was taken or not */
byte outstanding, fillings, published;
bit done;
bit writing[SLOTS], inUse[SLOTS]; /* ghosts; a slot is in use from the take to the end of the drain's step for it */
byte got, skipped, latest;      /* ghosts of the LATEST one */
bit settled;                    /* the end has been written */

#define NONE_GRANTED (!granted[0] && !granted[SLOTS / 2] && !granted[SLOTS - 1])

inline pop(x) {
	d_step {
		x = 0;
		do
		:: x < SLOTS && !granted[x] -> x++
		:: else -> break
		od;
		if
		:: x < SLOTS -> granted[x] = 0
		:: else
		fi
	}
}

inline freeSlot(x) {
	assert(!free[x] && !granted[x] && lent != x && !inUse[x] && !holds[AT(0, x)] && !holds[AT(1, x)] && pending != x);
	free[x] = 1
}

inline freeIfUnused(x) {
	if
	:: x != NONE && !holds[AT(0, x)] && !holds[AT(1, x)] && pending != x && lentOut != x -> freeSlot(x)
	:: else
	fi
}

inline give(c, x) {
	d_step {
		assert(!writing[x] && !holds[AT(c, x)] && !inUse[x]);
		holds[AT(c, x)] = 1;
		reading[AT(c, x)] = 1;
		if
		:: demand[c] > 0 -> demand[c]--
		:: else
		fi;
		if
		:: c == VIEWER -> got++; latest = published
		:: else
		fi
	}
}

/* The lent slot is somebody else's; if its frame was still pending, that will not be delivered any more. */
inline forgetLent() {
	d_step {
		if
		:: lentOut == pending && pending != NONE -> pending = NONE; skipped++
		:: else
		fi;
		lentOut = NONE
	}
}

/* It is the drain's again. */
inline lentIsBack() {
	d_step {
		y = lentOut;
		lentOut = NONE;
		ok = 0;
		if
		:: y != pending -> freeSlot(y)
		:: else
		fi
	}
}

inline loadAndClear(x) {
#ifdef BROKEN_LENT_LOADED
	x = lent;
	lent = NONE
#else
	d_step { x = lent; lent = NONE }
#endif
}

inline takeLentBack() {
#ifdef BROKEN_TAKEN_BACK_BY_STORE
	ok = (lent == lentOut);
	lent = NONE
#else
	d_step {
		ok = (lent == lentOut);
		if
		:: ok -> lent = NONE
		:: else
		fi
	}
#endif
}

/* Another slot backs the credit, if one is free. */
inline swap() {
	d_step {
		y = 0;
		do
		:: y < SLOTS && !free[y] -> y++
		:: else -> break
		od;
		if
		:: y < SLOTS -> free[y] = 0
		:: else
		fi
	};
	if
	:: y < SLOTS ->
#ifdef BROKEN_TAKEN_BACK_FIRST
		takeLentBack();
		granted[y] = 1;
#else
		granted[y] = 1;
		takeLentBack();
#endif
		if
		:: ok -> lentIsBack()
		:: else ->
			forgetLent();
#ifdef BROKEN_SPARE_KEPT
			skip
#else
			pop(y);
			if
			:: y < SLOTS -> d_step { freeSlot(y) }
#ifdef BROKEN_SPARE_NOT_COUNTED
			:: else
#else
			:: else -> outstanding++
#endif
			fi
#endif
		fi
	:: else
	fi;
	y = 0
}

inline serveViewer(anyway) {
	if
#ifdef BROKEN_LENT_DELIVERED
	:: pending != NONE && (demand[VIEWER] > 0 || anyway) ->
#else
	:: pending != NONE && pending != lentOut && (demand[VIEWER] > 0 || anyway) ->
#endif
		give(VIEWER, pending);
		pending = NONE
	:: else
	fi
}

inline grant() {
	y = 0;
	do
	:: y < SLOTS && !done && demand[RECORDER] > outstanding && free[y] ->
		d_step { free[y] = 0; granted[y] = 1; outstanding++ };
#ifndef ACQUIRED
		credit!1;
#endif
		y++
	:: y < SLOTS && !(!done && demand[RECORDER] > outstanding && free[y]) -> y++
	:: y == SLOTS -> break
	od;
	y = 0;
	if
	:: !done && lentOut == NONE && NONE_GRANTED && demand[RECORDER] > outstanding && pending != NONE && !holds[AT(0, pending)] && !holds[AT(1, pending)] ->
		d_step { lentOut = pending; outstanding++; lent = pending };
#ifndef ACQUIRED
		credit!1
#endif
	:: else
	fi
}

inline settle() {
#ifndef BROKEN_LENT_NOT_SWAPPED
	if
	:: lentOut != NONE -> swap()
	:: else
	fi;
#endif
	serveViewer(false);
	grant();
	d_step {
		z = (lent != NONE);
		y = 0;
		do
		:: y < SLOTS -> z = z + granted[y]; y++
		:: else -> break
		od;
		assert(settled || z <= outstanding);
		z = 0; y = 0
	}
}

/* An element, or what became of its slot. */
inline publish() {
	d_step {
		encoded?x, up;
		if
		:: outstanding > 0 -> outstanding--
		:: else -> assert(false)
		fi;
		inUse[x] = 0
	};
	if
	:: x == lentOut ->
#ifdef BROKEN_OWN_SLOT_FREED
		d_step { lentOut = NONE; pending = NONE; skipped++; freeSlot(x) }
#else
		forgetLent()
#endif
	:: else
	fi;
	if
	:: up -> d_step { freeSlot(x) }
	:: else ->
		published++;
		give(RECORDER, x);
		/* The older one is nobody's newest any more. */
		d_step {
			y = pending;
			pending = NONE;
			if
			:: y != NONE -> skipped++; freeIfUnused(y)
			:: else
			fi;
			y = 0
		};
		if
		:: demand[VIEWER] > 0 && !holds[AT(VIEWER, 0)] && (SLOTS < 2 || !holds[AT(VIEWER, SLOTS - 1)]) -> give(VIEWER, x)
		:: else -> pending = x
		fi
	fi;
	d_step { x = 0; up = 0 };
	settle()
}

#define ANY_RETURNED (returned[0] || returned[1] || (SLOTS > 1 && (returned[2 * SLOTS - 1] || returned[2 * SLOTS - 2])) || (SLOTS > 2 && (returned[2] || returned[3])))

inline collect() {
	d_step {
		x = 0;
		do
		:: x < 2 * SLOTS ->
			if
			:: returned[x] ->
				returned[x] = 0;
				holds[x] = 0;
				y = x % SLOTS;
				freeIfUnused(y)
			:: else
			fi;
			x++
		:: else -> break
		od;
		x = 0; y = 0
	};
	settle()
}

/* The upstream has completed, and all that it emitted is published. */
inline end() {
	do
	:: pop(x);
		if
		:: x < SLOTS -> d_step { freeSlot(x) }
		:: else -> break
		fi
	od;
	x = 0;
	if
	:: lentOut != NONE ->
#ifdef BROKEN_REVOKED_TO_FREE
		d_step { x = lent; lent = NONE; lentOut = NONE; free[x] = 1; x = 0 }
#else
		takeLentBack();
		if
		:: ok -> lentIsBack(); y = 0
		:: else -> forgetLent()
		fi
#endif
	:: else
	fi;
	outstanding = 0;
#ifdef BROKEN_ENDED_ON_DEMAND
	serveViewer(false);
#else
	serveViewer(true);
#endif
	settled = 1
}

active proctype drain() {
	byte x, y, z;
	bit ok, up;
	d_step {
		do
		:: y < SLOTS -> free[y] = 1; y++
		:: else -> y = 0; break
		od;
		asks[RECORDER] = ASKS;
		asks[VIEWER] = LATEST_ASKS
	};
end_idle:
	do
	:: nempty(encoded) -> publish()
	:: ANY_RETURNED -> collect()
	:: asks[RECORDER] > 0 && !settled -> d_step { asks[RECORDER]--; demand[RECORDER]++ }; settle()
	:: asks[VIEWER] > 0 && !settled -> d_step { asks[VIEWER]--; demand[VIEWER]++ }; settle()
	:: done && empty(encoded) && !settled -> end()
	od
}

inline take() {
	pop(slot);
	if
	:: slot == NONE ->
		loadAndClear(slot);
		if
#ifndef BROKEN_RING_LOOKED_AT_ONCE
		:: slot == NONE -> pop(slot)
#endif
		:: else
		fi
	:: else
	fi
}

inline fill() {
	d_step {
		assert(!inUse[slot] && !free[slot] && !reading[AT(0, slot)] && !reading[AT(1, slot)]);
		inUse[slot] = 1;
		writing[slot] = 1
	};
	writing[slot] = 0
}

#define ANY_RESERVED (lent != NONE || !NONE_GRANTED)

#ifdef ACQUIRED
active [2] proctype acquirer() {
	byte slot;
end_idle:
	do
	:: atomic { fillings < FRAMES && ANY_RESERVED -> fillings++ };
		take();
		if
		:: slot == NONE -> fillings--
		:: slot != NONE ->
			fill();
			if
			:: encoded!slot, 0
			:: encoded!slot, 1
			fi
		fi;
		slot = 0
	od
}
#else
active proctype upstream() {
	byte slot;
end_idle:
	do
	:: atomic { fillings < FRAMES && nempty(credit) -> credit?_; fillings++ };
		take();
		assert(slot != NONE);
		fill();
		encoded!slot, 0;
		slot = 0
#ifdef COMPLETES
	:: done = 1; break
#endif
	od
}
#endif

/* Each step is one of the threads of the subscription's process. */
active [2] proctype reader() {
	byte c = _pid % 2;
	byte s;
end_idle:
	do
	:: d_step { reading[AT(c, 0)] -> assert(!writing[0]); reading[AT(c, 0)] = 0 }; returned[AT(c, 0)] = 1
#if SLOTS > 1
	:: d_step { reading[AT(c, 1)] -> assert(!writing[1]); reading[AT(c, 1)] = 0 }; returned[AT(c, 1)] = 1
#endif
#if SLOTS > 2
	:: d_step { reading[AT(c, 2)] -> assert(!writing[2]); reading[AT(c, 2)] = 0 }; returned[AT(c, 2)] = 1
#endif
	od
}

active proctype quiet() {
	byte s, n;
	timeout -> d_step {
		assert(got + skipped + (pending != NONE) == published);
		assert(pending == NONE || demand[VIEWER] == 0 || (SLOTS == 1 && lentOut == pending));
		assert(!settled || pending == NONE && latest == published);
		assert(done || fillings == FRAMES || demand[RECORDER] == 0);
		n = 0;
		do
		:: s < SLOTS -> n = n + free[s] + granted[s] + (pending == s || lent == s); s++
		:: else -> break
		od;
		assert(n == SLOTS)
	}
}
