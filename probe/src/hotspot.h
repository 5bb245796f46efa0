/* What libjvm tells about itself, besides JVMTI. Nothing here walks a stack. */
#ifndef THAW_HOTSPOT_H
#define THAW_HOTSPOT_H

#include <jni.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* As AsyncGetCallTrace wants them (src/hotspot/share/prims/forte.cpp). */
struct call_frame {
  jint bci;
  jmethodID method;
};
struct call_trace {
  JNIEnv *env;
  jint count;
  struct call_frame *frames;
};

/* Fields of a JavaThread: of a frame anchor, by a JNIEnv, which lies in there as well. */
struct anchor_fields {
  uintptr_t *sp, *pc;
};

/* Before any other of these functions. Returns whether Java stacks can be walked. */
int find_hotspot(void);

/* As soon as there is a thread whose JNIEnv and object are known. */
void find_environment(JNIEnv *env, jobject thread);

/* A thread as the kernel and a stack walk know it. */
struct java_thread {
  pid_t tid;
  JNIEnv *env;
  uintptr_t stack_low, stack_high;
};

/* Of another thread, by its object, after find_environment. Returns 0 when it cannot be known. */
int find_java_thread(JNIEnv *env, jobject thread, struct java_thread *out);

void async_get_call_trace(struct call_trace *trace, jint depth, void *context);

/* Whether an address is in libjvm's code. */
int in_jvm(uintptr_t pc);

/* Whether an address is where the JVM keeps interpreter, stubs and compiled methods. */
int in_code_cache(uintptr_t pc);

/* Returns 0 when the JVM does not publish where they are. */
int anchor_of(JNIEnv *env, struct anchor_fields *anchor);

#endif
