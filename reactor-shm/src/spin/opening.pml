/*
 * Opening and closing a channel, with a death at every step: one owner at a time, and nothing left.
 *
 * Models: OPENERS processes that open the same name and close; DEATHS of them may be killed at any step, and with FAILS they may find no
 *   space. With CLEANER there is one more that only removes what is dead, and may be killed. A last one opens when no other lives.
 * Mirrors: control/Opening (claim, build, publish, discard), control/DeadChannels (clean, remove, removeUnlocked, removeFiles),
 *   control/OwnedChannel (close), control/BaseLock, control/OwnerLock.
 * Bounds: OPENERS and DEATHS; one opening each. A directory has a lock and a socket, which stands for all other files.
 * Assumes: sequential consistency; each change of a file or directory is one step and finds it by its path, each look is one step. A
 *   killed process keeps its locks for some time, and does nothing more. Locks do not fail. Nobody else writes into the base directory.
 * Properties: no file or directory of a living process that has not given it up is removed by another; the name never has two living
 *   owners; the last opener succeeds; when it has closed and no killed process has a lock any more, one look removes all that is left.
 *
 * @run short one-death     -DOPENERS=2 -DDEATHS=1
 * @run full  two-deaths    -DOPENERS=2 -DDEATHS=2 -DFAILS
 * @run full  with-cleaner  -DOPENERS=1 -DDEATHS=1 -DFAILS -DCLEANER
 * @broken BASE_RELEASED_EARLY one-death    .lock is released before the new directory is locked
 * @broken CLEAN_WITHOUT_BASE  with-cleaner a cleaner does not take .lock
 * @broken DEAD_BY_CONNECT     one-death    an owner is dead if nobody listens on its socket, whatever its lock says
 * @broken CLOSED_OUTSIDE      one-death    the owner lets its lock go, and then unlinks, without .lock
 * @broken NO_LOOK_AT_PUBLISH  one-death    the name is not looked at again before the rename, which replaces what is there
 * @broken UNLOCKED_LEFT       one-death    a directory without a lock file is left alone
 * @broken UNPUBLISHED_LEFT    one-death    directories that were never published are left alone
 * @broken NO_RETRY            one-death    whoever finds the name locked gives up at once, also when the owner was just killed
 */

#ifdef CLEANER
#define PROCESSES (OPENERS + 2)
#else
#define PROCESSES (OPENERS + 1)
#endif
#define LAST OPENERS            /* the last opener */
#define CLEANING (OPENERS + 1)

/* Directories are numbered from 1, by the process that makes them. Paths: 0 is the channel's name, i + 1 the .new-* of process i. */
#define PATHS (OPENERS + 2)
#define NAME 0
#define NONE 255

byte at[PATHS];                 /* the directory at a path, 0 if none */
bit has[2 * PATHS];             /* the files of a directory */
#define LOCK_FILE(d) has[d]
#define SOCKET(d) has[PATHS + (d)]
byte lockedBy[PATHS];           /* by directory: the process that holds its lock, NONE if nobody does */
byte baseLock = NONE;
bit killed[PROCESSES], over[PROCESSES];
byte dying;                     /* processes that were killed and still have locks */
bit owns[PROCESSES];            /* ghosts: its directory has the name; it has given its directory up itself */
bit gaveUp[PROCESSES];

#define LIVES(p) (!killed[p] && !over[p] && !gaveUp[p])

inline takeBase() {
	atomic { baseLock == NONE -> baseLock = me }
}

inline releaseBase() {
	baseLock = NONE
}

/* Removing something of a directory, found by its path. */
inline unlink(file, path) {
	d_step {
		if
		:: at[path] && has[file * PATHS + at[path]] ->
			assert(at[path] == me + 1 || !LIVES(at[path] - 1));
			has[file * PATHS + at[path]] = 0
		:: else
		fi
	}
}

/* DeadChannels.removeFiles: the lock last, then the directory, if it is empty. */
inline removeFiles(path) {
	unlink(1, path);
	unlink(0, path);
	d_step {
		if
		:: at[path] && !SOCKET(at[path]) && !LOCK_FILE(at[path]) ->
			assert(at[path] == me + 1 || !LIVES(at[path] - 1));
			at[path] = 0
		:: else
		fi
	}
}

#define NOTHING 0
#define UNLOCKED 1
#define TAKEN 2
#define ALIVE 3

#ifdef BROKEN_UNLOCKED_LEFT
#define IF_UNLOCKED NOTHING
#else
#define IF_UNLOCKED UNLOCKED
#endif

#ifdef BROKEN_UNPUBLISHED_LEFT
#define CLEANED_FROM PATHS
#else
#define CLEANED_FROM 1
#endif

#ifdef BROKEN_DEAD_BY_CONNECT
#define DEAD(d) (!SOCKET(d) || lockedBy[d] == NONE)
#else
#define DEAD(d) (lockedBy[d] == NONE)
#endif

inline look(path) {
	if
	:: at[path] == 0 -> action = NOTHING
	:: at[path] != 0 && !LOCK_FILE(at[path]) -> action = IF_UNLOCKED
	:: at[path] != 0 && LOCK_FILE(at[path]) && DEAD(at[path]) -> action = TAKEN; taken = at[path]; lockedBy[taken] = me
	:: else -> action = ALIVE
	fi
}

/* DeadChannels.removeUnlocked, or removeFiles with the lock of the dead owner. */
inline actOn(path) {
	if
	:: action == NOTHING || action == ALIVE
	:: action == UNLOCKED -> removeFiles(path); action = NOTHING
	:: action == TAKEN ->
		removeFiles(path);
		d_step { lockedBy[taken] = NONE; taken = 0; action = NOTHING }
	fi
}

/* DeadChannels.clean: all paths but the name; the looks up to the first that something follows from are one step. */
inline clean() {
	path = CLEANED_FROM;
	do
	:: path < PATHS ->
		d_step {
			do
			:: path < PATHS ->
				look(path);
				if
				:: action == TAKEN || action == UNLOCKED -> break
				:: else -> path++
				fi
			:: else -> action = NOTHING; break
			od
		};
		if
		:: path < PATHS -> actOn(path); path++
		:: else
		fi
	:: else -> d_step { path = 0; action = NOTHING }; break
	od
}

inline letOwnLockGo() {
	d_step {
		gaveUp[me] = 1;
		owns[me] = 0;
		lockedBy[me + 1] = NONE
	}
}

/* OwnedChannel.close */
inline close() {
#ifdef BROKEN_CLOSED_OUTSIDE
	letOwnLockGo();
	removeFiles(NAME);
#else
	d_step { gaveUp[me] = 1; owns[me] = 0 };
	if
	:: takeBase();
		if
		:: at[NAME] == me + 1 -> removeFiles(NAME)
		:: else
		fi;
		letOwnLockGo();
		releaseBase()
	:: !insists -> letOwnLockGo()  /* .lock was not to be had in time: the next opening removes the files */
	fi
#endif
}

#ifdef BROKEN_NO_RETRY
#define RETRIES false
#else
#define RETRIES true
#endif

/* Opening.run; opened tells whether it succeeded. */
inline open() {
	do
	:: takeBase();
		if
		:: !cleaned -> clean(); cleaned = 1
		:: else
		fi;
		d_step { look(NAME) };
		actOn(NAME);
		if
		:: action != ALIVE -> break
		:: else -> action = NOTHING;
			releaseBase();
			if
			:: RETRIES
			:: !RETRIES || !insists -> goto failed
			fi
		fi
	od;
	at[me + 1] = me + 1;
#ifdef BROKEN_BASE_RELEASED_EARLY
	releaseBase();
#endif
	LOCK_FILE(me + 1) = 1;
	lockedBy[me + 1] = me;
#ifndef BROKEN_BASE_RELEASED_EARLY
	releaseBase();
#endif
#ifdef FAILS
	if
	:: SOCKET(me + 1) = 1
	:: !insists -> goto discard    /* no space, say */
	fi;
#else
	SOCKET(me + 1) = 1;
#endif
	takeBase();
#ifndef BROKEN_NO_LOOK_AT_PUBLISH
	d_step { look(NAME) };
	actOn(NAME);
#endif
	if
	:: action == ALIVE ->
		action = NOTHING;
		releaseBase();
discard:	gaveUp[me] = 1;             /* without .lock, but with the owner's */
		removeFiles(me + 1);
		letOwnLockGo()
	:: else ->
		d_step {
			p = 0;
			do
			:: p < PROCESSES -> assert(!(owns[p] && LIVES(p))); p++
			:: else -> p = 0; break
			od;
#ifndef BROKEN_NO_LOOK_AT_PUBLISH
			assert(at[NAME] == 0);
#endif
			at[me + 1] = 0;
			at[NAME] = me + 1;
			owns[me] = 1
		};
		releaseBase();
		opened = 1
	fi;
failed: skip
}

proctype opener(byte me) {
	byte path, taken, p, action;
	bit cleaned, opened;
	bit insists = (me == LAST);
	{
		open();
		if
		:: opened -> close();
			if
			:: insists ->
				/* When the system has torn down all that was killed, one more look removes the rest. */
				dying == 0;
				takeBase();
				clean();
				releaseBase()
			:: else
			fi
		:: else
		fi
	} unless { killed[me] };
	d_step {
		over[me] = !killed[me];
		path = 0; taken = 0; p = 0; action = 0; cleaned = 0; opened = 0; insists = 0
	}
}

#ifdef CLEANER
proctype cleaner(byte me) {
	byte path, taken, action;
	{
#ifdef BROKEN_CLEAN_WITHOUT_BASE
		clean();
		skip
#else
		takeBase();
		clean();
		releaseBase()
#endif
	} unless { killed[me] };
	d_step {
		over[me] = !killed[me];
		path = 0; taken = 0; action = 0
	}
}
#endif

inline letBaseGo() {
	d_step {
		if
		:: baseLock == me -> baseLock = NONE
		:: else
		fi
	}
}

/* Death, and some time later the system lets its locks go, in any order. */
proctype death(byte me) {
	byte d;
	bit baseFirst;
	if
	:: d_step { !over[me] -> killed[me] = 1; dying++ };
		if
		:: baseFirst = 1
		:: true
		fi;
		if
		:: baseFirst -> letBaseGo()
		:: else
		fi;
		d_step {
			do
			:: d < PATHS ->
				if
				:: lockedBy[d] == me -> lockedBy[d] = NONE
				:: else
				fi;
				d++
			:: else -> d = 0; break
			od
		};
		letBaseGo();
		d_step { dying--; baseFirst = 0 }
	:: true
	fi
}

#define ENDED(p) (killed[p] || over[p])

init {
	byte p;
	d_step {
		do
		:: p < PATHS -> lockedBy[p] = NONE; p++
		:: else -> p = 0; break
		od
	};
	atomic {
		do
		:: p < PROCESSES ->
			if
			:: p == LAST
#ifdef CLEANER
			:: p == CLEANING -> run cleaner(p); run death(p)
#endif
			:: p < OPENERS -> run opener(p);
				if
				:: p < DEATHS -> run death(p)
				:: else
				fi
			fi;
			p++
		:: else -> p = 0; break
		od
	};
	/* All others are dead, whatever locks they still have, or have closed. */
	do
	:: p < PROCESSES ->
		if
		:: p == LAST || ENDED(p)
		fi;
		p++
	:: else -> p = 0; break
	od;
	run opener(LAST);
	over[LAST];
	assert(gaveUp[LAST] && baseLock == NONE);
	d_step {
		do
		:: p < PATHS -> assert(at[p] == 0); p++
		:: else -> break
		od
	}
}
