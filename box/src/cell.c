/*
 * The cell: namespaces, a root of its own, and a first process that keeps them alive.
 *
 * The options of "cell", in any order, each in front of its words:
 *   name NAME            of the host, as the cell sees it
 *   namespaces LETTERS   m(ount) p(id) i(pc) u(ts) c(group) n(et); none: nothing is made
 *   user UID GID         a user namespace, in which our own user has these numbers
 *   inside PID U         first enters the mounts of that process, and with U = 1 its user namespace
 *   join FILE            cgroup.procs of a cgroup
 *   root FOLDER SOURCE   an empty folder of the host, and what mountinfo shows as source of the root
 *   bind FLAGS FROM AT   r(ead-only), t(ry: may be absent), d(isk: a file with ext4 in it),
 *                        v: a device, which stays one
 *   link TEXT AT         a symbolic link
 *   folder AT            an empty folder
 *   tmpfs OPTIONS AT
 *   cgroupfs TYPE OPTIONS AT
 *   listen ADDRESS PORT  a TCP socket for Thaw
 *   resolver ADDRESS     datagrams to its port 53 are passed on, and answered
 *   datagrams PORT TO    are passed on to a port of the host's loopback
 *   publish PORT         connections to that port of the host's loopback are led into the cell
 *   visitor UID          whose connections are, others are closed; -1: everybody's, but "outward"
 *   outward UID          the owner of connections that lead out, as /proc/net/tcp tells it
 *   way ..., near ..., tell ..., closed
 *                        see ways.c
 *
 * Sources are opened before the root is changed and mounted after it, so that links on the way to
 * where they are mounted lead through the new root and nowhere else.
 */
#define _GNU_SOURCE
#include "common.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM_PID 300 /* its end is read from outside, so it is not reaped */
#define OLD_ROOT "/.old"
#define MOST_MOUNTS 1024
#define MOST_SOCKETS 60

#ifndef MOUNT_ATTR_RDONLY
#define MOUNT_ATTR_RDONLY 0x1
#define MOUNT_ATTR_NOSUID 0x2
#define MOUNT_ATTR_NODEV 0x4
struct mount_attr {
  uint64_t attr_set, attr_clr, propagation, userns_fd;
};
#endif
#ifndef AT_RECURSIVE
#define AT_RECURSIVE 0x8000
#endif
#define SYS_MOUNT_SETATTR 442
#define SYS_CLOSE_RANGE 436
#define SYS_PIDFD_OPEN 434
#define LOOP_CONFIGURE_CALL 0x4C0A
struct loop_configuration {
  uint32_t fd, block_size;
  struct loop_info64 info;
  uint64_t reserved[8];
};

struct entry {
  char kind; /* b(ind), d(isk), l(ink), f(older), t(mpfs), c(group) */
  int read_only, may_be_absent, device;
  int source; /* a descriptor */
  const char *from, *at;
};

struct inside {
  char kind; /* l(isten), r(esolver), d(atagrams) */
  const char *address;
  int port, to;
};

struct order {
  const char *letters, *name, *root, *mark;
  int user, uid, gid;
  int inside, inside_user;
  struct entry entries[MOST_MOUNTS];
  int entry_count;
  struct inside sockets[MOST_SOCKETS];
  int socket_count;
};

static int has(const struct order *o, char letter) { return strchr(o->letters, letter) != NULL; }

static struct entry *add_entry(struct order *o, char kind, const char *from, const char *at) {
  if (o->entry_count == MOST_MOUNTS) fail("too many mounts", at);
  struct entry *e = &o->entries[o->entry_count++];
  *e = (struct entry){.kind = kind, .source = -1, .from = from, .at = at};
  return e;
}

static void add_socket(struct order *o, char kind, const char *address, int port, int to) {
  if (o->socket_count == MOST_SOCKETS) fail("too many sockets", address);
  o->sockets[o->socket_count++] = (struct inside){kind, address, port, to};
}

static void publish(int port);

static void read_order(struct message *m, struct order *o) {
  o->letters = o->name = "";
  for (const char *key = next(m); key; key = next(m)) {
    if (!strcmp(key, "namespaces")) {
      o->letters = word(m);
    } else if (!strcmp(key, "name")) {
      o->name = word(m);
    } else if (!strcmp(key, "user")) {
      o->user = 1;
      o->uid = (int)number(m);
      o->gid = (int)number(m);
    } else if (!strcmp(key, "inside")) {
      o->inside = (int)number(m);
      o->inside_user = (int)number(m);
    } else if (!strcmp(key, "join")) {
      const char *file = word(m);
      if (the_cell.join_count == 16) fail("too many cgroups", file);
      the_cell.joins[the_cell.join_count++] =
          must(open(file, O_WRONLY | O_CLOEXEC), "open", file);
    } else if (!strcmp(key, "root")) {
      o->root = word(m);
      o->mark = word(m);
    } else if (!strcmp(key, "bind")) {
      const char *flags = word(m), *from = word(m);
      struct entry *e = add_entry(o, strchr(flags, 'd') ? 'd' : 'b', from, word(m));
      e->read_only = strchr(flags, 'r') != NULL;
      e->may_be_absent = strchr(flags, 't') != NULL;
      e->device = strchr(flags, 'v') != NULL;
    } else if (!strcmp(key, "link")) {
      const char *text = word(m);
      add_entry(o, 'l', text, word(m));
    } else if (!strcmp(key, "folder")) {
      add_entry(o, 'f', "", word(m));
    } else if (!strcmp(key, "tmpfs")) {
      const char *options = word(m);
      add_entry(o, 't', options, word(m));
    } else if (!strcmp(key, "cgroupfs")) {
      const char *type = word(m), *options = word(m);
      add_entry(o, 'c', *options ? options : type, word(m))->read_only = *options != 0;
    } else if (!strcmp(key, "listen")) {
      const char *address = word(m);
      add_socket(o, 'l', address, (int)number(m), 0);
    } else if (!strcmp(key, "resolver")) {
      add_socket(o, 'r', word(m), 53, 0);
    } else if (!strcmp(key, "datagrams")) {
      int port = (int)number(m);
      add_socket(o, 'd', "", port, (int)number(m));
    } else if (!strcmp(key, "publish")) {
      publish((int)number(m));
    } else if (!strcmp(key, "visitor")) {
      read_visitor(m);
    } else if (!strcmp(key, "way")) {
      read_way(m);
    } else if (!strcmp(key, "outward")) {
      outward_user = (int)number(m);
    } else if (!strcmp(key, "near")) {
      read_near(m);
    } else if (!strcmp(key, "tell")) {
      read_tell(m);
    } else if (!strcmp(key, "closed")) {
      no_names = 1;
    } else {
      fail("unknown option", key);
    }
  }
}

/* Where somebody else listens there, a debugger reaches that one. */
static void publish(int port) {
  int found = listener("127.0.0.1", port, SOCK_STREAM);
  if (found < 0) return;
  open_tables();
  add_inside(found, 'p', port, "");
}

/* ---- in the first process of the cell ---- */

static void join(void) {
  for (int i = 0; i < the_cell.join_count; i++)
    if (!write_all(the_cell.joins[i], "0", 1)) fail("could not join a cgroup", "");
}

static void make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (mkdir(path, 0755) != 0 && errno != EEXIST && errno != EROFS) fail("mkdir", path);
    *slash = '/';
  }
}

static int make_empty(const char *at, int folder) {
  return folder ? mkdir(at, 0755) : mknod(at, S_IFREG | 0644, 0);
}

/* Most are not there yet, in a folder that is: so that is tried first. */
static void make_place(const char *at, int folder) {
  if (make_empty(at, folder) == 0) return;
  char path[4096];
  struct stat found;
  if (errno == ENOENT) {
    snprintf(path, sizeof path, "%s", at);
    make_folders(path);
    if (make_empty(at, folder) == 0) return;
  }
  int reason = errno;
  if (stat(at, &found) == 0) {
    if (!folder || S_ISDIR(found.st_mode)) return;
    reason = ENOTDIR;
  }
  errno = reason;
  fail("could not make a place to mount at", at);
}

/* Without devices and programs that run as another user; where it is wished, without writing. */
static void restrict_mount(const char *at, int read_only) {
  struct mount_attr attributes = {
      (read_only ? MOUNT_ATTR_RDONLY : 0) | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, 0, 0, 0};
  if (syscall(SYS_MOUNT_SETATTR, AT_FDCWD, at, AT_RECURSIVE, &attributes, sizeof attributes) == 0)
    return;
  if (errno != ENOSYS) fail("could not restrict", at);
  struct statvfs facts; /* before Linux 5.12; what the source's mount forbids must be named again */
  must(statvfs(at, &facts), "statvfs", at);
  unsigned long flags = MS_REMOUNT | MS_BIND | MS_NOSUID | MS_NODEV | (read_only ? MS_RDONLY : 0);
  if (facts.f_flag & ST_NOEXEC) flags |= MS_NOEXEC;
  if (facts.f_flag & ST_NOATIME) flags |= MS_NOATIME;
  if (facts.f_flag & ST_NODIRATIME) flags |= MS_NODIRATIME;
  if (facts.f_flag & ST_RELATIME) flags |= MS_RELATIME;
  must(mount(NULL, at, NULL, flags, NULL), "could not restrict", at);
}

/* A loop device with the file, which ends with the mount; two may want the same device at once. */
static int attach(int file, char *device, size_t size) {
  int control = open(OLD_ROOT "/dev/loop-control", O_RDWR | O_CLOEXEC);
  if (control < 0) return -1;
  for (int attempt = 0; attempt < 64; attempt++) {
    int index = ioctl(control, LOOP_CTL_GET_FREE);
    if (index < 0) break;
    snprintf(device, size, OLD_ROOT "/dev/loop%d", index);
    int loop = open(device, O_RDWR | O_CLOEXEC);
    if (loop < 0) continue;
    struct loop_configuration wanted = {.fd = (uint32_t)file};
    wanted.info.lo_flags = LO_FLAGS_AUTOCLEAR;
    int done = ioctl(loop, LOOP_CONFIGURE_CALL, &wanted);
    if (done != 0 && errno == EINVAL) { /* before Linux 5.8 */
      done = ioctl(loop, LOOP_SET_FD, file);
      if (done == 0) done = ioctl(loop, LOOP_SET_STATUS64, &wanted.info);
    }
    if (done == 0) {
      close(control);
      return loop;
    }
    close(loop);
    if (errno != EBUSY) break;
    usleep(1000);
  }
  close(control);
  return -1;
}

static void mount_disk(struct entry *e) {
  char device[64];
  int loop = must(attach(e->source, device, sizeof device), "no loop device for", e->from);
  make_place(e->at, 1);
  must(mount(device, e->at, "ext4", MS_NOSUID | MS_NODEV, ""), "could not mount", e->from);
  close(loop);
}

static void mount_entry(struct entry *e) {
  char source[64];
  struct stat kind;
  switch (e->kind) {
    case 'l': {
      if (symlink(e->from, e->at) == 0) return;
      char path[4096];
      snprintf(path, sizeof path, "%s", e->at);
      make_folders(path);
      if (symlink(e->from, e->at) != 0 && errno != EEXIST) fail("symlink", e->at);
      return;
    }
    case 'f':
      make_place(e->at, 1);
      return;
    case 't':
      make_place(e->at, 1);
      must(mount("tmpfs", e->at, "tmpfs", MS_NOSUID | MS_NODEV, e->from), "tmpfs at", e->at);
      return;
    case 'c': {
      unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY;
      make_place(e->at, 1);
      /* Without it a JVM asks the machine in place of its cgroup, as some hosts have it anyway. */
      if (mount("cgroup", e->at, e->read_only ? "cgroup" : e->from, flags,
                e->read_only ? e->from : NULL) != 0)
        rmdir(e->at);
      return;
    }
    case 'd':
      mount_disk(e);
      return;
    default:
      if (e->source < 0) return; /* absent, and may be */
      must(fstat(e->source, &kind), "stat", e->from);
      make_place(e->at, S_ISDIR(kind.st_mode));
      snprintf(source, sizeof source, "/proc/self/fd/%d", e->source);
      must(mount(source, e->at, NULL, MS_BIND | MS_REC, NULL), "could not mount at", e->at);
      if (!e->device || !S_ISCHR(kind.st_mode)) restrict_mount(e->at, e->read_only);
      close(e->source);
  }
}

static void open_sources(struct order *o) {
  for (int i = 0; i < o->entry_count; i++) {
    struct entry *e = &o->entries[i];
    if (e->kind != 'b' && e->kind != 'd') continue;
    e->source = open(e->from, (e->kind == 'd' ? O_RDWR : O_PATH) | O_CLOEXEC);
    if (e->source < 0 && !e->may_be_absent) fail("could not open", e->from);
  }
}

static void hide(const char *path) {
  if (access(path, F_OK) == 0) mount("/dev/null", path, NULL, MS_BIND, NULL);
}

static void change_root(struct order *o) {
  must(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL), "could not make mounts private", "");
  open_sources(o);
  must(mount(o->mark, o->root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m"), "tmpfs at",
       o->root);
  must(chdir(o->root), "chdir", o->root);
  must(mkdir("." OLD_ROOT, 0700), "mkdir", OLD_ROOT);
  must(mkdir("proc", 0755), "mkdir", "/proc");
  must((int)syscall(SYS_pivot_root, ".", "." OLD_ROOT), "pivot_root", o->root);
  must(chdir("/"), "chdir", "/");
  must(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL), "proc at", "/proc");
  for (int i = 0; i < o->entry_count; i++) mount_entry(&o->entries[i]);
  hide("/proc/kcore");
  hide("/proc/keys");
  hide("/proc/timer_list");
  hide("/proc/sysrq-trigger");
  must(umount2(OLD_ROOT, MNT_DETACH), "umount", OLD_ROOT);
  must(rmdir(OLD_ROOT), "rmdir", OLD_ROOT);
  must(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL),
       "could not make read-only", "/");
}

/* The sockets that are served outside, in the order in which they were asked for. */
static void open_sockets(struct order *o, int socket) {
  int opened[MOST_SOCKETS];
  int count = 0;
  char which[32];
  for (int i = 0; i < o->socket_count; i++) {
    struct inside *s = &o->sockets[i];
    int kind = s->kind == 'l' ? SOCK_STREAM : SOCK_DGRAM;
    int found = listener(s->address, s->port, kind);
    snprintf(which, sizeof which, "%d", s->port);
    /* Of a resolver whose address cannot be made local DNS over TCP remains: an empty place. */
    if (found < 0 && s->kind != 'r') fail("could not listen in the cell on port", which);
    opened[count++] = found < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : found;
  }
  if (!send_descriptors(socket, 's', opened, count)) fail("could not pass on sockets", "");
  for (int i = 0; i < count; i++) close(opened[i]);
}

/* Reaps who has lost its parent; a restored program, whose end Thaw reads, is left. */
static _Noreturn void keep(const sigset_t *children) {
  for (;;) {
    siginfo_t ended = {0};
    if (waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT) != 0) {
      sigwaitinfo(children, NULL); /* nobody is there; one that has ended by now is pending */
      continue;
    }
    if (ended.si_pid == PROGRAM_PID)
      for (;;) pause();
    waitpid(ended.si_pid, NULL, 0);
  }
}

static _Noreturn void be_first(struct order *o, int socket) {
  complaints = socket;
  char problem[PROBLEM];
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* before: who has ended by now is seen by the next line */
  if (take_descriptors(socket, 'g', NULL, 0, problem) < 0) _exit(125); /* our numbers are known now */
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_NAME, "thaw-cell");
  setsid();
  join();
  if (has(o, 'c')) must(unshare(CLONE_NEWCGROUP), "unshare", "cgroup");
  if (has(o, 'u') && *o->name) must(sethostname(o->name, strlen(o->name)), "sethostname", o->name);
  change_root(o);
  if (has(o, 'n')) {
    raise_network();
    open_sockets(o, socket);
    send_listeners(socket);
  } else {
    send_descriptors(socket, 's', NULL, 0);
  }
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_SETMASK, &children, NULL);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int i = 0; i < 3; i++) dup2(nothing, i);
  send_descriptors(socket, 'r', NULL, 0);
  /* What lives in the cell may list them. */
  if (syscall(SYS_CLOSE_RANGE, 3, ~0U, 0) != 0)
    for (int i = 3; i < 4096; i++) close(i);
  keep(&children);
}

/* ---- in the process that Thaw has started ---- */

/* Those that flags_of() has made, and one that the first process has made by itself. */
static void hold_namespaces(struct order *o, int made) {
  the_cell.namespaces = made | (has(o, 'c') ? CLONE_NEWCGROUP : 0);
  the_cell.process = (int)syscall(SYS_PIDFD_OPEN, the_cell.pid, 0);
  if (the_cell.process < 0 && errno != ENOSYS) fail("pidfd_open", "");
}

static void map_user(struct order *o) {
  char path[64], text[64];
  snprintf(path, sizeof path, "/proc/%d/setgroups", the_cell.pid);
  write_file(path, "deny");
  snprintf(path, sizeof path, "/proc/%d/gid_map", the_cell.pid);
  snprintf(text, sizeof text, "%d %d 1\n", o->gid, (int)getegid());
  write_file(path, text);
  snprintf(path, sizeof path, "/proc/%d/uid_map", the_cell.pid);
  snprintf(text, sizeof text, "%d %d 1\n", o->uid, (int)geteuid());
  write_file(path, text);
}

static void enter_other(int pid, const char *name, int kind) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/ns/%s", pid, name);
  int found = must(open(path, O_RDONLY | O_CLOEXEC), "open", path);
  must(setns(found, kind), "setns", path);
  close(found);
}

static int flags_of(struct order *o) {
  int flags = o->user ? CLONE_NEWUSER : 0;
  if (has(o, 'm')) flags |= CLONE_NEWNS;
  if (has(o, 'p')) flags |= CLONE_NEWPID;
  if (has(o, 'i')) flags |= CLONE_NEWIPC;
  if (has(o, 'u')) flags |= CLONE_NEWUTS;
  if (has(o, 'n')) flags |= CLONE_NEWNET;
  return flags;
}

static void take_sockets(struct order *o, int *opened, int *for_thaw, int *count) {
  for (int i = 0; i < o->socket_count; i++) {
    struct inside *s = &o->sockets[i];
    if (s->kind == 'l')
      for_thaw[(*count)++] = opened[i];
    else
      add_inside(opened[i], s->kind, s->kind == 'r' ? s->port : s->to, s->address);
  }
}

void make_cell(struct message *m) {
  static struct order o;
  read_order(m, &o);
  if (!*o.letters) {
    answer(NULL, 0, "ready", "0", NULL);
    return;
  }
  if (o.inside_user) enter_other(o.inside, "user", CLONE_NEWUSER);
  if (o.inside) enter_other(o.inside, "mnt", CLONE_NEWNS);
  int ends[2];
  must(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), "socketpair", "");
  int flags = flags_of(&o);
  int pid = must((int)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0),
                 "the kernel permits no namespaces", "");
  if (pid == 0) {
    close(ends[0]);
    be_first(&o, ends[1]);
  }
  close(ends[1]);
  the_cell.pid = pid;
  if (o.user) map_user(&o);
  send_descriptors(ends[0], 'g', NULL, 0);
  int opened[MOST_SOCKETS], for_thaw[MOST_SOCKETS], count = 0;
  char problem[PROBLEM];
  errno = 0;
  if (take_descriptors(ends[0], 's', opened, MOST_SOCKETS, problem) < 0) fail(problem, "");
  take_sockets(&o, opened, for_thaw, &count);
  if (has(&o, 'n')) take_listeners(ends[0]);
  if (take_descriptors(ends[0], 'r', NULL, 0, problem) < 0) fail(problem, "");
  close(ends[0]);
  hold_namespaces(&o, flags);
  char text[16];
  snprintf(text, sizeof text, "%d", pid);
  answer(for_thaw, count, "ready", text, NULL);
  for (int i = 0; i < count; i++) close(for_thaw[i]);
}

const struct namespace NAMESPACES[] = {
    {"user", CLONE_NEWUSER}, {"cgroup", CLONE_NEWCGROUP}, {"ipc", CLONE_NEWIPC}, {"uts", CLONE_NEWUTS},
    {"net", CLONE_NEWNET},   {"pid", CLONE_NEWPID},       {"mnt", CLONE_NEWNS}};

void enter_each(int pid, int wanted) {
  int opened[KINDS_OF_NAMESPACES]; /* all of them first: /proc is another one behind the mounts */
  char path[64];
  for (int i = 0; i < KINDS_OF_NAMESPACES; i++) {
    if (!(wanted & NAMESPACES[i].kind)) continue;
    snprintf(path, sizeof path, "/proc/%d/ns/%s", pid, NAMESPACES[i].name);
    opened[i] = must(open(path, O_RDONLY | O_CLOEXEC), "open", path);
  }
  for (int i = 0; i < KINDS_OF_NAMESPACES; i++)
    if (wanted & NAMESPACES[i].kind) must(setns(opened[i], NAMESPACES[i].kind), "setns", NAMESPACES[i].name);
}

void enter_cell(void) {
  if (setns(the_cell.process, the_cell.namespaces) == 0) return;
  if (errno != EINVAL && errno != EBADF) fail("setns", "");
  enter_each(the_cell.pid, the_cell.namespaces); /* before Linux 5.8 */
}
