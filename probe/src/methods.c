#include "methods.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "recording.h"

#define MANY 8192 /* classes that may be loaded before the JVM is ready: some 600 */

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static uint64_t *known;                                 /* open addressing; 0 is empty */
static size_t known_size, known_used;

void prepare_methods(jvmtiEnv *jvmti, jclass class) {
  jint count;
  jmethodID *methods;
  if ((*jvmti)->GetClassMethods(jvmti, class, &count, &methods) == JVMTI_ERROR_NONE) {
    (*jvmti)->Deallocate(jvmti, (unsigned char *)methods);
  }
}

void prepare_loaded(jvmtiEnv *jvmti, JNIEnv *env) {
  static _Atomic int done; /* by the thread that loaded the probe, or by its own */
  if (atomic_exchange(&done, 1)) {
    return;
  }
  jint count;
  jclass *classes;
  (*env)->EnsureLocalCapacity(env, MANY); /* that many references come; -Xcheck:jni would warn */
  if ((*jvmti)->GetLoadedClasses(jvmti, &count, &classes) != JVMTI_ERROR_NONE) {
    return;
  }
  for (jint i = 0; i < count; i++) {
    prepare_methods(jvmti, classes[i]);
    (*env)->DeleteLocalRef(env, classes[i]);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)classes);
}

static size_t place(const uint64_t *table, size_t size, uint64_t id) {
  size_t at = (id * 0x9e3779b97f4a7c15ull >> 20) & (size - 1);
  while (table[at] && table[at] != id) {
    at = (at + 1) & (size - 1);
  }
  return at;
}

/* Returns 1 when the id is new. */
static int remember(uint64_t id) {
  if (known_used * 2 >= known_size) {
    size_t size = known_size ? known_size * 2 : 1 << 14;
    uint64_t *table = calloc(size, sizeof *table);
    if (!table) {
      return 0;
    }
    for (size_t i = 0; i < known_size; i++) {
      if (known[i]) {
        table[place(table, size, known[i])] = known[i];
      }
    }
    free(known);
    known = table;
    known_size = size;
  }
  size_t at = place(known, known_size, id);
  if (known[at]) {
    return 0;
  }
  known[at] = id;
  known_used++;
  return 1;
}

/* The class may be gone by now: then JVMTI knows that, and the frame keeps no name. */
static void name_method(jvmtiEnv *jvmti, JNIEnv *env, uint64_t id) {
  jmethodID method = (jmethodID)(uintptr_t)id;
  jclass class = NULL;
  char *signature = NULL, *name = NULL;
  if ((*jvmti)->GetMethodName(jvmti, method, &name, NULL, NULL) == JVMTI_ERROR_NONE &&
      (*jvmti)->GetMethodDeclaringClass(jvmti, method, &class) == JVMTI_ERROR_NONE &&
      (*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) == JVMTI_ERROR_NONE) {
    add_method(id, signature, name);
  }
  if (signature) {
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
  }
  if (name) {
    (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
  }
  if (class) {
    (*env)->DeleteLocalRef(env, class);
  }
}

void name_methods(jvmtiEnv *jvmti, JNIEnv *env) {
  pthread_mutex_lock(&one);
  uint64_t at = atomic_load(&recording->resolved);
  for (uint64_t next; (next = behind(at)) != 0; at = next) {
    struct frames frames = frames_at(at);
    for (int i = 0; i < frames.count; i++) {
      uint64_t id = frames.first[i].method;
      if (id && remember(id)) {
        name_method(jvmti, env, id);
      }
    }
    atomic_store(&recording->resolved, next);
  }
  pthread_mutex_unlock(&one);
}
