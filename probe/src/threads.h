/*
 * The threads that are sampled: a slot for each, its CPU clock, and the signal that a sample is
 * taken in. What a sample holds is the business of stacks.h.
 *
 * A thread on a CPU is sampled by a perf event of its own (task-clock, an hrtimer, so that half a
 * millisecond is half a millisecond; POSIX CPU timers are bound to the kernel's tick). The event
 * sends SIGPROF to its thread and stops; the handler arms it again at its end, so that the handler's
 * own time is never sampled. Kernel frames come from the event's ring buffer, where
 * perf_event_paranoid or CAP_PERFMON permit them.
 *
 * A slot is taken, used and given back by its own thread only, the handler included. That is why
 * nothing here has a lock. Of a thread that was there before the probe, it is taken by the thread
 * that loads the probe, before the first signal.
 */
#ifndef THAW_THREADS_H
#define THAW_THREADS_H

#include <jni.h>
#include <stdint.h>
#include <sys/types.h>

#include "hotspot.h"

/*
 * Samples the main thread, and permits others to be sampled: the current one, or another that was
 * there before. Returns whether there are perf events; without, only poke_main() makes samples.
 */
int sample_main(uint64_t interval, int with_perf, const struct java_thread *other);

/* A further one that was there before. */
void sample_other(const struct java_thread *thread);

/* The current thread; the JNIEnv is NULL as long as there is none. */
void sample_thread(JNIEnv *env);
void forget_thread(void);

/* Of the main thread, from now on. */
void set_main_environment(JNIEnv *env);
pid_t main_thread(void);

/* Has the main thread take a sample of itself. For a thread of ours. */
void poke_main(void);

void stop_sampling(void);
int sampling(void);

#endif
