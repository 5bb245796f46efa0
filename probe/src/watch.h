/*
 * The probe's own thread: looks at a main thread that may be blocked, adds the names of methods, and
 * stands in for perf events where there are none.
 */
#ifndef THAW_WATCH_H
#define THAW_WATCH_H

#include <jvmti.h>
#include <stdint.h>

/*
 * interval  CPU time between two samples
 * wall      time between two looks at the main thread
 * pokes     whether samples are this thread's task, as there are no perf events
 */
void start_watch(JavaVM *vm, jvmtiEnv *jvmti, uint64_t interval, uint64_t wall, int pokes);

/* The JVM is ready; this is the main thread's object. */
void watch_java(JNIEnv *env, jthread main_thread);

/* Whether the current thread is the probe's own. */
int is_watch(void);

#endif
