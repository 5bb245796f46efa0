/*
 * The file that the probe writes, and nothing of how what is in it comes about. All functions that
 * add a record may be called by several threads at once; add_sample() also in a signal handler.
 *
 * The file (native byte order, every record aligned to 8 bytes)
 *
 *   header   4096 bytes, struct header
 *   record   size u32 (with this head), type u16 (0 while it is written), count u16, then by type:
 *     1 SAMPLE   nanos u64, tid u32, kernel u16, native u16, java u16, code i16, reserved u32,
 *                weight u64, kernel addresses u64[], native addresses u64[], java frames {id u64,
 *                bci i32, reserved u32}[]
 *     2 METHOD   id u64, class length u16, name length u16, reserved u32, class signature, name
 *     3 THREAD   nanos u64, tid u32, length u16, reserved u16, name
 *     4 MARK     nanos u64, kind u32, reserved u32, cpu u64, waiting u64: what the launcher's and the
 *                main thread had used and waited for until then; 0 of marks that other threads set
 *     5 BLOCKED  begin u64, end u64, tid u32, wait i32 (enum below), native u16, java u16,
 *                peer length u16, reserved u16, addresses u64[], java frames[], peer
 *     6 CLASS    nanos u64, tid u32, java u16, name length u16, java frames[], name
 *
 * Of a process that was killed all records are there but those that were being written: a record
 * whose size is not there yet ends the file.
 */
#ifndef THAW_RECORDING_H
#define THAW_RECORDING_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define HEADER_BYTES 4096
#define MAX_JAVA 1024
#define MAX_NATIVE 48
#define MAX_KERNEL 48

enum record_type { SAMPLE = 1, METHOD = 2, THREAD = 3, MARK = 4, BLOCKED = 5, CLASS = 6 };
enum mark_kind { LOADED = 1, VM_START = 2, VM_INIT = 3, GC_START = 4, GC_FINISH = 5, VM_DEATH = 6 };
enum wait_kind { ELSEWHERE = 0, NETWORK = 1, FILES = 2, LOCK = 3, SLEEP = 4 };
enum ability { PERF = 1, KERNEL_FRAMES = 2, JAVA_FRAMES = 4 };

struct header {
  char magic[8];
  uint32_t version;
  uint32_t size;
  _Atomic uint64_t capacity; /* how far records may go; grows */
  _Atomic uint64_t next;     /* where the next record goes */
  _Atomic uint64_t resolved; /* all methods of samples before this have their names */
  _Atomic uint64_t dropped;  /* records for which there was no room */
  uint64_t interval;
  uint64_t wall;
  uint32_t main_thread;
  _Atomic uint32_t abilities;
  uint32_t perf_errno; /* why perf events are forbidden */
  uint32_t reserved;
  _Atomic uint64_t handler_nanos; /* time spent in the signal handler */
  _Atomic uint64_t samples;
};

struct record {
  uint32_t size;
  _Atomic uint16_t type;
  uint16_t count;
};

struct java_frame {
  uint64_t method;
  int32_t bci;
  uint32_t reserved;
};

struct stack {
  int kernels, natives, javas, code; /* code is why there are no Java frames */
  uint64_t kernel[MAX_KERNEL];
  uint64_t native[MAX_NATIVE];
  const struct java_frame *java;
};

/* The frames of a record, in the file. */
struct frames {
  const struct java_frame *first;
  int count;
};

extern struct header *recording;

/* CLOCK_MONOTONIC in nanoseconds: System.nanoTime() of the JVM and of the host. */
uint64_t now(void);

/* Returns 0, or an errno. */
int open_recording(const char *path, uint64_t interval, uint64_t wall);

/*
 * Takes more of the disk when what there is runs low, as a write to a page for which a full disk
 * has no room is a SIGBUS. To be called more often than a sample is taken, by one thread.
 */
void grow_recording(void);

void add_sample(uint64_t begin, pid_t tid, const struct stack *stack);
void add_method(uint64_t id, const char *signature, const char *name);
void add_thread(pid_t tid, const char *name);
void add_mark(enum mark_kind kind);
void add_class(const struct java_frame *frames, int count, const char *signature);

/* A wait that begins now. */
struct record *add_wait(uint64_t begin, pid_t tid, enum wait_kind kind, const struct stack *stack,
                        const char *peer);
/* A wait that goes on. */
void prolong_wait(struct record *wait, uint64_t end);

/* Where the record behind this one is; 0 when it is not whole yet, or not there. */
uint64_t behind(uint64_t at);
struct frames frames_at(uint64_t at);

#endif
