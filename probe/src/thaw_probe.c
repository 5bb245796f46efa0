/*
 * The probe: a JVMTI agent that records what the threads of one cold start do, from the moment the
 * JVM loads it. It knows neither phases nor causes; the host reads its file and makes sense of it.
 *
 *   -agentpath:libthawprobe.so=file=FILE,interval=NANOS,wall=NANOS[,class=NAME]
 *
 * interval  CPU time between two samples of a thread; 0 loads the agent and does nothing more
 * wall      time between two looks at a main thread that may be blocked
 * class     binary name of a class: the Java stack of the moment in which it is loaded is recorded
 *
 * How it works, and why so
 *
 * - A thread on a CPU is sampled by a perf event of its own (task-clock, an hrtimer, so that half a
 *   millisecond is half a millisecond; POSIX CPU timers are bound to the kernel's tick). The event
 *   sends SIGPROF to its thread and stops; the handler arms it again at its end, so that the
 *   handler's own time is never sampled. Kernel frames come from the event's ring buffer, where
 *   perf_event_paranoid or CAP_PERFMON permit them, native frames from a walk of frame pointers
 *   (libjvm keeps them), Java frames from AsyncGetCallTrace.
 * - A blocked thread is not disturbed: a thread of ours reads /proc/self/task/TID/syscall and has
 *   JVMTI walk the stack. Signals would make its system calls fail with EINTR.
 * - Nothing is resolved in a signal handler: addresses and method ids go to the file, and our
 *   thread adds the names of methods later. Native symbols are resolved by the host.
 * - The file is mapped and shared, so that it is whole when the process is killed.
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
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/perf_event.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <jvmti.h>

#ifndef F_SETSIG
#define F_SETSIG 10
#endif
#ifndef F_SETOWN_EX
#define F_SETOWN_EX 15
struct f_owner_ex {
  int type;
  pid_t pid;
};
#endif
#ifndef F_OWNER_TID
#define F_OWNER_TID 0
#endif

#define MAX_JAVA 1024
#define MAX_NATIVE 48
#define MAX_KERNEL 48
#define MAX_THREADS 2048
#define MAX_FDS 65536
#define CAPACITY (192ull << 20) /* sparse: only what is written takes memory */
#define VERSION 1

enum { SAMPLE = 1, METHOD = 2, THREAD = 3, MARK = 4, BLOCKED = 5, CLASS = 6 };
enum { LOADED = 1, VM_START = 2, VM_INIT = 3, GC_START = 4, GC_FINISH = 5, VM_DEATH = 6 };
enum { ELSEWHERE = 0, NETWORK = 1, FILES = 2, LOCK = 3, SLEEP = 4 }; /* what a wait is for */
enum { PERF = 1, KERNEL_FRAMES = 2, JAVA_FRAMES = 4 };

struct header {
  char magic[8];
  uint32_t version;
  uint32_t size;
  uint64_t capacity;
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

/* As AsyncGetCallTrace wants them. */
struct call_frame {
  jint bci;
  jmethodID method;
};
struct call_trace {
  JNIEnv *env;
  jint count;
  struct call_frame *frames;
};
typedef void (*async_get_call_trace)(struct call_trace *, jint, void *);

struct java_frame {
  uint64_t method;
  int32_t bci;
  uint32_t reserved;
};

/* One sampled thread. */
struct slot {
  _Atomic int used;
  pid_t tid;
  int fd;
  struct perf_event_mmap_page *ring;
  JNIEnv *env;
  uintptr_t stack_low, stack_high;
  struct call_frame *frames; /* MAX_JAVA of them, for the handler only */
};

static JavaVM *vm;
static jvmtiEnv *jvmti;
static struct header *file;
static struct slot slots[MAX_THREADS];
static struct slot *_Atomic by_fd[MAX_FDS];
static struct slot *main_slot;
static async_get_call_trace asgct;
static uintptr_t jvm_low, jvm_high;
static uint64_t interval, wall;

/* Of JavaThread's fields, as the JVM itself publishes them for debuggers; 0 when it does not. */
static size_t anchor_offset, anchor_sp_offset, anchor_pc_offset;
static long env_offset; /* of the JNIEnv in a JavaThread */
static char wanted_class[512];
static jthread main_java_thread;
static _Atomic int alive, initialised;
static long page_size;

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

/* --- the file --------------------------------------------------------------------------------- */

static void *reserve(size_t payload, uint32_t *size) {
  *size = (uint32_t)((sizeof(struct record) + payload + 7) & ~7ull);
  uint64_t at = atomic_fetch_add(&file->next, *size);
  if (at + *size > file->capacity) {
    atomic_fetch_sub(&file->next, *size);
    atomic_fetch_add(&file->dropped, 1);
    return NULL;
  }
  struct record *record = (struct record *)((char *)file + at);
  record->size = *size;
  return record;
}

static void commit(struct record *record, uint16_t type) {
  atomic_store_explicit(&record->type, type, memory_order_release);
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

static void mark(uint32_t kind) {
  uint32_t size;
  uint64_t cpu = 0, waiting = 0;
  if (kind == LOADED || kind == VM_INIT) {
    pid_t self = (pid_t)syscall(SYS_gettid);
    add_times(self, &cpu, &waiting);
    if (self != getpid()) {
      add_times(getpid(), &cpu, &waiting);
    }
  }
  struct record *record = reserve(32, &size);
  if (record) {
    char *p = (char *)(record + 1);
    *(uint64_t *)p = now();
    *(uint32_t *)(p + 8) = kind;
    *(uint32_t *)(p + 12) = 0;
    *(uint64_t *)(p + 16) = cpu;
    *(uint64_t *)(p + 24) = waiting;
    commit(record, MARK);
  }
}

static void name_thread(pid_t tid, const char *name) {
  size_t length = strnlen(name, 200);
  uint32_t size;
  struct record *record = reserve(16 + length, &size);
  if (record) {
    char *p = (char *)(record + 1);
    *(uint64_t *)p = now();
    *(uint32_t *)(p + 8) = (uint32_t)tid;
    *(uint16_t *)(p + 12) = (uint16_t)length;
    *(uint16_t *)(p + 14) = 0;
    memcpy(p + 16, name, length);
    commit(record, THREAD);
  }
}

static int open_file(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0 || ftruncate(fd, (off_t)CAPACITY) != 0) {
    return 0;
  }
  file = mmap(NULL, CAPACITY, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (file == MAP_FAILED) {
    return 0;
  }
  file->version = VERSION;
  file->size = sizeof(struct header);
  file->capacity = CAPACITY;
  atomic_store(&file->next, 4096);
  atomic_store(&file->resolved, 4096);
  file->interval = interval;
  file->wall = wall;
  memcpy(file->magic, "THAWPRB", 8);
  return 1;
}

/* --- stacks ----------------------------------------------------------------------------------- */

static void registers(void *context, uintptr_t *pc, uintptr_t *sp, uintptr_t *fp, uintptr_t *lr) {
  ucontext_t *c = context;
#if defined(__x86_64__)
  *pc = (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
  *sp = (uintptr_t)c->uc_mcontext.gregs[REG_RSP];
  *fp = (uintptr_t)c->uc_mcontext.gregs[REG_RBP];
  *lr = 0;
#elif defined(__aarch64__)
  *pc = (uintptr_t)c->uc_mcontext.pc;
  *sp = (uintptr_t)c->uc_mcontext.sp;
  *fp = (uintptr_t)c->uc_mcontext.regs[29];
  *lr = (uintptr_t)c->uc_mcontext.regs[30];
#else
#error "unknown machine"
#endif
}

static void set_registers(void *context, uintptr_t pc, uintptr_t sp, uintptr_t fp) {
  ucontext_t *c = context;
#if defined(__x86_64__)
  c->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
  c->uc_mcontext.gregs[REG_RSP] = (greg_t)sp;
  c->uc_mcontext.gregs[REG_RBP] = (greg_t)fp;
#elif defined(__aarch64__)
  c->uc_mcontext.pc = pc;
  c->uc_mcontext.sp = sp;
  c->uc_mcontext.regs[29] = fp;
#endif
}

static int in_jvm(uintptr_t pc) { return pc >= jvm_low && pc < jvm_high; }

/*
 * Return addresses by frame pointers. libc and the like keep none: then the chain misses the
 * function that called them, which is looked for among the words on top of the stack.
 */
static int walk_native(struct slot *slot, uintptr_t pc, uintptr_t sp, uintptr_t fp, uintptr_t lr,
                       uint64_t *out) {
  int n = 0;
  out[n++] = pc;
  if (!in_jvm(pc)) {
    if (in_jvm(lr)) {
      out[n++] = lr;
    } else {
      uintptr_t end = sp + 64 * sizeof(uintptr_t);
      if (fp > sp && fp < end) {
        end = fp;
      }
      if (end > slot->stack_high) {
        end = slot->stack_high;
      }
      for (uintptr_t p = sp; p + sizeof(uintptr_t) <= end && p >= slot->stack_low;
           p += sizeof(uintptr_t)) {
        uintptr_t word = *(uintptr_t *)p;
        if (in_jvm(word)) {
          out[n++] = word;
          break;
        }
      }
    }
  }
  while (n < MAX_NATIVE && fp > sp && fp >= slot->stack_low &&
         fp + 2 * sizeof(uintptr_t) <= slot->stack_high && (fp & (sizeof(uintptr_t) - 1)) == 0) {
    uintptr_t return_address = ((uintptr_t *)fp)[1];
    uintptr_t caller = ((uintptr_t *)fp)[0];
    if (return_address < 4096) {
      break;
    }
    if (out[n - 1] != return_address) {
      out[n++] = return_address;
    }
    if (caller <= fp) {
      break;
    }
    sp = fp;
    fp = caller;
  }
  return n;
}

/* Takes the newest kernel call chain out of the ring buffer. */
static int kernel_chain(struct slot *slot, uint64_t *out) {
  struct perf_event_mmap_page *ring = slot->ring;
  if (!ring) {
    return 0;
  }
  uint64_t head = __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
  uint64_t tail = ring->data_tail;
  char *data = (char *)ring + page_size;
  uint64_t mask = (uint64_t)page_size - 1;
  int n = 0;
  while (tail < head) {
    struct perf_event_header event;
    for (size_t i = 0; i < sizeof event; i++) {
      ((char *)&event)[i] = data[(tail + i) & mask];
    }
    if (event.size == 0) {
      break;
    }
    if (event.type == PERF_RECORD_SAMPLE) {
      uint64_t at = tail + sizeof event;
      uint64_t count = *(uint64_t *)(data + (at & mask));
      n = 0;
      for (uint64_t i = 0; i < count && n < MAX_KERNEL; i++) {
        uint64_t ip = *(uint64_t *)(data + ((at + 8 + i * 8) & mask));
        if (ip == (uint64_t)PERF_CONTEXT_USER) {
          break;
        }
        if (ip < (uint64_t)PERF_CONTEXT_MAX) { /* else it is a marker */
          out[n++] = ip;
        }
      }
    }
    tail += event.size;
  }
  __atomic_store_n(&ring->data_tail, head, __ATOMIC_RELEASE);
  return n;
}

static int on_stack(struct slot *slot, uintptr_t at, int words) {
  return (at & (sizeof(uintptr_t) - 1)) == 0 && at >= slot->stack_low &&
         at < slot->stack_high && slot->stack_high - at >= (unsigned)words * sizeof(uintptr_t);
}

static jint walk_java_from(struct slot *slot, void *context, uintptr_t pc, uintptr_t sp,
                           uintptr_t fp) {
  if (pc < 4096) {
    return 0;
  }
  uintptr_t real_pc, real_sp, real_fp, lr;
  registers(context, &real_pc, &real_sp, &real_fp, &lr);
  struct call_trace trace = {slot->env, 0, slot->frames};
  set_registers(context, pc, sp, fp);
  asgct(&trace, MAX_JAVA, context);
  set_registers(context, real_pc, real_sp, real_fp);
  return trace.count;
}

/*
 * The interpreter leaves the JVM the stack pointer of its last Java frame and no pc, which
 * AsyncGetCallTrace calls not walkable (-3). The return address lies below the stack pointer.
 */
static jint walk_java_anchored(struct slot *slot, void *context) {
  if (!anchor_offset || !env_offset) {
    return 0;
  }
  char *anchor = (char *)slot->env - env_offset + anchor_offset;
  uintptr_t sp = *(uintptr_t *)(anchor + anchor_sp_offset);
  uintptr_t *pc = (uintptr_t *)(anchor + anchor_pc_offset);
  if (*pc != 0 || sp <= slot->stack_low || !on_stack(slot, sp - sizeof(uintptr_t), 1)) {
    return 0;
  }
  struct call_trace trace = {slot->env, 0, slot->frames};
  *pc = ((uintptr_t *)sp)[-1];
  asgct(&trace, MAX_JAVA, context);
  *pc = 0;
  return trace.count;
}

static int walk_java(struct slot *slot, void *context, jint *code) {
  *code = 0;
  if (!asgct || !slot->env) {
    return 0;
  }
  struct call_trace trace = {slot->env, 0, slot->frames};
  asgct(&trace, MAX_JAVA, context);
  if (trace.count > 0) {
    return trace.count;
  }
  *code = trace.count;
  if (trace.count != -5 && trace.count != -6 && trace.count != -4 && trace.count != -3) {
    return 0;
  }
  if (trace.count == -3) {
    jint anchored = walk_java_anchored(slot, context);
    if (anchored > 0) {
      return anchored;
    }
  }
  /* In a stub, a prologue, or a leaf of the runtime: as if it had returned to its caller. */
  uintptr_t pc, sp, fp, lr;
  registers(context, &pc, &sp, &fp, &lr);
  jint count = 0;
  if (!in_jvm(pc)) {
#if defined(__x86_64__)
    if (on_stack(slot, sp, 2)) {
      uintptr_t *top = (uintptr_t *)sp;
      count = walk_java_from(slot, context, top[0], sp + 8, fp);
      if (count <= 0) { /* the frame pointer is pushed, and not set yet */
        count = walk_java_from(slot, context, top[1], sp + 16, top[0]);
      }
    }
#else
    count = walk_java_from(slot, context, lr, sp, fp);
#endif
  }
  uintptr_t above = sp;
  for (int frame = 0; count <= 0 && frame < 6 && fp > above && on_stack(slot, fp, 2); frame++) {
    uintptr_t caller = ((uintptr_t *)fp)[0], return_address = ((uintptr_t *)fp)[1];
    if (!in_jvm(return_address)) {
      count = walk_java_from(slot, context, return_address, fp + 16, caller);
    }
    above = fp;
    fp = caller;
  }
  return count > 0 ? count : 0;
}

static void take_sample(struct slot *slot, void *context) {
  uint64_t kernel[MAX_KERNEL];
  uint64_t native[MAX_NATIVE];
  uint64_t begin = now();
  uintptr_t pc, sp, fp, lr;
  registers(context, &pc, &sp, &fp, &lr);
  int kernels = kernel_chain(slot, kernel);
  int natives = walk_native(slot, pc, sp, fp, lr, native);
  jint code;
  int javas = walk_java(slot, context, &code);
  uint32_t size;
  struct record *record =
      reserve(32 + 8ull * (unsigned)(kernels + natives) + 16ull * (unsigned)javas + 0, &size);
  if (record) {
    char *p = (char *)(record + 1);
    *(uint64_t *)p = begin;
    *(uint32_t *)(p + 8) = (uint32_t)slot->tid;
    *(uint16_t *)(p + 12) = (uint16_t)kernels;
    *(uint16_t *)(p + 14) = (uint16_t)natives;
    *(uint16_t *)(p + 16) = (uint16_t)javas;
    *(int16_t *)(p + 18) = (int16_t)code;
    *(uint32_t *)(p + 20) = 0;
    *(uint64_t *)(p + 24) = interval;
    p += 32;
    memcpy(p, kernel, 8ull * (unsigned)kernels);
    p += 8 * kernels;
    memcpy(p, native, 8ull * (unsigned)natives);
    p += 8 * natives;
    struct java_frame *frames = (struct java_frame *)p;
    for (int i = 0; i < javas; i++) {
      frames[i].method = (uint64_t)(uintptr_t)slot->frames[i].method;
      frames[i].bci = slot->frames[i].bci;
      frames[i].reserved = 0;
    }
    commit(record, SAMPLE);
  }
  atomic_fetch_add_explicit(&file->samples, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&file->handler_nanos, now() - begin, memory_order_relaxed);
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  (void)signal;
  int saved = errno;
  struct slot *slot = NULL;
  if (info->si_code == SI_QUEUE) {
    slot = info->si_value.sival_ptr == (void *)main_slot ? main_slot : NULL;
  } else if (info->si_code > 0 && info->si_fd >= 0 && info->si_fd < MAX_FDS) {
    slot = atomic_load(&by_fd[info->si_fd]);
  }
  if (slot && atomic_load(&alive) && slot->tid == (pid_t)syscall(SYS_gettid)) {
    take_sample(slot, context);
    if (slot->fd >= 0) {
      ioctl(slot->fd, PERF_EVENT_IOC_RESET, 0);
      ioctl(slot->fd, PERF_EVENT_IOC_REFRESH, 1);
    }
  }
  errno = saved;
}

/* --- threads ---------------------------------------------------------------------------------- */

static int perf_event(int with_kernel) {
  struct perf_event_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.size = sizeof attr;
  attr.type = PERF_TYPE_SOFTWARE;
  attr.config = PERF_COUNT_SW_TASK_CLOCK;
  attr.sample_period = interval;
  attr.sample_type = PERF_SAMPLE_CALLCHAIN;
  attr.disabled = 1;
  attr.wakeup_events = 1;
  attr.exclude_callchain_user = 1;
  attr.exclude_kernel = !with_kernel;
  attr.exclude_hv = 1;
  return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static void arm(struct slot *slot) {
  int fd = perf_event(1);
  int with_kernel = fd >= 0;
  if (fd < 0) {
    file->perf_errno = (uint32_t)errno;
    fd = perf_event(0);
  }
  if (fd < 0 || fd >= MAX_FDS) {
    if (fd >= 0) {
      close(fd);
    }
    return;
  }
  if (with_kernel) {
    void *ring = mmap(NULL, 2 * (size_t)page_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (ring != MAP_FAILED) {
      slot->ring = ring;
    }
  }
  struct f_owner_ex owner = {F_OWNER_TID, slot->tid};
  slot->fd = fd;
  atomic_store(&by_fd[fd], slot);
  if (fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK) != 0 || fcntl(fd, F_SETSIG, SIGPROF) != 0 ||
      fcntl(fd, F_SETOWN_EX, &owner) != 0 || ioctl(fd, PERF_EVENT_IOC_REFRESH, 1) != 0) {
    file->perf_errno = (uint32_t)errno;
    return;
  }
  atomic_fetch_or(&file->abilities, PERF | (slot->ring ? KERNEL_FRAMES : 0));
}

static struct slot *enter(JNIEnv *env) {
  for (int i = 0; i < MAX_THREADS; i++) {
    int expected = 0;
    if (atomic_load_explicit(&slots[i].used, memory_order_relaxed) == 0 &&
        atomic_compare_exchange_strong(&slots[i].used, &expected, 1)) {
      struct slot *slot = &slots[i];
      slot->tid = (pid_t)syscall(SYS_gettid);
      slot->fd = -1;
      slot->ring = NULL;
      slot->env = env;
      pthread_attr_t attr;
      slot->stack_low = slot->stack_high = 0;
      if (pthread_getattr_np(pthread_self(), &attr) == 0) {
        void *low;
        size_t length;
        pthread_attr_getstack(&attr, &low, &length);
        slot->stack_low = (uintptr_t)low;
        slot->stack_high = (uintptr_t)low + length;
        pthread_attr_destroy(&attr);
      }
      if (!slot->frames) {
        slot->frames = calloc(MAX_JAVA, sizeof(struct call_frame));
      }
      if (!slot->frames) {
        atomic_store(&slot->used, 0);
        return NULL;
      }
      return slot;
    }
  }
  return NULL;
}

static void JNICALL thread_start(jvmtiEnv *ti, JNIEnv *env, jthread thread) {
  if (!atomic_load(&alive)) {
    return;
  }
  pid_t tid = (pid_t)syscall(SYS_gettid);
  if (main_slot && tid == main_slot->tid) {
    return;
  }
  struct slot *slot = enter(env);
  if (slot) {
    jvmtiThreadInfo info;
    memset(&info, 0, sizeof info);
    if ((*ti)->GetThreadInfo(ti, thread, &info) == JVMTI_ERROR_NONE && info.name) {
      name_thread(tid, info.name);
      (*ti)->Deallocate(ti, (unsigned char *)info.name);
    }
    arm(slot);
  }
}

static void JNICALL thread_end(jvmtiEnv *ti, JNIEnv *env, jthread thread) {
  (void)ti;
  (void)env;
  (void)thread;
  pid_t tid = (pid_t)syscall(SYS_gettid);
  for (int i = 0; i < MAX_THREADS; i++) {
    struct slot *slot = &slots[i];
    if (atomic_load_explicit(&slot->used, memory_order_relaxed) && slot->tid == tid) {
      if (slot == main_slot) {
        return;
      }
      if (slot->fd >= 0) {
        ioctl(slot->fd, PERF_EVENT_IOC_DISABLE, 0);
        atomic_store(&by_fd[slot->fd], NULL);
        if (slot->ring) {
          munmap(slot->ring, 2 * (size_t)page_size);
        }
        close(slot->fd);
      }
      slot->ring = NULL;
      slot->fd = -1;
      slot->tid = 0;
      atomic_store(&slot->used, 0);
      return;
    }
  }
}

/* --- our own thread: blocked time, and names of methods ---------------------------------------- */

static uint64_t *known; /* open addressing; 0 is empty */
static size_t known_size, known_used;

static int remember(uint64_t id) {
  if (known_used * 2 >= known_size) {
    size_t size = known_size ? known_size * 2 : 1 << 14;
    uint64_t *table = calloc(size, sizeof *table);
    if (!table) {
      return 0;
    }
    for (size_t i = 0; i < known_size; i++) {
      if (known[i]) {
        size_t at = (known[i] * 0x9e3779b97f4a7c15ull >> 20) & (size - 1);
        while (table[at]) {
          at = (at + 1) & (size - 1);
        }
        table[at] = known[i];
      }
    }
    free(known);
    known = table;
    known_size = size;
  }
  size_t at = (id * 0x9e3779b97f4a7c15ull >> 20) & (known_size - 1);
  while (known[at]) {
    if (known[at] == id) {
      return 0;
    }
    at = (at + 1) & (known_size - 1);
  }
  known[at] = id;
  known_used++;
  return 1;
}

static void name_method(JNIEnv *env, uint64_t id) {
  jmethodID method = (jmethodID)(uintptr_t)id;
  jclass class = NULL;
  char *signature = NULL, *name = NULL;
  if ((*jvmti)->GetMethodName(jvmti, method, &name, NULL, NULL) == JVMTI_ERROR_NONE &&
      (*jvmti)->GetMethodDeclaringClass(jvmti, method, &class) == JVMTI_ERROR_NONE &&
      (*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) == JVMTI_ERROR_NONE) {
    size_t a = strnlen(signature, 4000), b = strnlen(name, 4000);
    uint32_t size;
    struct record *record = reserve(16 + a + b, &size);
    if (record) {
      char *p = (char *)(record + 1);
      *(uint64_t *)p = id;
      *(uint16_t *)(p + 8) = (uint16_t)a;
      *(uint16_t *)(p + 10) = (uint16_t)b;
      *(uint32_t *)(p + 12) = 0;
      memcpy(p + 16, signature, a);
      memcpy(p + 16 + a, name, b);
      commit(record, METHOD);
    }
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

static void name_frames(JNIEnv *env, const struct java_frame *frames, int n) {
  for (int i = 0; i < n; i++) {
    if (frames[i].method && remember(frames[i].method)) {
      name_method(env, frames[i].method);
    }
  }
}

/* Adds the names of the methods in records that came since the last call. */
static void resolve(JNIEnv *env) {
  uint64_t at = atomic_load(&file->resolved);
  uint64_t end = atomic_load(&file->next);
  while (at < end) {
    struct record *record = (struct record *)((char *)file + at);
    uint16_t type = atomic_load_explicit(&record->type, memory_order_acquire);
    if (type == 0 || record->size == 0) {
      break; /* being written */
    }
    char *p = (char *)(record + 1);
    if (type == SAMPLE) {
      uint16_t kernels = *(uint16_t *)(p + 12), natives = *(uint16_t *)(p + 14);
      name_frames(env, (struct java_frame *)(p + 32 + 8 * (kernels + natives)),
                  *(uint16_t *)(p + 16));
    } else if (type == BLOCKED) {
      uint16_t natives = *(uint16_t *)(p + 24);
      name_frames(env, (struct java_frame *)(p + 32 + 8 * natives), *(uint16_t *)(p + 26));
    } else if (type == CLASS) {
      name_frames(env, (struct java_frame *)(p + 16), *(uint16_t *)(p + 12));
    }
    at += record->size;
    atomic_store(&file->resolved, at);
  }
}

static int stack_of(jthread thread, struct java_frame *out) {
  static jvmtiFrameInfo frames[MAX_JAVA];
  jint count = 0;
  if (!thread || (*jvmti)->GetStackTrace(jvmti, thread, 0, MAX_JAVA, frames, &count) !=
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

/* Words of a blocked thread's stack that are addresses in libjvm: what it waits for in there. */
static int scan_stack(uintptr_t pc, uintptr_t sp, uint64_t *out) {
  uintptr_t words[192];
  int n = 0;
  out[n++] = pc;
  struct iovec mine = {words, sizeof words}, theirs = {(void *)sp, sizeof words};
  ssize_t got = process_vm_readv(getpid(), &mine, 1, &theirs, 1, 0);
  for (ssize_t i = 0; i < got / (ssize_t)sizeof(uintptr_t) && n < 12; i++) {
    if (in_jvm(words[i])) {
      out[n++] = words[i];
    }
  }
  return n;
}

static int waits_on_descriptor(long call, const unsigned long *args) {
  switch (call) {
    case SYS_read:
    case SYS_write:
    case SYS_readv:
    case SYS_writev:
    case SYS_recvfrom:
    case SYS_sendto:
    case SYS_recvmsg:
    case SYS_sendmsg:
    case SYS_connect:
      return (int)args[0];
#ifdef SYS_poll
    case SYS_poll:
#endif
    case SYS_ppoll: {
      struct {
        int fd;
        short events, revents;
      } first;
      struct iovec mine = {&first, sizeof first}, theirs = {(void *)args[0], sizeof first};
      if (args[1] >= 1 &&
          process_vm_readv(getpid(), &mine, 1, &theirs, 1, 0) == (ssize_t)sizeof first) {
        return first.fd;
      }
      return -1;
    }
    default:
      return -1;
  }
}

static int is_socket(int fd) {
  int type;
  socklen_t length = sizeof type;
  return fd >= 0 && getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0;
}

static int kind_of_wait(long call, int fd) {
  switch (call) {
    case SYS_futex:
      return LOCK;
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return SLEEP;
    case SYS_connect:
    case SYS_accept:
    case SYS_accept4:
    case SYS_epoll_pwait:
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
      return NETWORK;
    default:
      return fd < 0 ? (call < 0 ? FILES : ELSEWHERE) : is_socket(fd) ? NETWORK : FILES;
  }
}

static int peer_of(int fd, char *out, size_t room) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  char text[INET6_ADDRSTRLEN];
  out[0] = 0;
  if (fd < 0 || getpeername(fd, (struct sockaddr *)&address, &length) != 0) {
    if (fd >= 0 && errno == ENOTCONN) {
      return snprintf(out, room, "?");
    }
    return 0;
  }
  if (address.ss_family == AF_INET) {
    struct sockaddr_in *in = (struct sockaddr_in *)&address;
    inet_ntop(AF_INET, &in->sin_addr, text, sizeof text);
    return snprintf(out, room, "%s:%u", text, ntohs(in->sin_port));
  }
  if (address.ss_family == AF_INET6) {
    struct sockaddr_in6 *in = (struct sockaddr_in6 *)&address;
    inet_ntop(AF_INET6, &in->sin6_addr, text, sizeof text);
    return IN6_IS_ADDR_V4MAPPED(&in->sin6_addr)
               ? snprintf(out, room, "%s:%u", text + 7, ntohs(in->sin6_port))
               : snprintf(out, room, "[%s]:%u", text, ntohs(in->sin6_port));
  }
  return snprintf(out, room, "%s", address.ss_family == AF_UNIX ? "unix socket" : "?");
}

/* Where a connection that is being made goes to: the address is in the thread's memory. */
static int destination(const unsigned long *args, char *out, size_t room) {
  union {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
  } address;
  memset(&address, 0, sizeof address);
  size_t length = args[2] < sizeof address ? args[2] : sizeof address;
  struct iovec mine = {&address, length}, theirs = {(void *)args[1], length};
  char text[INET6_ADDRSTRLEN];
  if (process_vm_readv(getpid(), &mine, 1, &theirs, 1, 0) <= 0) {
    return 0;
  }
  if (address.any.sa_family == AF_INET) {
    inet_ntop(AF_INET, &address.in.sin_addr, text, sizeof text);
    return snprintf(out, room, "%s:%u", text, ntohs(address.in.sin_port));
  }
  if (address.any.sa_family == AF_INET6) {
    inet_ntop(AF_INET6, &address.in6.sin6_addr, text, sizeof text);
    return IN6_IS_ADDR_V4MAPPED(&address.in6.sin6_addr)
               ? snprintf(out, room, "%s:%u", text + 7, ntohs(address.in6.sin6_port))
               : snprintf(out, room, "[%s]:%u", text, ntohs(address.in6.sin6_port));
  }
  return 0;
}

/* One look at the main thread; a wait that goes on makes its record longer. */
static void look(int fd) {
  static char last[256];
  static struct record *wait;
  static struct java_frame frames[MAX_JAVA];
  char text[256];
  ssize_t n = pread(fd, text, sizeof text - 1, 0);
  if (n <= 0) {
    return;
  }
  text[n] = 0;
  uint64_t time = now();
  if (strncmp(text, "running", 7) == 0) {
    wait = NULL;
    last[0] = 0;
    return;
  }
  if (wait && strcmp(text, last) == 0) {
    *(uint64_t *)((char *)(wait + 1) + 8) = time;
    return;
  }
  memcpy(last, text, (size_t)n + 1);
  long call = -1;
  unsigned long args[6] = {0}, sp = 0, pc = 0;
  if (sscanf(text, "%ld 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx", &call, &args[0],
             &args[1], &args[2], &args[3], &args[4], &args[5], &sp, &pc) != 9) {
    call = -1;
    if (sscanf(text, "-1 0x%lx 0x%lx", &sp, &pc) != 2) {
      sp = pc = 0;
    }
  }
  char peer[INET6_ADDRSTRLEN + 16];
  int waits_on = waits_on_descriptor(call, args);
  int peer_length = call == SYS_connect ? destination(args, peer, sizeof peer)
                                        : peer_of(waits_on, peer, sizeof peer);
  uint64_t native[16];
  int natives = sp ? scan_stack(pc, sp, native) : 0;
  int javas = atomic_load(&initialised) ? stack_of(main_java_thread, frames) : 0;
  uint32_t size;
  struct record *record = reserve(
      32 + 8ull * (unsigned)natives + sizeof(struct java_frame) * (unsigned)javas +
          (unsigned)peer_length,
      &size);
  if (!record) {
    return;
  }
  char *p = (char *)(record + 1);
  *(uint64_t *)p = time;
  *(uint64_t *)(p + 8) = time;
  *(uint32_t *)(p + 16) = (uint32_t)main_slot->tid;
  *(int32_t *)(p + 20) = kind_of_wait(call, waits_on);
  *(uint16_t *)(p + 24) = (uint16_t)natives;
  *(uint16_t *)(p + 26) = (uint16_t)javas;
  *(uint16_t *)(p + 28) = (uint16_t)peer_length;
  *(uint16_t *)(p + 30) = 0;
  memcpy(p + 32, native, 8ull * (unsigned)natives);
  memcpy(p + 32 + 8 * natives, frames, sizeof(struct java_frame) * (unsigned)javas);
  memcpy(p + 32 + 8 * natives + (int)sizeof(struct java_frame) * javas, peer,
         (size_t)peer_length);
  commit(record, BLOCKED);
  wait = record;
}

/* Without perf events: a signal whenever the main thread may be on a CPU. */
static void poke(int fd) {
  char text[16];
  if (pread(fd, text, sizeof text, 0) > 0 && strncmp(text, "running", 7) == 0) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = SIGPROF;
    info.si_code = SI_QUEUE;
    info.si_value.sival_ptr = main_slot;
    syscall(SYS_rt_tgsigqueueinfo, getpid(), main_slot->tid, SIGPROF, &info);
  }
}

/* Ids of methods must exist before a signal handler can see them. */
static void prepare_methods(jvmtiEnv *ti, jclass class) {
  jint count;
  jmethodID *methods;
  if ((*ti)->GetClassMethods(ti, class, &count, &methods) == JVMTI_ERROR_NONE) {
    (*ti)->Deallocate(ti, (unsigned char *)methods);
  }
}

static void prepare_loaded(JNIEnv *env) {
  jint count;
  jclass *classes;
  if ((*jvmti)->GetLoadedClasses(jvmti, &count, &classes) != JVMTI_ERROR_NONE) {
    return;
  }
  for (jint i = 0; i < count; i++) {
    prepare_methods(jvmti, classes[i]);
    (*env)->DeleteLocalRef(env, classes[i]);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)classes);
}

static void *watch(void *unused) {
  (void)unused;
  JNIEnv *env = NULL;
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)main_slot->tid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  int perf = (atomic_load(&file->abilities) & PERF) != 0;
  uint64_t tick = perf ? wall : interval;
  uint64_t next = now(), looked = 0, resolved = 0;
  while (atomic_load(&alive)) {
    next += tick;
    uint64_t t = now();
    if (next < t) {
      next = t + tick;
    }
    struct timespec until = {(time_t)(next / 1000000000ull), (long)(next % 1000000000ull)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    t = now();
    if (!env && atomic_load(&initialised)) {
      JavaVMAttachArgs arguments = {JNI_VERSION_1_8, (char *)"thaw probe", NULL};
      if ((*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&env, &arguments) != JNI_OK) {
        env = NULL;
      } else {
        prepare_loaded(env);
      }
    }
    if (fd >= 0) {
      if (!perf) {
        poke(fd);
      }
      if (t - looked >= wall) {
        look(fd);
        looked = t;
      }
    }
    if (env && t - resolved >= 20000000ull) {
      resolve(env);
      resolved = t;
    }
  }
  return NULL;
}

static void start_watch(void) {
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&thread, NULL, watch, NULL) == 0) {
    pthread_detach(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* --- JVMTI ------------------------------------------------------------------------------------ */

static void record_class(jvmtiEnv *ti, jthread thread, const char *name) {
  static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
  static jvmtiFrameInfo frames[MAX_JAVA];
  jint count = 0;
  pthread_mutex_lock(&one);
  if ((*ti)->GetStackTrace(ti, thread, 0, MAX_JAVA, frames, &count) != JVMTI_ERROR_NONE) {
    count = 0;
  }
  size_t length = strlen(name);
  uint32_t size;
  struct record *record =
      reserve(16 + sizeof(struct java_frame) * (unsigned)count + length, &size);
  if (record) {
    char *p = (char *)(record + 1);
    *(uint64_t *)p = now();
    *(uint32_t *)(p + 8) = (uint32_t)syscall(SYS_gettid);
    *(uint16_t *)(p + 12) = (uint16_t)count;
    *(uint16_t *)(p + 14) = (uint16_t)length;
    struct java_frame *out = (struct java_frame *)(p + 16);
    for (jint i = 0; i < count; i++) {
      out[i].method = (uint64_t)(uintptr_t)frames[i].method;
      out[i].bci = (int32_t)frames[i].location;
      out[i].reserved = 0;
    }
    memcpy(out + count, name, length);
    commit(record, CLASS);
  }
  pthread_mutex_unlock(&one);
}

/* Enabled although it mostly does nothing: AsyncGetCallTrace refuses to work without. */
static void JNICALL class_load(jvmtiEnv *ti, JNIEnv *env, jthread thread, jclass class) {
  (void)env;
  if (wanted_class[0]) {
    char *signature;
    if ((*ti)->GetClassSignature(ti, class, &signature, NULL) == JVMTI_ERROR_NONE) {
      if (strcmp(signature, wanted_class) == 0) {
        record_class(ti, thread, signature);
      }
      (*ti)->Deallocate(ti, (unsigned char *)signature);
    }
  }
}

static void JNICALL class_prepare(jvmtiEnv *ti, JNIEnv *env, jthread thread, jclass class) {
  (void)env;
  (void)thread;
  prepare_methods(ti, class);
}

static void JNICALL vm_start(jvmtiEnv *ti, JNIEnv *env) {
  (void)ti;
  mark(VM_START);
  if (main_slot) {
    main_slot->env = env;
  }
}

/* A thread's object knows its JavaThread; where its JNIEnv lies in there is the same for all. */
static void find_environment(JNIEnv *env, jthread thread) {
  jclass class = (*env)->FindClass(env, "java/lang/Thread");
  jfieldID field = class ? (*env)->GetFieldID(env, class, "eetop", "J") : NULL;
  if (field) {
    jlong java_thread = (*env)->GetLongField(env, thread, field);
    long distance = (long)((char *)env - (char *)(uintptr_t)java_thread);
    if (java_thread && distance > 0 && distance < 1 << 16) {
      env_offset = distance;
    }
  } else {
    (*env)->ExceptionClear(env);
  }
}

static void JNICALL vm_init(jvmtiEnv *ti, JNIEnv *env, jthread thread) {
  (void)ti;
  mark(VM_INIT);
  if (main_slot) {
    main_slot->env = env;
    main_java_thread = (*env)->NewGlobalRef(env, thread);
    find_environment(env, thread);
  }
  atomic_store(&initialised, 1);
}

static void JNICALL gc_start(jvmtiEnv *ti) {
  (void)ti;
  mark(GC_START);
}

static void JNICALL gc_finish(jvmtiEnv *ti) {
  (void)ti;
  mark(GC_FINISH);
}

static void JNICALL vm_death(jvmtiEnv *ti, JNIEnv *env) {
  (void)ti;
  mark(VM_DEATH);
  resolve(env);
  atomic_store(&alive, 0);
}

static uint64_t symbol_value(void *library, const char *name) {
  uint64_t *at = dlsym(library, name);
  return at ? *at : 0;
}

/* Reads the table that libjvm exports for the serviceability agent. */
static void find_offsets(void *library) {
  char *entry = (char *)(uintptr_t)symbol_value(library, "gHotSpotVMStructs");
  uint64_t type = symbol_value(library, "gHotSpotVMStructEntryTypeNameOffset");
  uint64_t field = symbol_value(library, "gHotSpotVMStructEntryFieldNameOffset");
  uint64_t offset = symbol_value(library, "gHotSpotVMStructEntryOffsetOffset");
  uint64_t stride = symbol_value(library, "gHotSpotVMStructEntryArrayStride");
  for (; entry && stride; entry += stride) {
    const char *type_name = *(const char **)(entry + type);
    const char *field_name = *(const char **)(entry + field);
    if (!type_name || !field_name) {
      break;
    }
    size_t value = (size_t) * (uint64_t *)(entry + offset);
    if (strcmp(type_name, "JavaThread") == 0 && strcmp(field_name, "_anchor") == 0) {
      anchor_offset = value;
    } else if (strcmp(type_name, "JavaFrameAnchor") == 0) {
      if (strcmp(field_name, "_last_Java_sp") == 0) {
        anchor_sp_offset = value;
      } else if (strcmp(field_name, "_last_Java_pc") == 0) {
        anchor_pc_offset = value;
      }
    }
  }
}

static int find_jvm(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  if (!info->dlpi_name || !strstr(info->dlpi_name, "/libjvm.so")) {
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) {
      jvm_low = info->dlpi_addr + segment->p_vaddr;
      jvm_high = jvm_low + segment->p_memsz;
    }
  }
  void *library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (library) {
    asgct = (async_get_call_trace)dlsym(library, "AsyncGetCallTrace");
    find_offsets(library);
  }
  return 1;
}

/* The value of one option, up to the next comma; of "class" to the end. */
static int option(const char *options, const char *name, char *out, size_t room) {
  const char *at = options;
  size_t length = strlen(name);
  while (at && *at) {
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

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *java, char *options, void *reserved) {
  (void)reserved;
  char path[1024], number[32], name[500];
  vm = java;
  page_size = sysconf(_SC_PAGESIZE);
  options = options ? options : (char *)"";
  interval = option(options, "interval", number, sizeof number) ? strtoull(number, NULL, 10) : 0;
  wall = option(options, "wall", number, sizeof number) ? strtoull(number, NULL, 10) : 2000000;
  if (interval == 0) {
    return JNI_OK;
  }
  if (!option(options, "file", path, sizeof path) || !open_file(path)) {
    fprintf(stderr, "thaw probe: could not make its file: %s\n", strerror(errno));
    return JNI_OK; /* the function runs, the host says that there is no recording */
  }
  if (option(options, "class", name, sizeof name)) {
    snprintf(wanted_class, sizeof wanted_class, "L%s;", name);
    for (char *c = wanted_class; *c; c++) {
      *c = *c == '.' ? '/' : *c;
    }
  }
  mark(LOADED);
  dl_iterate_phdr(find_jvm, NULL);
  if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_1_2) != JNI_OK) {
    return JNI_OK;
  }
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
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPROF, &action, NULL);
  main_slot = enter(NULL);
  if (main_slot) {
    file->main_thread = (uint32_t)main_slot->tid;
    name_thread(main_slot->tid, "main");
    atomic_store(&alive, 1);
    if (asgct) {
      atomic_fetch_or(&file->abilities, JAVA_FRAMES);
    }
    arm(main_slot);
    start_watch();
  }
  return JNI_OK;
}
