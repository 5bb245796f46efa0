/*
 * Programs in the cell: each is parked, with all done but the execve, until it is told to go.
 *
 * The options of "park ID":
 *   pid N                its number in the cell
 *   at FOLDER            working directory
 *   output FILE          on the host, appended to; without it our own standard output
 *   files N, processes N, core N, locked N
 *                        limits (RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_CORE, RLIMIT_MEMLOCK)
 *   stack N              the limit of stacks, which programs may raise
 *   user UID GID         becomes that user
 *   perfmon              keeps CAP_PERFMON, and may call perf_event_open
 *   unfiltered           may make every system call: in a user namespace nobody can dump a process whose
 *                        calls are filtered
 *   run WORD... ""       program and arguments
 *   with NAME=VALUE... ""  all of its variables
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_PROGRAMS 64
#define OUTPUT_COPY 3
#define PERFMON 38
#define LAST_POSSIBLE_CAPABILITY 63
#define NOT_FOUND 127
#define NOT_EXECUTABLE 126

struct program {
  int id, pid; /* 0 when it has ended */
  int gate;    /* written to when it may go */
};

static struct program programs[MOST_PROGRAMS];
static int count;

struct order {
  long pid, files, processes, core, locked, stack, uid, gid;
  int perfmon, unfiltered;
  const char *folder, *output;
  char **command, **variables;
};

static void read_order(struct message *m, struct order *o) {
  *o = (struct order){.uid = -1, .gid = -1, .folder = "/", .output = ""};
  for (const char *key = next(m); key; key = next(m)) {
    if (!strcmp(key, "pid")) {
      o->pid = number(m);
    } else if (!strcmp(key, "at")) {
      o->folder = word(m);
    } else if (!strcmp(key, "output")) {
      o->output = word(m);
    } else if (!strcmp(key, "files")) {
      o->files = number(m);
    } else if (!strcmp(key, "processes")) {
      o->processes = number(m);
    } else if (!strcmp(key, "core")) {
      o->core = number(m);
    } else if (!strcmp(key, "locked")) {
      o->locked = number(m);
    } else if (!strcmp(key, "stack")) {
      o->stack = number(m);
    } else if (!strcmp(key, "user")) {
      o->uid = number(m);
      o->gid = number(m);
    } else if (!strcmp(key, "perfmon")) {
      o->perfmon = 1;
    } else if (!strcmp(key, "unfiltered")) {
      o->unfiltered = 1;
    } else if (!strcmp(key, "run")) {
      o->command = words(m);
    } else if (!strcmp(key, "with")) {
      o->variables = words(m);
    } else {
      fail("unknown option", key);
    }
  }
  if (!o->command || !o->command[0] || !o->variables) fail("nothing to run", "");
}

static void limit(int resource, long most) {
  struct rlimit both = {(rlim_t)most, (rlim_t)most};
  if (most > 0) setrlimit(resource, &both); /* where the host's own limit is lower, that stays */
}

static void limit_stack(long most) {
  struct rlimit both;
  if (most <= 0 || getrlimit(RLIMIT_STACK, &both) != 0) return;
  both.rlim_cur = (rlim_t)most;
  setrlimit(RLIMIT_STACK, &both);
}

static void set_capabilities(unsigned long long kept) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2] = {
      {(unsigned)kept, (unsigned)kept, (unsigned)kept},
      {(unsigned)(kept >> 32), (unsigned)(kept >> 32), (unsigned)(kept >> 32)}};
  must((int)syscall(SYS_capset, &head, data), "capset", "");
}

/* For good: nothing that is executed later can have more. */
static void drop(const struct order *o) {
  for (int each = 0; each <= LAST_POSSIBLE_CAPABILITY; each++)
    if (!(o->perfmon && each == PERFMON) && prctl(PR_CAPBSET_DROP, each, 0, 0, 0) != 0 &&
        errno == EINVAL)
      break; /* the kernel knows no more of them */
  if (o->uid >= 0) {
    must(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0), "keepcaps", "");
    setgroups(0, NULL); /* refused in a user namespace of an ordinary user, which has none more */
    must((int)syscall(SYS_setresgid, o->gid, o->gid, o->gid), "setresgid", "");
    must((int)syscall(SYS_setresuid, o->uid, o->uid, o->uid), "setresuid", "");
  }
  set_capabilities(o->perfmon ? 1ULL << PERFMON : 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (o->perfmon) prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, PERFMON, 0, 0);
  must(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs", "");
}

/* Threads get numbers above the program's: a restored one must have them again, and the lower ones
 * are those of who restores it. */
static void count_on_from(long pid) {
  char text[16];
  int length = snprintf(text, sizeof text, "%ld", pid);
  int file = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);
  if (file < 0) return; /* a kernel that cannot restore processes */
  if (!write_all(file, text, (size_t)length)) errno = 0;
  close(file);
}

static _Noreturn void run(const struct order *o, int gate, int ready, int output) {
  complaints = ready;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  umask(USUAL_UMASK);
  for (int i = 0; i < the_cell.join_count; i++)
    if (!write_all(the_cell.joins[i], "0", 1)) fail("could not join a cgroup", "");
  if (!the_cell.pid) prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (o->pid > 0) count_on_from(o->pid);
  limit(RLIMIT_NOFILE, o->files);
  limit(RLIMIT_NPROC, o->processes);
  limit(RLIMIT_CORE, o->core);
  limit(RLIMIT_MEMLOCK, o->locked);
  limit_stack(o->stack);
  /* Above all numbers that are given away below. */
  gate = must(fcntl(gate, F_DUPFD_CLOEXEC, 20), "dup", "");
  ready = must(fcntl(ready, F_DUPFD_CLOEXEC, 20), "dup", "");
  output = must(fcntl(output, F_DUPFD_CLOEXEC, 20), "dup", "");
  complaints = ready;
  int nothing = must(open("/dev/null", O_RDONLY | O_CLOEXEC), "open", "/dev/null");
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(output, 2);
  dup2(output, OUTPUT_COPY);
  gate = must(dup3(gate, OUTPUT_COPY + 1, O_CLOEXEC), "dup", "");
  ready = must(dup3(ready, OUTPUT_COPY + 2, O_CLOEXEC), "dup", "");
  complaints = ready;
  close_from(OUTPUT_COPY + 3);
  prctl(PR_SET_DUMPABLE, 0); /* until the execve */
  drop(o);
  must(chdir(o->folder), "chdir", o->folder);
  if (!o->unfiltered) restrict_calls(o->perfmon);
  if (!write_all(ready, "", 1)) _exit(125);
  close(ready);
  char go;
  ssize_t told;
  do told = read(gate, &go, 1);
  while (told < 0 && errno == EINTR);
  if (told != 1) _exit(125);
  execvpe(o->command[0], o->command, o->variables);
  int reason = errno;
  dprintf(2, "thaw-box: %s: %s\n", o->command[0], strerror(reason));
  _exit(reason == ENOENT ? NOT_FOUND : NOT_EXECUTABLE);
}

/* Our child, and in the cell: made by a helper that has entered it, which then ends. */
static int fork_inside(long number) {
  if (number > 0) {
    struct clone_args wanted = {.flags = CLONE_PARENT,
                                .set_tid = (uintptr_t)&(pid_t){(pid_t)number},
                                .set_tid_size = 1};
    long pid = syscall(SYS_clone3, &wanted, sizeof wanted);
    if (pid >= 0 || errno != ENOSYS) return (int)pid;
  }
  return (int)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
}

static int start(const struct order *o, int gate, int ready, int output) {
  if (!the_cell.pid) {
    int pid = must(fork(), "fork", "");
    if (pid == 0) run(o, gate, ready, output);
    return pid;
  }
  /* It shares our memory until it ends, which costs no copy of it; nor does the stack move on before. */
  volatile int pid = -1;
  int told = complaints;
  complaints = ready;
  int helper = vfork();
  if (helper == 0) {
    enter_cell();
    pid = must(fork_inside(o->pid), "could not make a process in the cell", "");
    if (pid == 0) run(o, gate, ready, output);
    _exit(0);
  }
  complaints = told;
  if (helper > 0) waitpid(helper, NULL, 0);
  return pid;
}

void park(struct message *m) {
  const char *id = word(m);
  struct order o;
  read_order(m, &o);
  if (count == MOST_PROGRAMS) {
    answer(NULL, 0, "failed", "too many programs in one cell", NULL);
    return;
  }
  int output = *o.output
                   ? open(o.output, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)
                   : fcntl(1, F_DUPFD_CLOEXEC, 10);
  must(output, "open", o.output);
  int gate[2], ready[2];
  must(pipe2(gate, O_CLOEXEC), "pipe", "");
  must(pipe2(ready, O_CLOEXEC), "pipe", "");
  int pid = start(&o, gate[0], ready[1], output);
  close(gate[0]);
  close(ready[1]);
  close(output);
  char said[4096];
  size_t length = 0;
  ssize_t got;
  while ((got = read(ready[0], said + length, sizeof said - 1 - length)) != 0) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    length += (size_t)got;
    if (said[0] == 0) break; /* it is ready; else it is telling why not */
  }
  close(ready[0]);
  said[length] = 0;
  char text[16];
  snprintf(text, sizeof text, "%d", pid);
  if (pid > 0 && length == 1 && said[0] == 0) {
    programs[count++] = (struct program){atoi(id), pid, gate[1]};
    answer(NULL, 0, "parked", id, text, NULL);
    return;
  }
  close(gate[1]);
  if (pid > 0) waitpid(pid, NULL, 0);
  answer(NULL, 0, "failed", length > 1 ? said + 1 : "the program's process has ended", NULL);
}

void go(struct message *m) {
  int id = (int)number(m);
  for (int i = 0; i < count; i++)
    if (programs[i].id == id && programs[i].gate >= 0) {
      write_all(programs[i].gate, "", 1);
      close(programs[i].gate);
      programs[i].gate = -1;
    }
}

static int code(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void reap(void) {
  int status;
  for (;;) {
    int pid = waitpid(-1, &status, WNOHANG);
    if (pid <= 0) return;
    for (int i = 0; i < count; i++)
      if (programs[i].pid == pid) {
        char id[16], text[16];
        snprintf(id, sizeof id, "%d", programs[i].id);
        snprintf(text, sizeof text, "%d", code(status));
        programs[i].pid = 0;
        answer(NULL, 0, "exit", id, text, NULL);
      }
  }
}

/* Not before all have been waited for: where the host's first process waits for nobody, what is left
 * would keep the first process of the cell, and with it namespaces and cgroup. */
void end_cell(void) {
  if (the_cell.pid) kill(the_cell.pid, SIGKILL);
  for (int i = 0; i < count; i++)
    if (programs[i].pid) kill(programs[i].pid, SIGKILL);
  while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) continue;
  _exit(0);
}
