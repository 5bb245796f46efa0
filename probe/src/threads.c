#define _GNU_SOURCE
#include "threads.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "recording.h"
#include "stacks.h"

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

#define MAX_THREADS 2048
#define MAX_FDS 65536
#define LEFT_TO_FUNCTION 256 /* file descriptors that are never ours */
#define ALIGNMENT_CHECK 0x40000ull /* in EFLAGS */
#define LAST_SAMPLES_MILLIS 100

struct slot {
  _Atomic int used;
  _Atomic pid_t tid;
  int fd;
  struct perf_event_mmap_page *ring;
  struct walker walker;
};

static struct slot slots[MAX_THREADS];
static _Atomic int highest; /* no slot from this one on was ever used */
static struct slot *_Atomic by_fd[MAX_FDS];
static struct slot *main_slot;
static uint64_t interval;
static int use_perf;
static long page_size;
static _Atomic int alive, events;
static _Atomic int inside; /* the signal handler */

static pid_t this_thread(void) { return (pid_t)syscall(SYS_gettid); }

/* --- in the signal handler --- */

/* Takes the newest kernel call chain out of the ring buffer (perf_event_open(2)). */
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
  while (tail < head) { /* records are aligned to 8 bytes, and so are all reads of 8 bytes */
    struct perf_event_header event;
    memcpy(&event, data + (tail & mask), sizeof event);
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

static struct slot *slot_of(const siginfo_t *info) {
  if (info->si_code == SI_QUEUE) {
    return info->si_value.sival_ptr == (void *)main_slot ? main_slot : NULL;
  }
  /* POLL_IN and POLL_HUP are a perf event's; a timer's or a user's signal has other codes */
  if (info->si_code >= POLL_IN && info->si_code <= POLL_HUP && info->si_fd >= 0 &&
      info->si_fd < MAX_FDS) {
    return atomic_load(&by_fd[info->si_fd]);
  }
  return NULL;
}

/*
 * While the JVM starts it sets the flag by which the processor checks alignment, to see whether it
 * can (VM_Version::get_cpu_info_stub). The kernel leaves it set in a handler, and code that is not
 * written for that ends in a SIGBUS. On return the thread has its flags back.
 */
static void permit_unaligned(void) {
#if defined(__x86_64__)
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~ALIGNMENT_CHECK);
#endif
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  (void)signal;
  permit_unaligned();
  atomic_fetch_add(&inside, 1);
  int saved = errno;
  struct slot *slot = slot_of(info);
  if (slot && atomic_load(&alive) && slot->tid == this_thread()) {
    struct stack stack;
    uint64_t begin = now();
    stack.kernels = kernel_chain(slot, stack.kernel);
    walk(&slot->walker, context, &stack);
    add_sample(begin, slot->tid, &stack);
    atomic_fetch_add_explicit(&recording->samples, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&recording->handler_nanos, now() - begin, memory_order_relaxed);
    if (slot->fd >= 0) {
      ioctl(slot->fd, PERF_EVENT_IOC_RESET, 0);
      ioctl(slot->fd, PERF_EVENT_IOC_REFRESH, 1);
    }
  }
  errno = saved;
  atomic_fetch_sub(&inside, 1);
}

static void handle_signal(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPROF, &action, NULL);
}

/* --- perf events --- */

static int perf_event(pid_t tid, int with_kernel) {
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
  return (int)syscall(SYS_perf_event_open, &attr, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static rlim_t most_files(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

/*
 * A function may have as many threads as connections, and needs its descriptors more than we do:
 * we take a quarter of them, and none of the last ones. A thread has a place in the quarter before
 * it opens its event: of many that start at once, no more have one for a moment.
 */
static int take_place(rlim_t most) {
  if ((rlim_t)atomic_fetch_add(&events, 1) < most / 4) {
    return 1;
  }
  atomic_fetch_sub(&events, 1);
  return 0;
}

static int may_have(int fd, rlim_t most) {
  return fd < MAX_FDS && (rlim_t)fd + LEFT_TO_FUNCTION < most;
}

static void disarm(struct slot *slot) {
  if (slot->fd >= 0) {
    ioctl(slot->fd, PERF_EVENT_IOC_DISABLE, 0);
    atomic_store(&by_fd[slot->fd], NULL);
    if (slot->ring) {
      munmap(slot->ring, 2 * (size_t)page_size);
    }
    close(slot->fd);
    slot->ring = NULL;
    slot->fd = -1;
    atomic_fetch_sub(&events, 1);
  }
}

/* Returns 0, or an errno; sets the one that says why there are no kernel frames. */
static int arm(struct slot *slot, uint32_t *refused) {
  rlim_t most = most_files();
  if (!take_place(most)) {
    return EMFILE;
  }
  int fd = perf_event(slot->tid, 1);
  int with_kernel = fd >= 0;
  if (fd < 0) {
    *refused = (uint32_t)errno;
    fd = perf_event(slot->tid, 0);
  }
  if (fd < 0 || !may_have(fd, most)) {
    int error = fd < 0 ? errno : EMFILE;
    if (fd >= 0) {
      close(fd);
    }
    atomic_fetch_sub(&events, 1);
    return error;
  }
  if (with_kernel) {
    void *ring = mmap(NULL, 2 * (size_t)page_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (ring != MAP_FAILED) {
      slot->ring = ring;
    } else {
      *refused = (uint32_t)errno; /* too much is locked: samples without kernel frames */
    }
  }
  struct f_owner_ex owner = {F_OWNER_TID, slot->tid};
  slot->fd = fd;
  atomic_store(&by_fd[fd], slot);
  if (fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK) != 0 || fcntl(fd, F_SETSIG, SIGPROF) != 0 ||
      fcntl(fd, F_SETOWN_EX, &owner) != 0 || ioctl(fd, PERF_EVENT_IOC_REFRESH, 1) != 0) {
    int error = errno;
    disarm(slot);
    return error;
  }
  return 0;
}

/* --- slots --- */

/* For the current thread, or for another one, which is given then. */
static struct slot *take_slot(JNIEnv *env, const struct java_thread *other) {
  for (int i = 0; i < MAX_THREADS; i++) {
    int expected = 0;
    if (atomic_load_explicit(&slots[i].used, memory_order_relaxed) == 0 &&
        atomic_compare_exchange_strong(&slots[i].used, &expected, 1)) {
      int seen = atomic_load(&highest);
      while (seen <= i && !atomic_compare_exchange_weak(&highest, &seen, i + 1)) {
      }
      struct slot *slot = &slots[i];
      slot->fd = -1;
      slot->ring = NULL;
      if (!(other ? prepare_walker_of(&slot->walker, other) : prepare_walker(&slot->walker, env))) {
        atomic_store(&slot->used, 0);
        return NULL;
      }
      slot->tid = other ? other->tid : this_thread();
      return slot;
    }
  }
  return NULL;
}

static struct slot *slot_of_thread(pid_t tid) {
  int end = atomic_load(&highest);
  for (int i = 0; i < end; i++) {
    if (atomic_load_explicit(&slots[i].used, memory_order_relaxed) && slots[i].tid == tid) {
      return &slots[i];
    }
  }
  return NULL;
}

static void give_back(struct slot *slot) {
  slot->walker.env = NULL;
  disarm(slot);
  slot->tid = 0;
  atomic_store(&slot->used, 0);
}

int sample_main(uint64_t period, int with_perf, const struct java_thread *other) {
  interval = period;
  use_perf = with_perf;
  page_size = sysconf(_SC_PAGESIZE);
  handle_signal();
  main_slot = take_slot(NULL, other);
  if (!main_slot) {
    return 0; /* no memory: the recording stays empty */
  }
  recording->main_thread = (uint32_t)main_slot->tid;
  atomic_store(&alive, 1);
  uint32_t refused = 0;
  int error = use_perf ? arm(main_slot, &refused) : EPERM;
  recording->perf_errno = error ? (uint32_t)error : refused;
  if (error) {
    use_perf = 0;
    return 0;
  }
  atomic_fetch_or(&recording->abilities, PERF | (main_slot->ring ? KERNEL_FRAMES : 0));
  return 1;
}

void sample_thread(JNIEnv *env) {
  pid_t tid = this_thread();
  struct slot *slot = slot_of_thread(tid);
  if (slot && slot == main_slot) {
    slot->walker.env = env; /* what is left of the main thread waits for the others to end */
    return;
  }
  if (slot) {
    give_back(slot); /* of a thread that ended without a word, and whose number came back */
  }
  uint32_t refused;
  if (use_perf && (slot = take_slot(env, NULL)) && arm(slot, &refused) != 0) {
    give_back(slot);
  }
}

void sample_other(const struct java_thread *thread) {
  uint32_t refused;
  struct slot *slot = use_perf ? take_slot(NULL, thread) : NULL;
  if (slot && arm(slot, &refused) != 0) {
    give_back(slot);
  }
}

void forget_thread(void) {
  struct slot *slot = slot_of_thread(this_thread());
  if (slot && slot == main_slot) {
    slot->walker.env = NULL;
  } else if (slot) {
    give_back(slot);
  }
}

void set_main_environment(JNIEnv *env) {
  if (main_slot) {
    main_slot->walker.env = env;
  }
}

pid_t main_thread(void) { return main_slot ? main_slot->tid : 0; }

void poke_main(void) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = SIGPROF;
  info.si_code = SI_QUEUE;
  info.si_value.sival_ptr = main_slot;
  syscall(SYS_rt_tgsigqueueinfo, getpid(), main_slot->tid, SIGPROF, &info);
}

/* Samples that are being taken end first: after this the JVM takes apart what they look at. */
void stop_sampling(void) {
  atomic_store(&alive, 0);
  for (int i = 0; i < LAST_SAMPLES_MILLIS && atomic_load(&inside); i++) {
    struct timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, NULL);
  }
}

int sampling(void) { return atomic_load(&alive); }
