/*
 * A user's thread marks, its loop rings: only a loop writes to a socket, so a thread that gives a slot back asks its own loop for it.
 *
 * Models: a consumer's process with its loop, which also stores and rings by itself, and two user threads that give slots back; and
 *   the producer's loop, which parks.
 * Mirrors: channel/Attachment (giveBack, ringIfParked, ringIfDue, sendBell), loop/Wire (requestBell, takeBell), loop/Loop (wake, park),
 *   and the other way round channel/Producer (ringThoseParked) with channel/SinkSubscription (ringLater, ringIfDue).
 * Bounds: STORES stores of each of the three; a socket holds one byte, the next write finds it full.
 * Assumes: sequential consistency; a missing fence is a load that comes before the store in front of it.
 * Properties: when nothing moves any more, the producer has seen every store and no mark is left.
 *
 * @run short one-store  -DSTORES=1
 * @run full  two-stores -DSTORES=2
 * @broken NO_FENCE_OF_MARKER    one-store  the user's thread reads the bell before its return word is visible
 * @broken NO_WAKE               one-store  it marks and does not wake its loop
 * @broken WAKE_BEFORE_MARK      one-store  it wakes its loop, then marks
 * @broken MARKS_NOT_LOOKED_AT   one-store  the loop does not look at marks between saying that it is parked and waiting
 * @broken MARK_CLEARED_AFTER    two-stores the loop rings, then takes the mark away: perhaps the next one
 */

bit news[3];              /* the loop's word (0), the users' (1, 2): stored, and not seen by the producer */
bit bell;                 /* the producer's */
bit mark;                 /* Wire.bellDue */
bit parked, woken;        /* of the consumer's loop: Loop.parked, Selector.wakeup() */
chan socket = [1] of { bit };

inline send() {
	atomic {
		if
		:: nfull(socket) -> socket!1
		:: full(socket)
		fi
	}
}

inline takeMark() {
#ifdef BROKEN_MARK_CLEARED_AFTER
	due = mark
#else
	d_step { due = mark; mark = 0 }
#endif
}

inline ringDue() {
	bell = 0;
	send();
#ifdef BROKEN_MARK_CLEARED_AFTER
	mark = 0;
#endif
	due = 0
}

active proctype consumerLoop() {
	byte stores;
	bit due;
	do
	:: takeMark();
	   if
	   :: due -> ringDue()
	   :: else
	   fi;
	   if
	   :: stores < STORES ->
		stores++;
		news[0] = 1;
		if
		:: bell -> bell = 0; send()
		:: else
		fi
	   :: true ->
		parked = 1;
#ifndef BROKEN_MARKS_NOT_LOOKED_AT
		takeMark();
		if
		:: due -> ringDue()
		:: else
		fi;
#endif
end_wait:	atomic { (woken || stores < STORES) -> woken = 0 };
		parked = 0
	   fi
	od
}

active [2] proctype user() {
	byte stores;
	bit wasParked;
	do
	:: stores < STORES ->
		stores++;
#ifdef BROKEN_NO_FENCE_OF_MARKER
		wasParked = bell;
		news[_pid] = 1;
#else
		news[_pid] = 1;
		wasParked = bell;
#endif
		if
		:: wasParked ->
			wasParked = 0;
#ifndef BROKEN_WAKE_BEFORE_MARK
			mark = 1;
#endif
#ifndef BROKEN_NO_WAKE
			if
			:: parked -> woken = 1
			:: else
			fi;
#endif
#ifdef BROKEN_WAKE_BEFORE_MARK
			mark = 1
#endif
		:: else
		fi
	:: else -> break
	od
}

inline look(r) {
	if
	:: news[r] -> news[r] = 0; found = 1
	:: else
	fi
}

active proctype producerLoop() {
	bit found;
	do
	:: bell = 1;
	   d_step { look(0) };
	   d_step { look(1) };
	   d_step { look(2) };
	   if
	   :: found -> found = 0
	   :: else ->
end_wait:	socket?_
	   fi;
	   bell = 0
	od
}

active proctype quiet() {
	timeout -> assert(!news[0] && !news[1] && !news[2] && !mark)
}
