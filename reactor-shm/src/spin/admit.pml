/*
 * A newcomer's first demand: the loop announces only to subscriptions that are in the books, and any thread may admit one.
 *
 * Models: the producer's loop, its control thread, which has accepted a subscription and also reads its bell bytes, a thread of the
 *   upstream that drains meanwhile, and the newcomer, which stores its demand and rings if the bell is set.
 * Mirrors: channel/Producer (attached, drain, drainOnce, poll, announce), channel/Dispatch (admit, look), channel/Roster,
 *   channel/SinkSubscription (wireRang), channel/Reception (admit), loop/Loop (park, wake).
 * Bounds: one newcomer that stores ASKS times, DRAINS drains of the upstream's thread.
 * Assumes: sequential consistency; the newcomer's demand may come before or after it is in the books.
 * Properties: one thread at a time is in the drain; when nothing moves any more, the newcomer is in the books and its demand is seen.
 *
 * @run short one-drain  -DASKS=1 -DDRAINS=1
 * @run full  two-drains -DASKS=2 -DDRAINS=2
 * @broken WAKE_BEFORE_ADMIT  one-drain  the loop is woken when the newcomer waits for a drain, not when it is in the books
 * @broken ANNOUNCED_NOT_LOOKED one-drain the loop announces to the newcomer and waits without a look at its words
 * @broken BELL_KEPT          two-drains the control thread reads a bell byte and does not drain
 * @broken DRAIN_WITHOUT_WAKE two-drains the control thread reads a bell byte, drains, and leaves the loop parked with its bell cleared
 * @broken DRAIN_GIVES_UP     one-drain  whoever finds the drain busy leaves no note
 * @broken NO_WIP             one-drain  whoever comes drains
 */

bit arrival;              /* Producer.arrivals holds the newcomer */
bit inRoster;
byte asked, seen;         /* control.requested; SinkSubscription.requested */
bit bell;                 /* the newcomer's producer bell */
chan socket = [1] of { bit };
byte wip;
byte inDrain;             /* ghost */
bit parked, woken;

inline wake() {
	if
	:: parked -> woken = 1
	:: else
	fi
}

inline drainOnce() {
	if
	:: arrival ->
		arrival = 0;
		inRoster = 1;
		changed = 1;
#ifndef BROKEN_WAKE_BEFORE_ADMIT
		if
		:: !isLoop -> wake()
		:: else
		fi
#endif
	:: else
	fi;
	if
	:: inRoster && asked != seen -> seen = asked; changed = 1
	:: else
	fi
}

inline drain() {
#ifdef BROKEN_NO_WIP
	d_step { assert(inDrain == 0); inDrain++ };
	drainOnce();
	inDrain--;
#else
	atomic {
		wip++;
		if
		:: wip > 1 ->
#ifdef BROKEN_DRAIN_GIVES_UP
			wip--;
#endif
			missed = 0
		:: else -> missed = 1
		fi
	};
	do
	:: missed ->
		d_step { assert(inDrain == 0); inDrain++ };
		drainOnce();
		d_step { inDrain--; wip = wip - missed; missed = wip }
	:: else -> break
	od
#endif
}

active proctype loop() {
	byte missed;
	bit changed;
	bit announced;
	bit isLoop = 1;
	do
	:: drain();
	   if
	   :: changed -> changed = 0
	   :: else ->
		parked = 1;
		if
		:: inRoster -> bell = 1; announced = 1
		:: else
		fi;
#ifdef BROKEN_ANNOUNCED_NOT_LOOKED
		if
		:: announced
		:: else -> drain()
		fi;
#else
		drain();
#endif
		if
		:: changed -> changed = 0
		:: else ->
end_wait:		atomic { (woken || nempty(socket)) -> woken = 0 };
			atomic {
				if
				:: nempty(socket) -> socket?_
				:: empty(socket)
				fi
			}
		fi;
		announced = 0;
		parked = 0;
		if
		:: inRoster -> bell = 0
		:: else
		fi
	   fi
	od
}

active proctype control() {
	byte missed;
	bit changed;
	bit isLoop;
	/* attached */
	arrival = 1;
	drain();
	changed = 0;
	wake();
	/* ticks */
end_tick:
	do
	:: atomic { nempty(socket) -> socket?_ };
#ifndef BROKEN_BELL_KEPT
	   drain();
	   changed = 0;
#ifndef BROKEN_DRAIN_WITHOUT_WAKE
	   wake()
#endif
#endif
	od
}

active proctype upstream() {
	byte missed;
	byte n;
	bit changed;
	bit isLoop;
	do
	:: n < DRAINS -> n++; drain(); changed = 0
	:: else -> break
	od
}

active proctype newcomer() {
	bit wasParked;
	do
	:: asked < ASKS ->
		asked++;
		wasParked = bell;
		if
		:: wasParked ->
			wasParked = 0;
			bell = 0;
			atomic {
				if
				:: nfull(socket) -> socket!1
				:: full(socket)
				fi
			}
		:: else
		fi
	:: else -> break
	od
}

active proctype quiet() {
	timeout -> assert(inRoster && seen == asked)
}
