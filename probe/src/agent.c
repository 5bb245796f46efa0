/*
 * The probe: a JVMTI agent that records what the threads of one cold start do, from the moment the
 * JVM loads it. It knows neither phases nor causes; the host reads its file and makes sense of it.
 *
 *   -agentpath:libthawprobe.so=file=FILE,interval=NANOS,wall=NANOS[,class=NAME][,perf=no]
 *
 * interval  CPU time between two samples of a thread; 0 loads the agent and does nothing more
 * wall      time between two looks at a main thread that may be blocked
 * class     binary name of a class: the Java stack of the moment in which it is loaded is recorded
 * perf      no: as on a host that forbids perf events
 *
 * Whatever goes wrong in here, the function runs: then there is less in the recording, or none.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <jvmti.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hotspot.h"
#include "methods.h"
#include "recording.h"
#include "threads.h"
#include "watch.h"

#define LEAST_INTERVAL 10000 /* perf events do not come more often; nanoseconds */
#define LEAST_WALL 100000

static jvmtiEnv *jvmti;
static char wanted_class[1024];

static void record_class(jvmtiEnv *ti, jthread thread, const char *signature) {
  static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
  static jvmtiFrameInfo found[MAX_JAVA];
  static struct java_frame frames[MAX_JAVA];
  jint count = 0;
  pthread_mutex_lock(&one);
  if ((*ti)->GetStackTrace(ti, thread, 0, MAX_JAVA, found, &count) != JVMTI_ERROR_NONE) {
    count = 0;
  }
  for (jint i = 0; i < count; i++) {
    frames[i].method = (uint64_t)(uintptr_t)found[i].method;
    frames[i].bci = (int32_t)found[i].location;
    frames[i].reserved = 0;
  }
  add_class(frames, count, signature);
  pthread_mutex_unlock(&one);
}

/* Enabled although it mostly does nothing: AsyncGetCallTrace refuses to work without. */
static void JNICALL class_load(jvmtiEnv *ti, JNIEnv *env, jthread thread, jclass class) {
  (void)env;
  char *signature;
  if (wanted_class[0] &&
      (*ti)->GetClassSignature(ti, class, &signature, NULL) == JVMTI_ERROR_NONE) {
    if (strcmp(signature, wanted_class) == 0) {
      record_class(ti, thread, signature);
    }
    (*ti)->Deallocate(ti, (unsigned char *)signature);
  }
}

static void JNICALL class_prepare(jvmtiEnv *ti, JNIEnv *env, jthread thread, jclass class) {
  (void)env;
  (void)thread;
  prepare_methods(ti, class);
}

static void JNICALL thread_start(jvmtiEnv *ti, JNIEnv *env, jthread thread) {
  if (!sampling() || is_watch()) {
    return;
  }
  jvmtiThreadInfo info;
  memset(&info, 0, sizeof info);
  pid_t tid = (pid_t)syscall(SYS_gettid);
  if (tid != main_thread() && (*ti)->GetThreadInfo(ti, thread, &info) == JVMTI_ERROR_NONE &&
      info.name) {
    add_thread(tid, info.name);
    (*ti)->Deallocate(ti, (unsigned char *)info.name);
  }
  sample_thread(env);
}

static void JNICALL thread_end(jvmtiEnv *ti, JNIEnv *env, jthread thread) {
  (void)ti;
  (void)env;
  (void)thread;
  forget_thread();
}

static void JNICALL vm_start(jvmtiEnv *ti, JNIEnv *env) {
  (void)ti;
  add_mark(VM_START);
  set_main_environment(env);
}

static void JNICALL vm_init(jvmtiEnv *ti, JNIEnv *env, jthread thread) {
  (void)ti;
  add_mark(VM_INIT);
  find_environment(env, thread);
  set_main_environment(env);
  watch_java(env, thread);
}

static void JNICALL gc_start(jvmtiEnv *ti) {
  (void)ti;
  add_mark(GC_START);
}

static void JNICALL gc_finish(jvmtiEnv *ti) {
  (void)ti;
  add_mark(GC_FINISH);
}

static void JNICALL vm_death(jvmtiEnv *ti, JNIEnv *env) {
  add_mark(VM_DEATH);
  stop_sampling();
  name_methods(ti, env);
}

static void listen_to_jvm(void) {
  jvmtiCapabilities capabilities;
  memset(&capabilities, 0, sizeof capabilities);
  capabilities.can_generate_garbage_collection_events = 1;
  (*jvmti)->AddCapabilities(jvmti, &capabilities);
  jvmtiEventCallbacks callbacks;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.ClassLoad = class_load;
  callbacks.ClassPrepare = class_prepare;
  callbacks.ThreadStart = thread_start;
  callbacks.ThreadEnd = thread_end;
  callbacks.VMStart = vm_start;
  callbacks.VMInit = vm_init;
  callbacks.VMDeath = vm_death;
  callbacks.GarbageCollectionStart = gc_start;
  callbacks.GarbageCollectionFinish = gc_finish;
  (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
  static const jvmtiEvent events[] = {
      JVMTI_EVENT_CLASS_LOAD,   JVMTI_EVENT_CLASS_PREPARE,
      JVMTI_EVENT_THREAD_START, JVMTI_EVENT_THREAD_END,
      JVMTI_EVENT_VM_START,     JVMTI_EVENT_VM_INIT,
      JVMTI_EVENT_VM_DEATH,     JVMTI_EVENT_GARBAGE_COLLECTION_START,
      JVMTI_EVENT_GARBAGE_COLLECTION_FINISH};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, events[i], NULL);
  }
}

/* The value of one option, up to the next comma. Returns 0 when it is not there, or too long. */
static int option(const char *options, const char *name, char *out, size_t room) {
  size_t length = strlen(name);
  const char *at = options;
  while (at) {
    if (strncmp(at, name, length) == 0 && at[length] == '=') {
      at += length + 1;
      size_t n = strcspn(at, ",");
      if (n >= room) {
        return 0;
      }
      memcpy(out, at, n);
      out[n] = 0;
      return 1;
    }
    at = strchr(at, ',');
    at = at ? at + 1 : NULL;
  }
  return 0;
}

static uint64_t nanos(const char *options, const char *name, uint64_t otherwise, uint64_t least) {
  char number[32];
  if (!option(options, name, number, sizeof number)) {
    return otherwise;
  }
  uint64_t value = strtoull(number, NULL, 10);
  return value && value < least ? least : value;
}

/* com.example.A$B to Lcom/example/A$B; */
static void want_class(const char *options) {
  char name[sizeof wanted_class - 3];
  if (option(options, "class", name, sizeof name)) {
    snprintf(wanted_class, sizeof wanted_class, "L%s;", name);
    for (char *c = wanted_class; *c; c++) {
      *c = *c == '.' ? '/' : *c;
    }
  }
}

struct settings {
  uint64_t interval, wall;
  int perf;
};

/* Returns 0 when there is nothing to do, or no file to write to. */
static int begin(const char *options, struct settings *settings) {
  char path[4096], perf[8];
  settings->interval = nanos(options, "interval", 0, LEAST_INTERVAL);
  settings->wall = nanos(options, "wall", 2000000, LEAST_WALL);
  settings->perf = !option(options, "perf", perf, sizeof perf) || strcmp(perf, "no") != 0;
  if (settings->interval == 0) {
    return 0;
  }
  int error = option(options, "file", path, sizeof path)
                  ? open_recording(path, settings->interval, settings->wall)
                  : EINVAL;
  if (error) {
    fprintf(stderr, "thaw probe: could not make its file: %s\n", strerror(error));
    return 0;
  }
  want_class(options);
  add_mark(LOADED);
  return 1;
}

static int listen_to(JavaVM *vm) {
  int java_frames = find_hotspot();
  if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_1_2) != JNI_OK) {
    return 0;
  }
  listen_to_jvm();
  if (java_frames) {
    atomic_fetch_or(&recording->abilities, JAVA_FRAMES);
  }
  return 1;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  (void)reserved;
  struct settings settings;
  if (!begin(options, &settings) || !listen_to(vm)) {
    return JNI_OK;
  }
  int has_perf = sample_main(settings.interval, settings.perf, NULL);
  if (main_thread()) {
    add_thread(main_thread(), "main");
    start_watch(vm, jvmti, settings.interval, settings.wall, !has_perf);
  }
  return JNI_OK;
}

/* The main thread first, then the others that run Java. Returns the main thread's object. */
static jthread sample_existing(JNIEnv *env, const struct settings *settings, int *has_perf) {
  jint count;
  jthread *threads, main_object = NULL;
  if ((*jvmti)->GetAllThreads(jvmti, &count, &threads) != JVMTI_ERROR_NONE) {
    return NULL;
  }
  for (int pass = 0; pass < 2; pass++) {
    for (jint i = 0; i < count; i++) {
      jvmtiThreadInfo info;
      struct java_thread found;
      memset(&info, 0, sizeof info);
      if ((*jvmti)->GetThreadInfo(jvmti, threads[i], &info) != JVMTI_ERROR_NONE || !info.name) {
        continue;
      }
      int is_main = strcmp(info.name, "main") == 0;
      if (is_main == (pass == 0) && find_java_thread(env, threads[i], &found)) {
        if (is_main && !main_object) {
          *has_perf = sample_main(settings->interval, settings->perf, &found);
          main_object = threads[i];
          add_thread(found.tid, info.name);
        } else if (!is_main && main_object) {
          sample_other(&found);
          add_thread(found.tid, info.name);
        }
      }
      (*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
    }
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)threads);
  return main_object;
}

/* Into a JVM that runs already, as one that was restored from a snapshot does. */
JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved) {
  (void)reserved;
  struct settings settings;
  JNIEnv *env;
  jthread current;
  int has_perf = 0;
  if (recording || !begin(options, &settings) || !listen_to(vm) ||
      (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK ||
      (*jvmti)->GetCurrentThread(jvmti, &current) != JVMTI_ERROR_NONE) {
    return JNI_OK;
  }
  find_environment(env, current);
  prepare_loaded(jvmti, env);
  jthread main_object = sample_existing(env, &settings, &has_perf);
  if (main_object) {
    add_mark(VM_INIT);
    start_watch(vm, jvmti, settings.interval, settings.wall, !has_perf);
    watch_java(env, main_object);
  }
  return JNI_OK;
}
