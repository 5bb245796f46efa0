#define _GNU_SOURCE
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "methods.h"
#include "recording.h"
#include "threads.h"
#include "waits.h"

#define NAMING_NANOS 20000000ull
#define STACK_BYTES (1 << 20) /* it runs Java code, for which musl's usual 128 KiB are too little */
#define PEER_BYTES 64
#define MOST_SCANNED 12

static JavaVM *vm;
static jvmtiEnv *jvmti;
static uint64_t interval, wall;
static int pokes;
static jthread main_object;
static _Atomic int java_is_ready;
static _Atomic pid_t self;

/* A wait that is going on: its record, and what the kernel said of it. */
static struct record *wait;
static char waiting_in[256];

static int java_stack(struct java_frame *out) {
  static jvmtiFrameInfo frames[MAX_JAVA];
  jint count = 0;
  if (!atomic_load(&java_is_ready) || !main_object ||
      (*jvmti)->GetStackTrace(jvmti, main_object, 0, MAX_JAVA, frames, &count) !=
          JVMTI_ERROR_NONE) {
    return 0;
  }
  for (int i = 0; i < count; i++) {
    out[i].method = (uint64_t)(uintptr_t)frames[i].method;
    out[i].bci = (int32_t)frames[i].location;
    out[i].reserved = 0;
  }
  return count;
}

static struct record *wait_of(const char *text, uint64_t time) {
  static struct java_frame frames[MAX_JAVA];
  static struct stack stack;
  char peer[PEER_BYTES];
  struct system_call call = parse_call(text);
  int fd = waits_on(&call);
  peer_of(&call, fd, peer, sizeof peer);
  stack.natives = scan_stack(&call, stack.native, MOST_SCANNED);
  stack.javas = java_stack(frames);
  stack.java = frames;
  return add_wait(time, main_thread(), kind_of_wait(&call, fd), &stack, peer);
}

/* One look at the main thread. */
static void look(int fd) {
  char text[sizeof waiting_in];
  ssize_t n = pread(fd, text, sizeof text - 1, 0);
  if (n <= 0) {
    return;
  }
  text[n] = 0;
  uint64_t time = now();
  if (strncmp(text, "running", 7) == 0) {
    wait = NULL;
  } else if (wait && strcmp(text, waiting_in) == 0) {
    prolong_wait(wait, time);
  } else {
    memcpy(waiting_in, text, (size_t)n + 1);
    wait = wait_of(text, time);
  }
}

/* Whenever the main thread may be on a CPU. */
static void poke(int fd) {
  char text[16];
  if (pread(fd, text, sizeof text, 0) > 0 && strncmp(text, "running", 7) == 0) {
    poke_main();
  }
}

static void sleep_until(uint64_t nanos) {
  struct timespec until = {(time_t)(nanos / 1000000000ull), (long)(nanos % 1000000000ull)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
}

static JNIEnv *attach(void) {
  JNIEnv *env = NULL;
  JavaVMAttachArgs arguments = {JNI_VERSION_1_8, (char *)"thaw probe", NULL};
  return (*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&env, &arguments) == JNI_OK ? env : NULL;
}

static void *watch(void *unused) {
  (void)unused;
  atomic_store(&self, (pid_t)syscall(SYS_gettid));
  JNIEnv *env = NULL;
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)main_thread());
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  uint64_t tick = pokes && interval < wall ? interval : wall;
  uint64_t next = now(), looked = 0, named = 0;
  while (sampling()) {
    uint64_t time = now();
    next = next + tick < time ? time + tick : next + tick;
    sleep_until(next);
    time = now();
    grow_recording();
    if (!env && atomic_load(&java_is_ready) && (env = attach())) {
      prepare_loaded(jvmti, env);
    }
    if (fd >= 0 && pokes) {
      poke(fd);
    }
    if (fd >= 0 && time - looked >= wall) {
      look(fd);
      looked = time;
    }
    if (env && time - named >= NAMING_NANOS) {
      name_methods(jvmti, env);
      named = time;
    }
  }
  for (;;) { /* a thread that is attached may not end, and may not detach when the JVM is ending */
    pause();
  }
}

void start_watch(JavaVM *java, jvmtiEnv *ti, uint64_t period, uint64_t look_period, int poking) {
  vm = java;
  jvmti = ti;
  interval = period;
  wall = look_period;
  pokes = poking;
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t blocked, before;
  sigfillset(&blocked); /* but what a fault raises, which the JVM handles in code that we call */
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    sigdelset(&blocked, faults[i]);
  }
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_create(&thread, &attributes, watch, NULL); /* without it: no waits, and no names */
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
}

void watch_java(JNIEnv *env, jthread main_thread_object) {
  main_object = (*env)->NewGlobalRef(env, main_thread_object);
  atomic_store(&java_is_ready, 1);
}

int is_watch(void) { return atomic_load(&self) == (pid_t)syscall(SYS_gettid); }
