/*
 * Bells and park: a loop that waits is woken by whoever stored something for it, without its look every 50 ms.
 *
 * Models: one loop that serves two subscriptions, and three ringers: the peers of both, of which one may be killed at any step, and
 *   a thread of the loop's own process, which wakes it without a bell. A control thread reads bell bytes too.
 * Mirrors: loop/Loop (park, execute, wake), loop/SelectorWaiter, loop/Wire (look, run, ring), channel/Attachment (ringIfParked),
 *   channel/SinkSubscription (wantsBell, ring), channel/Producer (ringThoseParked).
 * Bounds: two subscriptions, three ringers of as many stores as a run says; a socket holds one byte, the next write finds it full
 *   (EAGAIN).
 * Assumes: sequential consistency; a missing fence is a load that comes before the store in front of it. Selector.wakeup() is
 *   remembered; select() returns as long as there is an unread byte or an end of file that was not seen.
 * Properties: when nothing moves any more, the loop has seen everything that was stored, also by a process that was killed; a
 *   ringer rings at most once for an announcement; nobody waits for ever elsewhere.
 *
 * @run short one-store  -DSTORES=1 -DMORTAL_STORES=1 -DOWN_STORES=1
 * @run full  two-stores -DSTORES=2 -DMORTAL_STORES=2 -DOWN_STORES=1
 * @broken NO_FENCE_OF_RINGER one-store   the ringer reads the bell before its store is visible
 * @broken NO_FENCE_OF_WAITER one-store   the waiter looks before its announcement is visible
 * @broken NO_SECOND_LOOK     one-store   the waiter announces and waits
 * @broken NO_CLEAR           two-stores  the ringer leaves the bell set: a byte for every store
 * @broken CLEAR_AFTER_SEND   two-stores  the ringer sends, then clears: it may clear the next announcement
 * @broken BELL_KEPT          one-store   the control thread reads a bell and passes it on to nobody
 * @broken WAKE_BEFORE_JOB    one-store   a thread of the loop's own process wakes it before its job is there
 * @broken PARKED_AFTER_LOOK  one-store   the loop says that it is parked only after its second look
 */

bit news[3];              /* ringer r has stored what the loop has not seen: a word (0, 1), a job (2) */
bit bell[2];              /* 1: the loop is parked */
chan socket[2] = [1] of { bit };
bit endOfFile, ended;     /* of subscription 1; Wire.ended */
bit looking;              /* Wire.looking of subscription 0 */
bit parked, woken;        /* Loop.parked, Selector.wakeup() */
bit kill;
bit rung[2];              /* ghost: somebody rang for this announcement */

inline send(s) {
	if
	:: nfull(socket[s]) -> socket[s]!1
	:: full(socket[s])        /* EAGAIN: unread bells wake as well */
	fi
}

inline ring(s) {
	d_step { assert(!rung[s]); rung[s] = 1 };
#ifdef BROKEN_NO_CLEAR
	atomic { send(s) }
#elif defined(BROKEN_CLEAR_AFTER_SEND)
	atomic { send(s) };
	bell[s] = 0
#else
	bell[s] = 0;
	atomic { send(s) }
#endif
}

inline wake() {
	atomic {
		if
		:: parked
		:: else -> goto awake
		fi
	};
	woken = 1;
awake:	skip
}

/* Stores, puts a full fence, reads the bell of its subscription. */
inline storeAndRing(s) {
#ifdef BROKEN_NO_FENCE_OF_RINGER
	wasParked = bell[s];
	news[s] = 1;
#else
	news[s] = 1;
	wasParked = bell[s];
#endif
	if
	:: wasParked -> wasParked = 0; ring(s)
	:: else
	fi
}

inline lookAt(r) {
	if
	:: news[r] -> news[r] = 0; found = 1
	:: else
	fi
}

inline secondLook() {
	d_step { lookAt(0) };
	d_step { lookAt(1) };
	d_step { lookAt(2) }
}

inline announce() {
	d_step { bell[0] = 1; rung[0] = 0 };
	d_step { bell[1] = 1; rung[1] = 0 }
}

/* Wire.look(), when select() has returned; the control thread may have been faster. */
inline readSockets() {
	atomic {
		if
		:: !looking && nempty(socket[0]) -> socket[0]?_
		:: looking || empty(socket[0])
		fi
	};
	atomic {
		if
		:: nempty(socket[1]) -> socket[1]?_
		:: empty(socket[1]) -> ended = endOfFile
		fi
	}
}

active proctype loop() {
	bit found;
	do
	:: d_step { lookAt(0); lookAt(1); lookAt(2) }; /* at once: it decides nothing */
	   if
	   :: found -> found = 0
	   :: else ->
#ifndef BROKEN_PARKED_AFTER_LOOK
		parked = 1;
#endif
#ifdef BROKEN_NO_FENCE_OF_WAITER
		secondLook();
		announce();
#else
		announce();
#ifndef BROKEN_NO_SECOND_LOOK
		secondLook();
#endif
#endif
#ifdef BROKEN_PARKED_AFTER_LOOK
		parked = 1;
#endif
		if
		:: found -> found = 0
		:: else ->
end_wait:		atomic {
				(woken || (nempty(socket[0]) && !looking) || nempty(socket[1]) || (endOfFile && !ended));
				woken = 0
			};
			readSockets()
		fi;
		parked = 0;
		bell[0] = 0;
		bell[1] = 0
	   fi
	od
}

/* Looks at the socket of subscription 0 at any time, and passes on what it took. */
active proctype control() {
end_tick:
	do
	:: atomic { nempty(socket[0]) -> looking = 1; socket[0]?_ };
	   looking = 0;
#ifndef BROKEN_BELL_KEPT
	   wake()
#endif
	od
}

active proctype peer() {
	byte stores;
	bit wasParked;
	do
	:: stores < STORES -> stores++; storeAndRing(0)
	:: else -> break
	od
}

active proctype mortalPeer() {
	byte stores;
	bit wasParked;
	{
		do
		:: stores < MORTAL_STORES -> stores++; storeAndRing(1)
		:: else -> break
		od
	} unless { kill };
	if
	:: kill -> endOfFile = 1
	:: else
	fi
}

active proctype killer() {
	if
	:: kill = 1
	:: true
	fi
}

/* Loop.execute: from any thread of the same process. */
active proctype ownThread() {
	byte stores;
	do
	:: stores < OWN_STORES ->
		stores++;
#ifdef BROKEN_WAKE_BEFORE_JOB
		wake();
		news[2] = 1
#else
		news[2] = 1;
		wake()
#endif
	:: else -> break
	od
}

active proctype quiet() {
	timeout -> assert(!news[0] && !news[1] && !news[2])
}
