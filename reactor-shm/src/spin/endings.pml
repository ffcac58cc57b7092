/*
 * Endings: taken, CANCELLED and the end of file, when a consumer cancels or is killed at any step, and COMPLETE.
 *
 * Models: a producer and two consumers. The first one may be cancelled by another thread at any moment, and its process may be
 *   killed at any step; the second one takes everything. With GROUP both are members of one group: a frame goes to one of them, and
 *   what the first does not give back goes to the second, marked if it was taken. Without GROUP both are lossless.
 * Mirrors: channel/Consumer (cancel, drainOnce, finish, terminate), channel/RingReader (take, takeTerminal), channel/Attachment
 *   (hold, giveBack, letGo), channel/SinkSubscription (look, giveUpUntaken, collect, free, writeTerminal), channel/Dispatch (look, leave,
 *   writeTerminal, result). With GROUP also channel/Group.
 * Bounds: SLOTS slots, FRAMES frames.
 * Assumes: sequential consistency; a killed process does nothing more, and its end of file comes after that.
 * Properties: a frame that a living consumer may read is not overwritten; a slot is freed once for each time it was taken, and all are
 *   free in the end; a frame that was given back is not delivered again; no frame comes twice unless the second is marked; lossless
 *   frames come in order and without a gap; in the end every frame was seen, or its subscription had cancelled or its process had died,
 *   and a frame of a group that nobody saw, or one that a process took with it after COMPLETE, is counted.
 *
 * @run short lossless      -DSLOTS=2 -DFRAMES=2
 * @run short group         -DSLOTS=2 -DFRAMES=2 -DGROUP
 * @run full  lossless-more -DSLOTS=2 -DFRAMES=4
 * @run full  group-more    -DSLOTS=2 -DFRAMES=4 -DGROUP
 * @run full  group-slots   -DSLOTS=3 -DFRAMES=3 -DGROUP
 * @broken TAKEN_AFTER_ON_NEXT    group    taken is stored after the frame's onNext
 * @broken CANCEL_FREES_TAKEN     lossless on CANCELLED what was taken is freed too
 * @broken CANCELLED_BY_USER      lossless the thread that cancels stores CANCELLED, beside the drain
 * @broken TAKEN_READ_FIRST       lossless the producer reads taken before it reads the state
 * @broken WORDS_READ_BEFORE_END  group    at the end of file the producer uses what it read before it
 * @broken CLOSED_WITH_FRAMES     lossless the socket is closed at cancel, while frames are still used
 * @broken FREED_AND_KEPT         lossless what CANCELLED frees stays in the books, and is freed again at the end of file
 * @broken UNMARKED               group    what was taken is delivered again without a mark
 * @broken COMPLETE_BEFORE_QUEUE  group    COMPLETE is written while frames wait in the group's queue
 * @broken REDELIVERED_TOO_LATE   group    after COMPLETE what a dead member held is queued again
 * @broken LEFT_NOT_COUNTED       group    a member's cancel after COMPLETE with frames that it did not take is no loss
 * @broken MISSING_NOT_COUNTED    lossless a death after COMPLETE with frames that were not given back is no loss
 */

#define COMPLETE 255

/* Shared memory and socket of the first subscription. */
byte entrySlot[FRAMES + 2], entryFrame[FRAMES + 2];
byte delivered, taken;
bit cancelledWord;
byte returned[SLOTS];
bit killed, endOfFile;

/* The first consumer's heap. */
bit cancelFlag;
bit done;                       /* CANCELLED is written, or COMPLETE was emitted */
byte using[SLOTS];              /* the index under which it took a slot, until it gives it back */
bit handed[SLOTS];              /* its onNext was called */

/* The books. */
bit free[SLOTS];
byte held[SLOTS];               /* by the first: the index, 0 if it does not */
bit second[SLOTS];              /* by the second */
bit queued[SLOTS], marked[SLOTS];
byte frameOf[SLOTS];
byte published, missing;
bit terminal, told;             /* COMPLETE is written; also to the first */
bit cancelled, gone;

/* Ghosts, by frame. */
bit seen1[FRAMES + 1], seen2[FRAMES + 1], back1[FRAMES + 1];

#define S2 (SLOTS - 1)
#define ANY_FREE (free[0] || free[1] || free[S2])
#define ANY_QUEUED (queued[0] || queued[1] || queued[S2])
#define ACTIVE (!cancelled && !gone)

inline release(s) {
	assert(!free[s]);
	free[s] = 1;
	marked[s] = 0
}

/* The first holds the slot no more. */
inline back(s) {
	held[s] = 0;
	if
	:: !second[s] && !queued[s] -> release(s)
	:: else
	fi
}

/* The first will not give the slot back. */
inline unreturned(s, wasTaken) {
#ifdef GROUP
	if
#ifdef BROKEN_LEFT_NOT_COUNTED
	:: terminal && cancelled -> back(s)
	:: terminal && !cancelled -> missing++; back(s)
#elif !defined(BROKEN_REDELIVERED_TOO_LATE)
	:: terminal -> missing++; back(s)
#endif
	:: else ->
		assert(!back1[frameOf[s]]);
		queued[s] = 1;
#ifndef BROKEN_UNMARKED
		marked[s] = wasTaken;
#endif
		held[s] = 0
	fi
#else
#ifndef BROKEN_MISSING_NOT_COUNTED
	if
	:: terminal && !cancelled -> missing++
	:: else
	fi;
#endif
	back(s)
#endif
}

inline forgetUntaken(s, lastTaken) {
	if
#ifdef BROKEN_CANCEL_FREES_TAKEN
	:: held[s] -> unreturned(s, 0)
#elif defined(BROKEN_FREED_AND_KEPT)
	:: held[s] > lastTaken && !second[s] && !queued[s] -> release(s)
#else
	:: held[s] > lastTaken -> unreturned(s, 0)
#endif
	:: else
	fi
}

/* SinkSubscription.look, when the state says CANCELLED. */
inline wasCancelled(lastTaken) {
	cancelled = 1;
	forgetUntaken(0, lastTaken);
	forgetUntaken(1, lastTaken);
#if SLOTS > 2
	forgetUntaken(2, lastTaken)
#endif
}

inline lastLook(s) {
	if
#ifndef BROKEN_WORDS_READ_BEFORE_END
	:: held[s] && returned[s] == held[s] -> back(s)
#endif
	:: else ->
		if
		:: held[s] -> unreturned(s, held[s] <= taken)
		:: else
		fi
	fi
}

/* Dispatch.look and leave: the end of file was seen, so what is read now is final. */
inline leave() {
	if
	:: ACTIVE && cancelledWord -> wasCancelled(taken)
	:: else
	fi;
	lastLook(0);
	lastLook(1);
#if SLOTS > 2
	lastLook(2);
#endif
	gone = 1
}

inline publish(s) {
	assert(using[s] == 0 || killed);
	free[s] = 0;
	published++;
	frameOf[s] = published;
#ifdef GROUP
	if
	:: ACTIVE -> toFirst(s)
	:: second[s] = 1
	fi
#else
	second[s] = 1;
	if
	:: ACTIVE -> toFirst(s)
	:: else
	fi
#endif
}

inline toFirst(s) {
	delivered++;
	held[s] = delivered;
	entrySlot[delivered] = s;
	entryFrame[delivered] = published
}

#define PUBLISHABLE(s) (published < FRAMES && free[s])
/* The group's queue goes out in the order of the frames. */
#define FIRST_OF(s, t) (!queued[t] || frameOf[s] <= frameOf[t])
#define DUE_IN_QUEUE(s) (!terminal && queued[s] && FIRST_OF(s, 0) && FIRST_OF(s, 1) && FIRST_OF(s, S2))

#ifdef BROKEN_COMPLETE_BEFORE_QUEUE
#define COMPLETE_DUE (published == FRAMES && !terminal)
#else
#define COMPLETE_DUE (published == FRAMES && !terminal && !ANY_QUEUED)
#endif

active proctype producer() {
	byte lastTaken;
	d_step { free[0] = 1; free[1] = 1; free[S2] = 1 };
end_idle:
	do
	:: d_step { PUBLISHABLE(0) -> publish(0) }
	:: d_step { PUBLISHABLE(1) -> publish(1) }
#if SLOTS > 2
	:: d_step { PUBLISHABLE(2) -> publish(2) }
	:: d_step { DUE_IN_QUEUE(2) -> queued[2] = 0; second[2] = 1 }
	:: d_step { held[2] && returned[2] == held[2] -> back(2) }
#endif
	:: d_step { DUE_IN_QUEUE(0) -> queued[0] = 0; second[0] = 1 }
	:: d_step { DUE_IN_QUEUE(1) -> queued[1] = 0; second[1] = 1 }
	:: d_step { held[0] && returned[0] == held[0] -> back(0) }
	:: d_step { held[1] && returned[1] == held[1] -> back(1) }
	:: d_step { COMPLETE_DUE -> terminal = 1;
		if
		:: ACTIVE -> told = 1; delivered++; entrySlot[delivered] = COMPLETE
		:: else
		fi
	   }
#ifdef BROKEN_TAKEN_READ_FIRST
	:: ACTIVE -> lastTaken = taken;
	   d_step {
		if
		:: cancelledWord -> wasCancelled(lastTaken)
		:: else
		fi;
		lastTaken = 0
	   }
#else
	:: ACTIVE && cancelledWord -> d_step { wasCancelled(taken) }
#endif
	:: d_step { endOfFile && !gone -> leave() }
	od
}

inline onNext() {
	assert(frameOf[s] == entryFrame[next]);
#ifdef GROUP
	assert(!seen1[frameOf[s]] && !seen2[frameOf[s]]);
#else
	assert(!seen1[frameOf[s]] && (frameOf[s] == 1 || seen1[frameOf[s] - 1]));
#endif
	handed[s] = 1;
	seen1[frameOf[s]] = 1
}

inline giveBack(s) {
	returned[s] = using[s];
	using[s] = 0;
	handed[s] = 0;
	back1[frameOf[s]] = 1
}

/* Whoever drains the first consumer: only it writes taken and CANCELLED. */
active proctype first() {
	byte next = 1;
	byte s;
	{
end_idle:
		do
		:: d_step { cancelFlag && !done -> cancelledWord = 1; done = 1 }
		:: !cancelFlag && !done && next <= delivered ->
			if
			:: entrySlot[next] == COMPLETE -> d_step { taken = next; done = 1 }
			:: else ->
				s = entrySlot[next];
#ifdef BROKEN_TAKEN_AFTER_ON_NEXT
				d_step { using[s] = next; onNext() };
				taken = next;
#else
				d_step { taken = next; using[s] = next };
				d_step { onNext() };
#endif
				d_step { next++; s = 0 }
			fi
		od
	} unless { killed }
}

#ifdef BROKEN_CLOSED_WITH_FRAMES
#define UNUSED true
#else
#define UNUSED (!using[0] && !using[1] && !using[S2])
#endif

/* Any threads that use frames, in any order; whoever lets go last closes the socket. */
active proctype holders() {
end_idle:
	do
	:: d_step { !killed && handed[0] -> giveBack(0) }
	:: d_step { !killed && handed[1] -> giveBack(1) }
#if SLOTS > 2
	:: d_step { !killed && handed[2] -> giveBack(2) }
#endif
	:: d_step { !killed && !endOfFile && done && UNUSED -> endOfFile = 1 }
	od
}

inline secondTakes(s) {
	assert(!seen2[frameOf[s]]);
#ifdef GROUP
	assert(marked[s] || !seen1[frameOf[s]]);
#endif
	seen2[frameOf[s]] = 1;
	second[s] = 0;
	if
	:: !held[s] && !queued[s] -> release(s)
	:: else
	fi
}

active proctype other() {
end_idle:
	do
	:: d_step { second[0] -> secondTakes(0) }
	:: d_step { second[1] -> secondTakes(1) }
#if SLOTS > 2
	:: d_step { second[2] -> secondTakes(2) }
#endif
	od
}

active proctype canceller() {
	if
	:: cancelFlag = 1
#ifdef BROKEN_CANCELLED_BY_USER
		; cancelledWord = 1
#endif
	:: true
	fi
}

active proctype killer() {
	if
	:: killed = 1; endOfFile = 1
	:: true
	fi
}

active proctype quiet() {
	byte f, unseen1, unseen;
	timeout -> d_step {
		assert(terminal && free[0] && free[1] && free[S2]);
		f = 1;
		do
		:: f <= FRAMES ->
			unseen1 = unseen1 + !seen1[f];
			unseen = unseen + (!seen1[f] && !seen2[f]);
#ifndef GROUP
			assert(seen2[f]);
#endif
			f++
		:: else -> break
		od;
#ifdef GROUP
		assert(unseen <= missing)
#else
		assert(unseen1 == 0 || cancelledWord || (killed && !told) || missing >= unseen1)
#endif
	}
}
