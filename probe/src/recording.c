#define _GNU_SOURCE
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define VERSION 1
#define MOST (192ull << 20) /* only what is written, and the next ROOM bytes, take space */
#define ROOM (2ull << 20)   /* 20 times what two busy threads fill between two calls of grow */

struct header *recording;
static int descriptor = -1; /* stays open: it holds the lock */

uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

/* Returns how far the file may be written. File systems that cannot promise space are trusted. */
static uint64_t take_space(uint64_t from, uint64_t to) {
  if (fallocate(descriptor, 0, (off_t)from, (off_t)(to - from)) == 0) {
    return to;
  }
  return errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL ? MOST : from;
}

int open_recording(const char *path, uint64_t interval, uint64_t wall) {
  /* Not truncated before it is ours: a JVM that this one starts may have the same options. */
  descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor < 0) {
    return errno;
  }
  int error = 0;
  uint64_t capacity = 0;
  int taken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (taken || ftruncate(descriptor, 0) != 0 ||
      ftruncate(descriptor, (off_t)MOST) != 0) {
    error = errno;
  } else if ((capacity = take_space(0, 2 * ROOM)) == 0) {
    error = ENOSPC;
  } else {
    struct header *mapped =
        mmap(NULL, MOST, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) {
      error = errno;
    } else {
      recording = mapped;
    }
  }
  if (error) {
    close(descriptor);
    descriptor = -1;
    return error;
  }
  recording->version = VERSION;
  recording->size = sizeof(struct header);
  atomic_store(&recording->capacity, capacity);
  atomic_store(&recording->next, HEADER_BYTES);
  atomic_store(&recording->resolved, HEADER_BYTES);
  recording->interval = interval;
  recording->wall = wall;
  memcpy(recording->magic, "THAWPRB", 8);
  return 0;
}

void grow_recording(void) {
  uint64_t capacity = atomic_load(&recording->capacity);
  if (capacity < MOST && capacity - atomic_load(&recording->next) < ROOM) {
    uint64_t wanted = capacity + 2 * ROOM;
    atomic_store(&recording->capacity, take_space(capacity, wanted < MOST ? wanted : MOST));
  }
}

static struct record *reserve(size_t payload) {
  uint64_t size = (sizeof(struct record) + payload + 7) & ~7ull;
  uint64_t at = atomic_load(&recording->next);
  do {
    if (at + size > atomic_load(&recording->capacity)) {
      atomic_fetch_add(&recording->dropped, 1);
      return NULL;
    }
  } while (!atomic_compare_exchange_weak(&recording->next, &at, at + size));
  struct record *record = (struct record *)((char *)recording + at);
  record->size = (uint32_t)size;
  return record;
}

static void commit(struct record *record, enum record_type type) {
  atomic_store_explicit(&record->type, (uint16_t)type, memory_order_release);
}

static char *put(char *at, const void *bytes, size_t count) {
  memcpy(at, bytes, count);
  return at + count;
}

static char *put16(char *at, size_t value) {
  uint16_t narrow = (uint16_t)value;
  return put(at, &narrow, sizeof narrow);
}

static char *put32(char *at, uint32_t value) { return put(at, &value, sizeof value); }

static char *put64(char *at, uint64_t value) { return put(at, &value, sizeof value); }

static char *put_java(char *at, const struct java_frame *frames, int count) {
  return put(at, frames, sizeof *frames * (size_t)count);
}

void add_sample(uint64_t begin, pid_t tid, const struct stack *stack) {
  size_t addresses = (size_t)(stack->kernels + stack->natives);
  struct record *record =
      reserve(32 + 8 * addresses + sizeof(struct java_frame) * (size_t)stack->javas);
  if (record) {
    char *at = put64((char *)(record + 1), begin);
    at = put32(at, (uint32_t)tid);
    at = put16(at, (size_t)stack->kernels);
    at = put16(at, (size_t)stack->natives);
    at = put16(at, (size_t)stack->javas);
    at = put16(at, (size_t)stack->code);
    at = put32(at, 0);
    at = put64(at, recording->interval);
    at = put(at, stack->kernel, 8 * (size_t)stack->kernels);
    at = put(at, stack->native, 8 * (size_t)stack->natives);
    put_java(at, stack->java, stack->javas);
    commit(record, SAMPLE);
  }
}

void add_method(uint64_t id, const char *signature, const char *name) {
  size_t a = strnlen(signature, UINT16_MAX), b = strnlen(name, UINT16_MAX);
  struct record *record = reserve(16 + a + b);
  if (record) {
    char *at = put64((char *)(record + 1), id);
    at = put16(at, a);
    at = put16(at, b);
    at = put32(at, 0);
    at = put(at, signature, a);
    put(at, name, b);
    commit(record, METHOD);
  }
}

void add_thread(pid_t tid, const char *name) {
  size_t length = strnlen(name, 200);
  struct record *record = reserve(16 + length);
  if (record) {
    char *at = put64((char *)(record + 1), now());
    at = put32(at, (uint32_t)tid);
    at = put16(at, length);
    at = put16(at, 0);
    put(at, name, length);
    commit(record, THREAD);
  }
}

/* Adds a thread's time on CPUs and its time waiting for one, nanoseconds. */
static void add_times(pid_t tid, uint64_t *cpu, uint64_t *waiting) {
  char path[64], text[96];
  snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", (int)tid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) {
    close(fd);
  }
  if (n > 0) {
    char *rest;
    text[n] = 0;
    *cpu += strtoull(text, &rest, 10);
    *waiting += strtoull(rest, NULL, 10);
  }
}

void add_mark(enum mark_kind kind) {
  uint64_t cpu = 0, waiting = 0;
  if (kind == LOADED || kind == VM_INIT) {
    pid_t self = (pid_t)syscall(SYS_gettid);
    add_times(self, &cpu, &waiting);
    if (self != getpid()) {
      add_times(getpid(), &cpu, &waiting);
    }
  }
  struct record *record = reserve(32);
  if (record) {
    char *at = put64((char *)(record + 1), now());
    at = put32(at, kind);
    at = put32(at, 0);
    at = put64(at, cpu);
    put64(at, waiting);
    commit(record, MARK);
  }
}

void add_class(const struct java_frame *frames, int count, const char *signature) {
  size_t length = strnlen(signature, UINT16_MAX);
  struct record *record = reserve(16 + sizeof *frames * (size_t)count + length);
  if (record) {
    char *at = put64((char *)(record + 1), now());
    at = put32(at, (uint32_t)syscall(SYS_gettid));
    at = put16(at, (size_t)count);
    at = put16(at, length);
    at = put_java(at, frames, count);
    put(at, signature, length);
    commit(record, CLASS);
  }
}

struct record *add_wait(uint64_t begin, pid_t tid, enum wait_kind kind, const struct stack *stack,
                        const char *peer) {
  size_t length = strlen(peer);
  struct record *record =
      reserve(32 + 8 * (size_t)stack->natives + sizeof(struct java_frame) * (size_t)stack->javas +
              length);
  if (record) {
    char *at = put64((char *)(record + 1), begin);
    at = put64(at, begin);
    at = put32(at, (uint32_t)tid);
    at = put32(at, kind);
    at = put16(at, (size_t)stack->natives);
    at = put16(at, (size_t)stack->javas);
    at = put16(at, length);
    at = put16(at, 0);
    at = put(at, stack->native, 8 * (size_t)stack->natives);
    at = put_java(at, stack->java, stack->javas);
    put(at, peer, length);
    commit(record, BLOCKED);
  }
  return record;
}

void prolong_wait(struct record *wait, uint64_t end) {
  __atomic_store_n((uint64_t *)(wait + 1) + 1, end, __ATOMIC_RELAXED);
}

static struct record *whole(uint64_t at) {
  if (at >= atomic_load(&recording->next)) {
    return NULL;
  }
  struct record *record = (struct record *)((char *)recording + at);
  return atomic_load_explicit(&record->type, memory_order_acquire) ? record : NULL;
}

uint64_t behind(uint64_t at) {
  struct record *record = whole(at);
  return record ? at + record->size : 0;
}

struct frames frames_at(uint64_t at) {
  struct record *record = whole(at);
  const char *p = (const char *)(record + 1);
  const uint16_t *u16 = (const uint16_t *)p;
  switch (record->type) {
    case SAMPLE:
      return (struct frames){(const struct java_frame *)(p + 32 + 8 * (u16[6] + u16[7])), u16[8]};
    case BLOCKED:
      return (struct frames){(const struct java_frame *)(p + 32 + 8 * u16[12]), u16[13]};
    case CLASS:
      return (struct frames){(const struct java_frame *)(p + 16), u16[6]};
    default:
      return (struct frames){NULL, 0};
  }
}
