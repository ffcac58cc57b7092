/*
 * The consumer's drain: a user's thread that requests may emit, beside the loop; signals are serial, and nothing gets stuck.
 *
 * Models: a consumer with its loop, a user's thread that requests and may cancel, and the control thread, which brings the attachment
 *   and the end of file; and a producer that publishes on demand, rings, and may be killed at any step.
 * Mirrors: channel/Consumer (start, request, cancel, attached, wireEnded, poll, drain, drainWhileMissed, drainOnce, emit, lost, finish),
 *   channel/RingReader (hasNews, look, take), loop/Loop (park, wake).
 * Bounds: REQUESTS requests of one element each, FRAMES frames, a ring of RING entries, which is also the budget of a drain.
 * Assumes: sequential consistency. Bells are those of bells.pml: here a parked loop is woken in one step, and remembers it.
 * Properties: one thread at a time signals; nothing is signalled after the terminal signal; when nothing moves any more, all that was
 *   requested and published was emitted, or the subscription has ended; a death is signalled, once, behind all that was published.
 *
 * @run short alive          -DREQUESTS=2 -DFRAMES=2 -DRING=1 -DEXTRA=0
 * @run short mortal         -DREQUESTS=1 -DFRAMES=1 -DRING=1 -DEXTRA=1 -DMORTAL
 * @run full  more-frames    -DREQUESTS=2 -DFRAMES=3 -DRING=2 -DEXTRA=1
 * @run full  mortal-more    -DREQUESTS=2 -DFRAMES=2 -DRING=1 -DEXTRA=1 -DMORTAL
 * @run full  cancelled      -DREQUESTS=1 -DFRAMES=1 -DRING=1 -DEXTRA=1 -DCANCELLED
 * @run full  both           -DREQUESTS=1 -DFRAMES=1 -DRING=1 -DEXTRA=1 -DCANCELLED -DMORTAL
 * @broken AGAIN_CLEARED_UNSEEN  alive  the loop clears the note of another thread without having seen it
 * @broken NO_WIP                alive  whoever comes drains
 * @broken MISSED_IGNORED        alive  the drain ends without a look at who came meanwhile
 * @broken NO_HAND_OVER          alive  a drain whose budget is used up leaves no note for the loop
 * @broken HAND_OVER_NOT_WOKEN   alive  ... leaves a note and does not wake the loop
 * @broken END_READ_AFTER_RING   mortal the end of file is read after the ring was found empty
 * @broken LOOP_SKIPS_BUSY_DRAIN alive  the loop leaves no mark in wip while another thread drains
 * @broken DEMAND_NOT_TOLD       alive  demand that came before the attachment is not told when it is there
 */

byte requested;             /* Consumer.requested */
bit cancelled, again, attached, peerGone, done;
byte wip = 1;               /* held by start() */
byte emitted;               /* of whoever drains; also how far the ring was read */
byte asked;                 /* shared memory: control.requested; the drainer knows it as `stored` */
byte published;             /* shared memory: the ring */
bit dead;                   /* the producer */
bit parked, woken;          /* the loop */
bit signalling, ended;      /* ghosts: a signal is being given; the terminal one was */

inline wake() {
	d_step {
		if
		:: parked -> woken = 1
		:: else
		fi
	}
}

inline tell() {
	d_step { asked = limit; activity = 1 }
}

inline beginSignal() {
	assert(!signalling && !ended);
	signalling = 1;
	emitted++;
	activity = 1
}

inline endSignal() {
	d_step { assert(signalling); signalling = 0 }
}

inline signalLost() {
	assert(!signalling && !ended && emitted == published);
	ended = 1;
	activity = 1
}

#ifdef BROKEN_END_READ_AFTER_RING
#define READ_END_BEFORE skip
#define READ_END_AFTER goneBefore = peerGone
#else
#define READ_END_BEFORE goneBefore = peerGone
#define READ_END_AFTER skip
#endif

/* What only the drainer touches goes with one access to what others touch in one step. */
inline emit() {
	READ_END_BEFORE;
	limit = requested;
#ifndef BROKEN_DEMAND_NOT_TOLD
	if
	:: limit != asked -> tell()
	:: else
	fi;
#endif
	do
#ifdef CANCELLED
	:: cancelled -> break
#endif
	:: !cancelled ->
		if
		:: published == emitted ->
			READ_END_AFTER;
			if
			:: goneBefore -> d_step { done = 1; signalLost() }
			:: else
			fi;
			break
		:: else
		fi;
		if
		:: emitted == limit ->
			limit = requested;
			if
			:: emitted == limit -> break
			:: else -> tell()
			fi
		:: else
		fi;
		if
		:: left == 0 ->
#ifndef BROKEN_NO_HAND_OVER
			again = 1;
#ifndef BROKEN_HAND_OVER_NOT_WOKEN
			wake();
#endif
#endif
			break
		:: else -> d_step { left--; beginSignal() }; endSignal()
		fi
	od;
#ifdef CANCELLED
	if
	:: d_step { !done && cancelled -> again = 1; wip++ }
	:: done || !cancelled
	fi;
#endif
	skip;
	d_step { limit = 0; goneBefore = 0 }
}

inline drainOnce() {
	if
	:: done
	:: else ->
		if
#ifdef CANCELLED
		:: d_step { cancelled -> done = 1; activity = 1 }
#endif
		:: !cancelled && attached -> emit()
		:: !cancelled && !attached
		fi
	fi
}

inline drainWhileMissed() {
	d_step { missed = 1; left = (attached -> RING : 1) };
	do
	:: drainOnce();
#if defined(BROKEN_MISSED_IGNORED) || defined(BROKEN_NO_WIP)
	   d_step { wip = 0; missed = 0; left = 0 };
	   break
#else
	   d_step { wip = wip - missed; missed = wip };
	   if
	   :: missed
	   :: else -> left = 0; break
	   fi
#endif
	od
}

inline enter() {
	d_step {
#ifdef BROKEN_NO_WIP
		entered = 1;
#else
		entered = (wip == 0);
#endif
		wip++
	}
}

inline drainIfEntered() {
	if
	:: entered -> entered = 0; drainWhileMissed()
	:: else
	fi
}

#ifdef BROKEN_LOOP_SKIPS_BUSY_DRAIN
#define LOOP_DRAINS (wip == 0)
#else
#define LOOP_DRAINS true
#endif

active proctype loop() {
	byte missed, left, limit;
	bit entered, goneBefore, activity;
	bit handedOver;
	do
	:: handedOver = again;
#ifdef BROKEN_AGAIN_CLEARED_UNSEEN
	   again = 0;
#else
	   if
	   :: handedOver -> again = 0
	   :: else
	   fi;
#endif
	   if
	   :: !done && (handedOver || (attached && published != emitted)) && LOOP_DRAINS -> enter(); drainIfEntered()
	   :: else
	   fi;
	   if
	   :: handedOver || activity -> d_step { handedOver = 0; activity = 0; parked = 0 }
	   :: else ->
		if
		:: d_step { !parked -> parked = 1 }
		:: parked ->
end_wait:		d_step { woken -> woken = 0; parked = 0 }
		fi
	   fi
	od
}

/* The subscriber: start(), which holds wip already, then its requests. */
active proctype user() {
	byte missed, left, limit;
	bit entered = 1;
	bit goneBefore, activity;
	byte n;
	do
	:: drainIfEntered();
	   activity = 0;
	   if
	   :: n < REQUESTS -> n++; requested++; enter()
	   :: else -> break
	   fi
	od
}

#ifdef CANCELLED
/* Another thread of the subscriber. */
active proctype canceller() {
	byte missed, left, limit;
	bit entered, goneBefore, activity;
	cancelled = 1;
	enter();
	drainIfEntered()
}
#endif

active proctype control() {
	attached = 1;
	again = 1;
	wake();
#ifdef MORTAL
	dead;
	peerGone = 1;
	again = 1;
	wake()
#endif
}

/* EXTRA frames are published without demand: another had it when they were asked for, and has it no more. */
active proctype producer() {
end_idle:
	do
	:: published < asked + EXTRA && published < FRAMES && published - emitted < RING ->
		published++;
		wake()
#ifdef MORTAL
	:: dead = 1; break
#endif
	od
}

#define ALL_EMITTED (emitted == (requested < published -> requested : published))

active proctype quiet() {
	timeout -> d_step {
		assert(wip == 0 && !signalling);
		assert(!cancelled || done);
		assert(done || (asked == requested && ALL_EMITTED));
		assert(!dead || done || published > requested)
	}
}
