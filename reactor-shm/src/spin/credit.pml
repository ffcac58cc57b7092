/*
 * Reservation and credit, with all modes together: what the upstream is asked for has a slot, and nothing waits for ever.
 *
 * Models: the books of a producer with one LOSSLESS subscription, two LATEST ones (with their pending newest frame) and a group of two
 *   members (with its queue and redelivery), as a run has them, and an upstream that emits what it was asked for. Each step is one
 *   drain of the books; only the taking of a slot and the publishing are apart, since an element is encoded between them.
 * Mirrors: channel/Books, channel/Dispatch (publish, collect, serve, writeTerminal, need, grant, leave), channel/Roster (need),
 *   channel/Group.
 * Bounds: SLOTS slots, FRAMES frames, ASKS (or LATEST_ASKS) elements asked for by each subscription, one by one; a LATEST subscription or a member
 *   holds at most LIMIT frames. MORTAL: one of each kind may go at any time. JOINS: the LOSSLESS one comes at any time. REPLAYS: so do the
 *   second LATEST one, which begins with the newest frame, and the second member. ABANDONS: one slot is taken and not filled. COMPLETES:
 *   the upstream completes at any time between two elements.
 * Fixes, where the design leaves it open: a slot whose frame is only pending is lent to a credit only if no slot is free and those that
 *   were granted are taken. While it is lent its frame is not delivered; as soon as another slot is free that one backs the credit. If none
 *   is until the next element comes, that takes the lent slot, and the pending frame is dropped. A group without members gates
 *   nothing, and its queue is freed. For newcomers that begin with the newest frame, that one is kept when nobody waits for it, and
 *   its slot is lent likewise. At the upstream's end a LATEST subscription is given its pending frame at once, whatever
 *   it asked for and holds.
 * Properties: an element that was asked for finds a slot. LOSSLESS gets every frame since it came, the group's members each frame
 *   once, also after deaths; LATEST gets frames in order, and those that it did not get are counted. No more is asked for than each
 *   party that paces the sink wants. When nothing moves any more and all frames were given back, the upstream has emitted all or
 *   nobody who paces it wants more; a LATEST subscription that asks has no frame pending (but in a pool of one slot it may have to
 *   wait for the next frame), and a group whose members ask no queue. If the upstream completes, LATEST got the last frame too, if
 *   that did not go for an element that was given up.
 *
 * @run short lossless-latest -DSLOTS=2 -DFRAMES=4 -DASKS=4 -DLATEST_ASKS=2 -DLIMIT=1 -DLOSSLESS=1 -DLATEST=1
 * @run short lossless-group  -DSLOTS=2 -DFRAMES=3 -DASKS=3 -DLIMIT=1 -DLOSSLESS=1 -DMEMBERS=2
 * @run short one-slot        -DSLOTS=1 -DFRAMES=4 -DLATEST_ASKS=2 -DLIMIT=1 -DLATEST=2
 * @run short one-slot-both   -DSLOTS=1 -DFRAMES=4 -DASKS=4 -DLATEST_ASKS=2 -DLIMIT=1 -DLOSSLESS=1 -DLATEST=1
 * @run short group-death     -DSLOTS=2 -DFRAMES=4 -DASKS=4 -DLIMIT=2 -DMEMBERS=2 -DMORTAL
 * @run full  latest          -DSLOTS=3 -DFRAMES=5 -DLATEST_ASKS=3 -DLIMIT=2 -DLATEST=2
 * @run short all-modes       -DSLOTS=2 -DFRAMES=4 -DASKS=4 -DLATEST_ASKS=2 -DLIMIT=1 -DLOSSLESS=1 -DLATEST=1 -DMEMBERS=2
 * @run full  three-slots     -DSLOTS=3 -DFRAMES=4 -DASKS=4 -DLATEST_ASKS=2 -DLIMIT=2 -DLOSSLESS=1 -DLATEST=2 -DMEMBERS=1
 * @run full  deaths          -DSLOTS=2 -DFRAMES=4 -DASKS=4 -DLATEST_ASKS=2 -DLIMIT=1 -DLOSSLESS=1 -DLATEST=1 -DMEMBERS=2 -DMORTAL
 * @run short last-member     -DSLOTS=2 -DFRAMES=4 -DASKS=4 -DLIMIT=1 -DLOSSLESS=1 -DMEMBERS=1 -DMORTAL
 * @run short abandoned       -DSLOTS=1 -DFRAMES=3 -DASKS=3 -DLATEST_ASKS=2 -DLIMIT=1 -DLOSSLESS=1 -DLATEST=1 -DABANDONS
 * @run short completed       -DSLOTS=2 -DFRAMES=3 -DASKS=3 -DLATEST_ASKS=1 -DLIMIT=1 -DLOSSLESS=1 -DLATEST=1 -DMEMBERS=1 -DCOMPLETES
 * @run short replayed        -DSLOTS=1 -DFRAMES=3 -DASKS=3 -DLATEST_ASKS=2 -DLIMIT=1 -DLOSSLESS=1 -DLATEST=1 -DREPLAYS
 * @run full  all-at-once     -DSLOTS=2 -DFRAMES=3 -DASKS=2 -DLATEST_ASKS=1 -DLIMIT=1 -DLOSSLESS=1 -DLATEST=1 -DMEMBERS=1 -DREPLAYS -DMORTAL -DABANDONS -DCOMPLETES
 * @run full  newcomer        -DSLOTS=2 -DFRAMES=4 -DASKS=3 -DLATEST_ASKS=2 -DLIMIT=1 -DJOINS -DLATEST=1 -DMEMBERS=2
 * @broken NO_RESERVATION        lossless-latest the upstream is asked for more than there are free slots
 * @broken LENT_DELIVERED        lossless-latest a pending frame is delivered although its slot backs a credit
 * @broken LENT_TWICE            one-slot        a slot whose frame is only pending backs more than one credit
 * @broken PENDING_NOT_FREE      one-slot        a slot whose frame is only pending backs no credit
 * @broken OLD_PENDING_KEPT      lossless-latest the slot of a pending frame is not freed when its successor comes
 * @broken LATEST_GATES          lossless-latest the demand of a LATEST subscription paces the sink
 * @broken ENCODING_NOT_COUNTED  lossless-latest an element that is being encoded is no outstanding credit any more
 * @broken LIMIT_NOT_COUNTED     lossless-group  a member's need is its demand, whatever it holds
 * @broken DEATH_FREES           group-death     what a dead member held is freed, not given to another
 * @broken ENDED_ON_DEMAND       completed       at the upstream's end a pending frame waits for demand
 * @broken REVOKED_TO_FREE       completed       at the upstream's end a lent slot is freed, although its frame is still pending
 * @broken ABANDONED_OUTSTANDING abandoned       a slot that was taken and not filled is outstanding for ever
 * @broken REPLAYED_WHILE_LENT   replayed        a newcomer is given the newest frame although its slot backs a credit
 * @broken NEWEST_HELD           replayed        the slot of a frame that is kept for newcomers backs no credit
 * @broken EMPTY_GROUP_GATES     last-member     a group without members paces the sink
 */
#ifndef LOSSLESS
#define LOSSLESS 0
#endif
#ifndef LATEST
#define LATEST 0
#endif
#ifndef ASKS
#define ASKS 0
#endif
#ifndef LATEST_ASKS
#define LATEST_ASKS 0
#endif
#ifndef MEMBERS
#define MEMBERS 0
#endif

#define NONE SLOTS
#define UNBOUNDED 100

/* Subscriptions: 0 LOSSLESS, 1 and 2 LATEST, 3 and 4 members of the group. */
#define SUBS 5
#define HOLDS(i, s) holds[(i) * SLOTS + (s)]

byte demand[SUBS], asks[SUBS], heldBy[SUBS];
bit live[SUBS], holds[SUBS * SLOTS];
byte excess;                  /* delivered to a newcomer beyond its demand */
byte frameOf[SLOTS], uses[SLOTS];
bit free[SLOTS], reserved[SLOTS], queued[SLOTS];
byte pending = NONE;          /* the slot of the newest frame, if it is pending for a LATEST subscription */
bit pendingFor[SUBS];
bit completed, emptied;       /* emptied: the group was once without members */
bit dropped;                  /* ghost: the newest frame went for an element that has not come */
byte since[SUBS];             /* ghost: frames before a LATEST one's first */
bit lent;                     /* the pending frame's slot backs a credit */
byte outstanding;             /* asked of the upstream, and not published */
byte encoding = NONE;
byte published;
byte last[SUBS], got[SUBS], skipped[SUBS], done, asked; /* ghosts */

#ifdef REPLAYS
#define KEEPS true
#else
#define KEEPS false
#endif
#ifdef JOINS
#define JOINED true
#else
#define JOINED false
#endif

#define WANTS(i) (live[i] && demand[i] > 0 && heldBy[i] < LIMIT)
#define CAPACITY(i) (demand[i] < LIMIT - heldBy[i] -> demand[i] : LIMIT - heldBy[i])
#define HAS_GROUP (live[3] || live[4])
#define HAS_LATEST (live[1] || live[2])

#ifdef BROKEN_EMPTY_GROUP_GATES
#define GROUP_GATES (MEMBERS > 0)
#else
#define GROUP_GATES HAS_GROUP
#endif
#define ONLY_PENDING (pending != NONE && !lent && uses[pending] == 0 && !queued[pending])
#define NONE_RESERVED (!reserved[0] && !reserved[SLOTS / 2] && !reserved[SLOTS - 1])
#ifdef BROKEN_PENDING_NOT_FREE
#define LENDABLE false
#elif defined(BROKEN_NEWEST_HELD)
#define LENDABLE (ONLY_PENDING && NONE_RESERVED && (pendingFor[1] || pendingFor[2]))
#elif defined(BROKEN_LENT_TWICE)
#define LENDABLE (pending != NONE && uses[pending] == 0 && outstanding < 3)
#else
#define LENDABLE (ONLY_PENDING && NONE_RESERVED)
#endif
#ifdef BROKEN_ENDED_ON_DEMAND
#define AT_END false
#else
#define AT_END completed
#endif
#ifdef BROKEN_LENT_DELIVERED
#define DELIVERABLE true
#else
#define DELIVERABLE !lent
#endif

inline freeIfUnused(u) {
	if
	:: uses[u] == 0 && !queued[u] && pending != u && encoding != u && !reserved[u] ->
		assert(!free[u]);
		free[u] = 1;
		frameOf[u] = 0
	:: else
	fi
}

inline give(i, u) {
	assert(frameOf[u] > 0 && !HOLDS(i, u));
	HOLDS(i, u) = 1;
	uses[u]++;
	heldBy[i]++;
	got[i]++;
	if
	:: demand[i] > 0 -> demand[i]--
	:: else -> excess++; assert(i == 0 && JOINED || (i == 1 || i == 2) && completed)
	fi;
	assert(i >= 3 || frameOf[u] > last[i]);
	last[i] = frameOf[u]
}

inline takeBack(i, u) {
	HOLDS(i, u) = 0;
	uses[u]--;
	heldBy[i]--
}

/* Nobody waits for the pending frame any more; its slot stays with the credit that it backs. */
inline forgetPending() {
	y = pending;
	pending = NONE;
	if
	:: y == NONE
	:: y != NONE && lent -> lent = 0; reserved[y] = 1
	:: y != NONE && !lent -> freeIfUnused(y)
	fi;
	y = 0
}

inline skipPending() {
	skipped[1] = skipped[1] + pendingFor[1];
	skipped[2] = skipped[2] + pendingFor[2];
	pendingFor[1] = 0;
	pendingFor[2] = 0
}

/* Another slot backs the credit as soon as one is free. */
inline takeLentBack() {
	s = 0;
	do
	:: s < SLOTS && lent ->
		if
		:: free[s] -> free[s] = 0; reserved[s] = 1; lent = 0
		:: else
		fi;
		s++
	:: else -> s = 0; break
	od
}

inline servePending(i) {
	if
	:: pendingFor[i] && (WANTS(i) || AT_END) && DELIVERABLE ->
		pendingFor[i] = 0;
		give(i, pending);
#ifdef BROKEN_LENT_DELIVERED
		lent = 0;
#endif
		if
		:: !pendingFor[1] && !pendingFor[2] && !KEEPS -> pending = NONE
		:: else
		fi
	:: else
	fi
}

inline lowestQueued() {
	x = NONE;
	s = 0;
	queue = 0;
	do
	:: s < SLOTS ->
		if
		:: queued[s] ->
			queue++;
			if
			:: x == NONE -> x = s
			:: x != NONE && frameOf[s] < frameOf[x] -> x = s
			:: else
			fi
		:: else
		fi;
		s++
	:: else -> s = 0; break
	od
}

inline serveQueue() {
	lowestQueued();
	do
	:: x != NONE && WANTS(3) -> queued[x] = 0; give(3, x); lowestQueued()
	:: x != NONE && !WANTS(3) && WANTS(4) -> queued[x] = 0; give(4, x); lowestQueued()
	:: else -> x = 0; break
	od
}

/* The need is at most wanted less what is on its way. */
inline atMost(wanted, onItsWay) {
	if
	:: wanted <= onItsWay -> need = 0
	:: wanted > onItsWay && wanted - onItsWay < need -> need = wanted - onItsWay
	:: else
	fi
}

/* What the upstream may be asked for, as far as demand goes. */
inline computeNeed() {
	lowestQueued();
	x = 0;
	need = (!completed && (live[0] || GROUP_GATES || HAS_LATEST) -> UNBOUNDED : 0);
	if
	:: live[0] -> atMost(demand[0], outstanding)
	:: else
	fi;
#ifdef BROKEN_LATEST_GATES
	if
	:: live[1] -> atMost(demand[1], outstanding)
	:: else
	fi;
#endif
	if
	:: GROUP_GATES ->
#ifdef BROKEN_LIMIT_NOT_COUNTED
		y = demand[3] + demand[4];
#else
		y = CAPACITY(3) + CAPACITY(4);
#endif
		queue = queue + outstanding;
		atMost(y, queue)
	:: else
	fi;
	y = 0;
	queue = 0
}

inline grant() {
	computeNeed();
	y = outstanding;
	s = 0;
	do
	:: s < SLOTS && need > 0 ->
#ifdef BROKEN_NO_RESERVATION
		if
		:: !reserved[s] && outstanding < SLOTS -> outstanding++; need--;
			if
			:: free[s] -> free[s] = 0; reserved[s] = 1
			:: else
			fi
		:: else
		fi;
#else
		if
		:: free[s] -> free[s] = 0; reserved[s] = 1; outstanding++; need--
		:: else
		fi;
#endif
		s++
	:: else -> s = 0; break
	od;
	if
	:: need > 0 && LENDABLE ->
		assert(!queued[pending]);
		lent = 1;
		outstanding++
	:: else
	fi;
	asked = asked + outstanding - y;
	/* What was just asked for is wanted by all who pace, with all that is on its way. */
	lowestQueued();
	assert(outstanding == y || !live[0] || asked - published <= demand[0]);
	assert(outstanding == y || !HAS_GROUP || asked - published + queue <= CAPACITY(3) + CAPACITY(4));
	need = 0; x = 0; y = 0; queue = 0
}

/* The end of every drain. */
inline settle() {
	serveQueue();
	takeLentBack();
	servePending(1);
	servePending(2);
	grant()
}

/* The slot of an element that has come. */
inline begin() {
	s = 0;
	do
	:: s < SLOTS && !reserved[s] -> s++
	:: else -> break
	od;
	if
	:: s < SLOTS -> reserved[s] = 0
	:: else ->
		assert(lent && pending != NONE && uses[pending] == 0 && !queued[pending]);
		s = pending;
		lent = 0;
		dropped = 1;
		skipPending();
		pending = NONE
	fi;
	encoding = s;
	s = 0;
#ifdef BROKEN_ENCODING_NOT_COUNTED
	outstanding--;
	settle()
#endif
}

inline offerLatest(i) {
	if
	:: WANTS(i) -> give(i, x)
	:: live[i] && !WANTS(i) -> pendingFor[i] = 1
	:: else
	fi
}

inline publish() {
	x = encoding;
	encoding = NONE;
#ifndef BROKEN_ENCODING_NOT_COUNTED
	outstanding--;
#endif
	published++;
	dropped = 0;
	frameOf[x] = published;
	if
	:: live[0] -> give(0, x)
	:: else
	fi;
	if
	:: WANTS(3) -> give(3, x)
	:: WANTS(4) -> give(4, x)
	:: HAS_GROUP && !WANTS(3) && !WANTS(4) -> queued[x] = 1
	:: !HAS_GROUP
	fi;
	skipPending();
#ifdef BROKEN_OLD_PENDING_KEPT
	pending = NONE;
#else
	forgetPending();
#endif
	offerLatest(1);
	offerLatest(2);
	pending = (pendingFor[1] || pendingFor[2] || KEEPS -> x : NONE);
	freeIfUnused(x);
	x = 0;
	settle()
}

inline freeQueue() {
	s = 0;
	do
	:: s < SLOTS ->
		if
		:: queued[s] -> queued[s] = 0; freeIfUnused(s)
		:: else
		fi;
		s++
	:: else -> s = 0; break
	od
}

/* A subscription has gone: what it holds is back, or goes to another member. */
inline leave(i) {
	live[i] = 0;
	demand[i] = 0;
	asks[i] = 0;
	s = 0;
	do
	:: s < SLOTS ->
		if
		:: HOLDS(i, s) ->
			takeBack(i, s);
#ifndef BROKEN_DEATH_FREES
			queued[s] = queued[s] || i >= 3;
#endif
			freeIfUnused(s)
		:: else
		fi;
		s++
	:: else -> s = 0; break
	od;
	if
	:: pendingFor[i] ->
		pendingFor[i] = 0;
		if
		:: !pendingFor[1] && !pendingFor[2] && !KEEPS -> forgetPending()
		:: else
		fi
	:: else
	fi;
	if
	:: i >= 3 && !HAS_GROUP -> emptied = 1; freeQueue()
	:: else
	fi;
	settle()
}

/* The element that the slot was taken for will not come; it is asked for again. */
inline abandon() {
	x = encoding;
	encoding = NONE;
#ifndef BROKEN_ABANDONED_OUTSTANDING
	outstanding--;
#endif
	asked--;
	freeIfUnused(x);
	x = 0;
	settle()
}

inline complete() {
	completed = 1;
	outstanding = 0;
	s = 0;
	do
	:: s < SLOTS ->
		if
		:: reserved[s] -> reserved[s] = 0; freeIfUnused(s)
		:: else
		fi;
		s++
	:: else -> s = 0; break
	od;
#ifdef BROKEN_REVOKED_TO_FREE
	if
	:: lent -> free[pending] = 1
	:: else
	fi;
#endif
	lent = 0;
	settle()
}

inline join(i, wanted) {
	live[i] = wanted;
	asks[i] = (wanted -> (i == 1 || i == 2 -> LATEST_ASKS : ASKS) : 0)
}

#define ASK(i) d_step { live[i] && asks[i] > 0 -> asks[i]--; \
		if \
		:: i == 0 && excess > 0 -> excess-- \
		:: else -> demand[i]++ \
		fi; \
		settle() }
#define GIVE_BACK(i, u) d_step { HOLDS(i, u) -> takeBack(i, u); done = done + (i >= 3); freeIfUnused(u); settle() }
#if SLOTS == 1
#define GIVE_BACK_ANY(i) :: GIVE_BACK(i, 0)
#elif SLOTS == 2
#define GIVE_BACK_ANY(i) :: GIVE_BACK(i, 0) :: GIVE_BACK(i, 1)
#else
#define GIVE_BACK_ANY(i) :: GIVE_BACK(i, 0) :: GIVE_BACK(i, 1) :: GIVE_BACK(i, 2)
#endif

active proctype books() {
	byte s, x, y, need, queue;
	bit mayDie = 1;
#ifdef ABANDONS
	bit mayAbandon = 1;
#endif
#ifdef REPLAYS
	bit mayJoin[2] = 1;
#endif
	d_step {
		do
		:: s < SLOTS -> free[s] = 1; s++
		:: else -> s = 0; break
		od;
#ifndef JOINS
		join(0, LOSSLESS > 0);
#endif
		join(1, LATEST > 0);
		join(2, LATEST > 1);
		join(3, MEMBERS > 0);
		join(4, MEMBERS > 1);
		settle()
	};
end_idle:
	do
	:: d_step { outstanding > 0 && encoding == NONE && published < FRAMES && !completed -> begin() }
	:: atomic { encoding != NONE -> publish() }
#if LOSSLESS > 0 || defined(JOINS)
	:: ASK(0)
	GIVE_BACK_ANY(0)
#endif
#if LATEST > 0
	:: ASK(1)
	GIVE_BACK_ANY(1)
#endif
#if LATEST > 1 || defined(REPLAYS)
	:: ASK(2)
	GIVE_BACK_ANY(2)
#endif
#if MEMBERS > 0
	:: ASK(3)
	GIVE_BACK_ANY(3)
#endif
#if MEMBERS > 1 || (MEMBERS == 1 && defined(REPLAYS))
	:: ASK(4)
	GIVE_BACK_ANY(4)
#endif
#ifdef ABANDONS
	:: d_step { mayAbandon && encoding != NONE -> mayAbandon = 0; abandon() }
#endif
#ifdef COMPLETES
	:: d_step { !completed && encoding == NONE -> complete() }
#endif
#ifdef REPLAYS
	:: d_step { mayJoin[0] ->
		mayJoin[0] = 0;
		join(2, 1);
		pendingFor[2] = (pending != NONE);
		since[2] = published - pendingFor[2];
		last[2] = since[2];
#ifdef BROKEN_REPLAYED_WHILE_LENT
		if
		:: pendingFor[2] && lent -> demand[2]++; asks[2]--; pendingFor[2] = 0; give(2, pending)
		:: else
		fi;
#endif
		settle()
	   }
#if MEMBERS == 1
	:: d_step { mayJoin[1] -> mayJoin[1] = 0; emptied = emptied || !HAS_GROUP; join(4, 1); settle() }
#endif
#endif
#ifdef JOINS
	:: d_step { !live[0] && got[0] == 0 && last[0] == 0 -> join(0, 1); last[0] = published; settle() }
#endif
#ifdef MORTAL
	:: mayDie -> mayDie = 0
#if LOSSLESS > 0
	:: d_step { mayDie && live[0] -> leave(0) }
#endif
#if LATEST > 0
	:: d_step { mayDie && live[1] -> leave(1) }
#endif
#if MEMBERS > 0
	:: d_step { mayDie && live[3] -> leave(3) }
#endif
#endif
	od
}

active proctype quiet() {
	byte s, x, y, need, queue;
	timeout -> d_step {
		lowestQueued();
		assert(published == FRAMES || completed || (live[0] && demand[0] == 0) || (HAS_GROUP && CAPACITY(3) + CAPACITY(4) == queue)
			|| (!live[0] && !HAS_GROUP && !HAS_LATEST));
		assert(!live[0] || JOINED || got[0] == published);
		assert(!live[1] || got[1] + skipped[1] + pendingFor[1] == published);
		assert(!live[2] || since[2] + got[2] + skipped[2] + pendingFor[2] == published);
		assert(!completed || !pendingFor[1] && !pendingFor[2]);
		assert(!completed || !live[1] || last[1] == published || dropped);
		assert(!(pendingFor[1] && demand[1]) || (SLOTS == 1 && lent));
		assert(!(pendingFor[2] && demand[2]) || (SLOTS == 1 && lent));
		assert(queue == 0 || (demand[3] == 0 && demand[4] == 0));
		assert(!HAS_GROUP || emptied || done + queue == published);
		y = 0;
		s = 0;
		do
		:: s < SLOTS ->
			assert(free[s] + reserved[s] + (queued[s] || pending == s) == 1);
			y = y + free[s] + reserved[s] + (queued[s] || pending == s);
			s++
		:: else -> break
		od;
		assert(y == SLOTS)
	}
}
