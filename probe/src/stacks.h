/*
 * Walks the stack of the current thread in a signal handler. Nothing here allocates, locks or
 * resolves: addresses and ids of methods are all that comes out.
 */
#ifndef THAW_STACKS_H
#define THAW_STACKS_H

#include <jni.h>
#include <stdint.h>

#include "hotspot.h"
#include "recording.h"

/* Where a thread's stack may be read, and room for its frames, for the handler only. */
struct walker {
  JNIEnv *volatile env; /* NULL while the thread has no Java frames */
  uintptr_t stack_low, stack_high;
  struct call_frame *found; /* MAX_JAVA each */
  struct java_frame *java;
};

/* Of the current thread. Keeps the room that it has. Returns 0 when there is no memory. */
int prepare_walker(struct walker *walker, JNIEnv *env);

/* The same for another thread. */
int prepare_walker_of(struct walker *walker, const struct java_thread *thread);

/* Fills all but the kernel's frames. */
void walk(struct walker *walker, void *context, struct stack *out);

#endif
