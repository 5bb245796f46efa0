/*
 * Folders of the host as storage that nobody has read before: a read-only FUSE file system with a
 * page cache of its own, empty at first, in which each read that the cache has no answer to takes
 * as long as Thaw says. It speaks the kernel's own protocol, so it needs no library (fuse.h of
 * linux; Documentation/filesystems/fuse). Names and attributes cost nothing.
 *
 *   thaw-box storage NANOS BYTES FOLDER...
 *
 * NANOS is what a read takes before its first byte, for any number of reads at once; BYTES, the
 * bytes of a second, are for all reads together, one after the other. The first line of standard
 * input is the mount point, which has the first folder as "0", the second one as "1"; then it says
 * "mounted". To every further line it says how many reads there were, and of how many bytes.
 */
#define _GNU_SOURCE
#include "common.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define ROOT FUSE_ROOT_ID
#define NODES (1 << 18) /* names that a start may look up */
#define SLOTS (NODES * 2)
#define SERVERS 1024    /* reads that wait at once, at most: the JVM of one function has fewer threads */
#define STACK (128 << 10)
#define REQUEST (1 << 16)
#define PAGES 32        /* of one read: 128 KiB, the kernel's own readahead */
#define PAGE 4096
#define FOREVER 86400
#define SECOND 1000000000LL

static int device;
static char **folders;
static int folder_count;
static int64_t read_nanos;
static double nanos_per_byte;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[NODES]; /* by the number that the kernel knows a file by */
static uint32_t slots[SLOTS];
static uint32_t last = ROOT;
static int64_t free_at; /* when the last byte of the reads so far has come */

static atomic_long reads, bytes;
static atomic_int idle, servers; /* threads that wait for a request, and all of them */

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * SECOND + t.tv_nsec;
}

/* Waits until a read that came then, of so many bytes, is there. */
static void wait_for(int64_t came, size_t size) {
  pthread_mutex_lock(&lock);
  if (free_at < came) free_at = came;
  free_at += (int64_t)((double)size * nanos_per_byte);
  int64_t end = free_at + read_nanos;
  pthread_mutex_unlock(&lock);
  struct timespec t = {end / SECOND, end % SECOND};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
}

static void reply(uint64_t unique, int error, const void *data, size_t size) {
  struct fuse_out_header head = {.len = (uint32_t)(sizeof head + size), .error = error, .unique = unique};
  struct iovec parts[2] = {{&head, sizeof head}, {(void *)(uintptr_t)data, size}};
  if (writev(device, parts, size ? 2 : 1) < 0) return; /* whoever asked is gone */
}

/* The number of a file; 0 when there are too many. */
static uint64_t numbered(const char *path) {
  uint32_t hash = 2166136261u;
  for (const char *c = path; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  pthread_mutex_lock(&lock);
  uint32_t slot = hash % SLOTS, number;
  while ((number = slots[slot]) && strcmp(paths[number], path)) slot = (slot + 1) % SLOTS;
  if (!number && last + 1 < NODES && (paths[last + 1] = strdup(path))) slots[slot] = number = ++last;
  pthread_mutex_unlock(&lock);
  return number;
}

/* NULL for the root, which is nowhere on the host. */
static const char *path_of(uint64_t number) {
  pthread_mutex_lock(&lock);
  const char *path = number < NODES ? paths[number] : NULL;
  pthread_mutex_unlock(&lock);
  return path;
}

static struct fuse_attr attributes(uint64_t number, const struct stat *s) {
  return (struct fuse_attr){
      .ino = number, .size = (uint64_t)s->st_size, .blocks = (uint64_t)s->st_blocks,
      .atime = (uint64_t)s->st_atim.tv_sec, .mtime = (uint64_t)s->st_mtim.tv_sec,
      .ctime = (uint64_t)s->st_ctim.tv_sec, .atimensec = (uint32_t)s->st_atim.tv_nsec,
      .mtimensec = (uint32_t)s->st_mtim.tv_nsec, .ctimensec = (uint32_t)s->st_ctim.tv_nsec,
      .mode = s->st_mode, .nlink = (uint32_t)s->st_nlink, .uid = s->st_uid, .gid = s->st_gid,
      .blksize = PAGE};
}

static int look(uint64_t number, struct stat *s) {
  const char *path = path_of(number);
  if (path) return lstat(path, s) ? -errno : 0;
  *s = (struct stat){.st_mode = S_IFDIR | 0555, .st_nlink = 2};
  return number == ROOT ? 0 : -ENOENT;
}

static void lookup(const struct fuse_in_header *head, const char *name) {
  char path[4096];
  struct stat s;
  int length;
  if (head->nodeid == ROOT) {
    char *end;
    long number = strtol(name, &end, 10);
    if (*end || number < 0 || number >= folder_count) return reply(head->unique, -ENOENT, NULL, 0);
    length = snprintf(path, sizeof path, "%s", folders[number]);
  } else {
    length = snprintf(path, sizeof path, "%s/%s", path_of(head->nodeid), name);
  }
  if (length >= (int)sizeof path) return reply(head->unique, -ENAMETOOLONG, NULL, 0);
  struct fuse_entry_out out = {.entry_valid = FOREVER, .attr_valid = FOREVER};
  if (lstat(path, &s)) { /* a number of 0: the kernel remembers that there is none */
    return errno == ENOENT ? reply(head->unique, 0, &out, sizeof out) : reply(head->unique, -errno, NULL, 0);
  }
  out.nodeid = numbered(path);
  out.attr = attributes(out.nodeid, &s);
  if (out.nodeid) reply(head->unique, 0, &out, sizeof out);
  else reply(head->unique, -ENFILE, NULL, 0);
}

static void read_file(const struct fuse_in_header *head, const struct fuse_read_in *in, char *data) {
  int64_t came = now();
  ssize_t size = pread((int)in->fh, data, in->size < PAGES * PAGE ? in->size : PAGES * PAGE, (off_t)in->offset);
  if (size < 0) return reply(head->unique, -errno, NULL, 0);
  reads++;
  bytes += size;
  wait_for(came, (size_t)size);
  reply(head->unique, 0, data, (size_t)size);
}

static void read_folder(const struct fuse_in_header *head, const struct fuse_read_in *in, char *data) {
  DIR *folder = (DIR *)(uintptr_t)in->fh;
  size_t used = 0, most = in->size < PAGES * PAGE ? in->size : PAGES * PAGE;
  struct dirent *entry;
  if (folder) seekdir(folder, (long)in->offset);
  while (folder && (entry = readdir(folder))) {
    size_t length = strlen(entry->d_name), room_of = FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + length);
    if (used + room_of > most) break;
    struct fuse_dirent *out = (struct fuse_dirent *)(void *)(data + used);
    memset(out, 0, room_of);
    out->ino = entry->d_ino;
    out->off = (uint64_t)telldir(folder);
    out->namelen = (uint32_t)length;
    out->type = entry->d_type;
    memcpy(out->name, entry->d_name, length);
    used += room_of;
  }
  reply(head->unique, 0, data, used);
}

static void answer_request(char *request, char *data) {
  const struct fuse_in_header *head = (const void *)request;
  const void *in = request + sizeof *head;
  struct stat s;
  switch (head->opcode) {
    case FUSE_INIT: {
      const struct fuse_init_in *wish = in;
      struct fuse_init_out out = {
          .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION,
          .max_readahead = PAGES * PAGE,
          .flags = wish->flags & (FUSE_ASYNC_READ | FUSE_PARALLEL_DIROPS | FUSE_MAX_PAGES | FUSE_CACHE_SYMLINKS),
          .max_background = SERVERS, .congestion_threshold = SERVERS / 4 * 3, .max_write = PAGE,
          .time_gran = 1, .max_pages = PAGES};
      return reply(head->unique, 0, &out, sizeof out);
    }
    case FUSE_LOOKUP: return lookup(head, in);
    case FUSE_GETATTR: {
      int error = look(head->nodeid, &s);
      if (error) return reply(head->unique, error, NULL, 0);
      struct fuse_attr_out out = {.attr_valid = FOREVER, .attr = attributes(head->nodeid, &s)};
      return reply(head->unique, 0, &out, sizeof out);
    }
    case FUSE_READLINK: {
      ssize_t length = readlink(path_of(head->nodeid), data, PAGE);
      return length < 0 ? reply(head->unique, -errno, NULL, 0) : reply(head->unique, 0, data, (size_t)length);
    }
    case FUSE_OPEN: {
      int file = open(path_of(head->nodeid), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
      if (file < 0) return reply(head->unique, -errno, NULL, 0);
      struct fuse_open_out out = {.fh = (uint64_t)file, .open_flags = FOPEN_KEEP_CACHE};
      return reply(head->unique, 0, &out, sizeof out);
    }
    case FUSE_READ: return read_file(head, in, data);
    case FUSE_RELEASE: close((int)((const struct fuse_release_in *)in)->fh); return reply(head->unique, 0, NULL, 0);
    case FUSE_OPENDIR: {
      const char *path = path_of(head->nodeid);
      DIR *folder = path ? opendir(path) : NULL;
      if (path && !folder) return reply(head->unique, -errno, NULL, 0);
      struct fuse_open_out out = {.fh = (uint64_t)(uintptr_t)folder};
      return reply(head->unique, 0, &out, sizeof out);
    }
    case FUSE_READDIR: return read_folder(head, in, data);
    case FUSE_RELEASEDIR: {
      DIR *folder = (DIR *)(uintptr_t)((const struct fuse_release_in *)in)->fh;
      if (folder) closedir(folder);
      return reply(head->unique, 0, NULL, 0);
    }
    case FUSE_STATFS: {
      struct fuse_statfs_out out = {.st = {.bsize = PAGE, .frsize = PAGE, .namelen = 255}};
      return reply(head->unique, 0, &out, sizeof out);
    }
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT: return; /* want no answer; numbers are kept to the end */
    default: return reply(head->unique, -ENOSYS, NULL, 0);
  }
}

static void *serve_reads(void *unused);

/* Has one more thread wait for a request; without it the next request waits for one that is free. */
static int add_server(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  atomic_fetch_add(&idle, 1);
  if (atomic_fetch_add(&servers, 1) < SERVERS && !pthread_attr_init(&attributes)) {
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int error = pthread_create(&thread, &attributes, serve_reads, NULL);
    pthread_attr_destroy(&attributes);
    if (!error) return 1;
  }
  atomic_fetch_sub(&servers, 1);
  atomic_fetch_sub(&idle, 1);
  return 0;
}

/* Counted as idle since it was made. */
static void *serve_reads(void *unused) {
  char *request = room(REQUEST + PAGE), *data = room(PAGES * PAGE);
  for (;;) {
    ssize_t size = read(device, request, REQUEST + PAGE - 1);
    if (size < 0 && (errno == EINTR || errno == EAGAIN || errno == ENOENT)) continue;
    if (size < (ssize_t)sizeof(struct fuse_in_header)) return unused; /* unmounted */
    request[size] = 0;
    if (atomic_fetch_sub(&idle, 1) == 1) add_server(); /* the next request shall not wait for this one */
    answer_request(request, data);
    atomic_fetch_add(&idle, 1);
  }
}

int serve_storage(char **given) {
  char line[4096], options[128];
  complaints = 2;
  read_nanos = atoll(given[0]);
  double rate = atof(given[1]);
  nanos_per_byte = rate > 0 ? SECOND / rate : 0;
  for (folders = given + 2; folders[folder_count];) folder_count++;
  if (!fgets(line, sizeof line, stdin)) return 1;
  line[strcspn(line, "\n")] = 0;
  prctl(PR_SET_NAME, "thaw-storage");
  prctl(PR_SET_TIMERSLACK, 1);
  device = must(open("/dev/fuse", O_RDWR | O_CLOEXEC), "could not open", "/dev/fuse");
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%u,group_id=%u,allow_other,default_permissions",
           device, getuid(), getgid());
  must(mount("thaw-storage", line, "fuse.thaw", MS_RDONLY | MS_NOSUID | MS_NODEV, options), "could not mount", line);
  if (!add_server()) fail("could not start", "a thread");
  puts("mounted");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    printf("%ld %ld\n", atomic_load(&reads), atomic_load(&bytes));
    fflush(stdout);
  }
  _exit(0); /* and with it the mount, when nobody uses it any more */
}
