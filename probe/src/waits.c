#define _GNU_SOURCE
#include "waits.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "hotspot.h"

#define SCANNED_WORDS 192

union address {
  struct sockaddr any;
  struct sockaddr_in in;
  struct sockaddr_in6 in6;
  struct sockaddr_storage storage;
};

/* Memory of another thread, which may be gone at any time. Returns how many bytes were there. */
static size_t copy(void *to, uintptr_t from, size_t bytes) {
  struct iovec mine = {to, bytes}, theirs = {(void *)from, bytes};
  ssize_t copied = process_vm_readv(getpid(), &mine, 1, &theirs, 1, 0);
  return copied < 0 ? 0 : (size_t)copied;
}

struct system_call parse_call(const char *text) {
  struct system_call call;
  unsigned long sp = 0, pc = 0;
  memset(&call, 0, sizeof call);
  unsigned long *a = call.arguments;
  if (sscanf(text, "%ld 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx", &call.number, &a[0], &a[1],
             &a[2], &a[3], &a[4], &a[5], &sp, &pc) != 9) {
    call.number = -1;
    if (sscanf(text, "-1 0x%lx 0x%lx", &sp, &pc) != 2) {
      sp = pc = 0;
    }
  }
  call.sp = sp;
  call.pc = pc;
  return call;
}

int waits_on(const struct system_call *call) {
  switch (call->number) {
    case SYS_read:
    case SYS_write:
    case SYS_readv:
    case SYS_writev:
    case SYS_recvfrom:
    case SYS_sendto:
    case SYS_recvmsg:
    case SYS_sendmsg:
    case SYS_connect:
      return (int)call->arguments[0];
#ifdef SYS_poll
    case SYS_poll:
#endif
    case SYS_ppoll: {
      struct {
        int fd;
        short events, revents;
      } first;
      return call->arguments[1] >= 1 &&
                     copy(&first, call->arguments[0], sizeof first) == sizeof first
                 ? first.fd
                 : -1;
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

enum wait_kind kind_of_wait(const struct system_call *call, int fd) {
  switch (call->number) {
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
    /* Calls that only files have. On a disk in reach they hardly ever wait, on a network file system each may. */
    case SYS_openat:
    case SYS_newfstatat:
    case SYS_fstat:
    case SYS_statx:
    case SYS_faccessat:
    case SYS_readlinkat:
    case SYS_getdents64:
    case SYS_pread64:
    case SYS_pwrite64:
    case SYS_fsync:
    case SYS_fdatasync:
#ifdef SYS_open
    case SYS_open:
    case SYS_stat:
    case SYS_lstat:
    case SYS_access:
    case SYS_readlink:
#endif
#ifdef SYS_faccessat2
    case SYS_faccessat2:
#endif
      return FILES;
    default:
      return fd >= 0 ? (is_socket(fd) ? NETWORK : FILES) : call->number < 0 ? FILES : ELSEWHERE;
  }
}

static void print(const union address *address, char *out, size_t room) {
  char text[INET6_ADDRSTRLEN];
  switch (address->any.sa_family) {
    case AF_INET:
      inet_ntop(AF_INET, &address->in.sin_addr, text, sizeof text);
      snprintf(out, room, "%s:%u", text, ntohs(address->in.sin_port));
      break;
    case AF_INET6:
      inet_ntop(AF_INET6, &address->in6.sin6_addr, text, sizeof text);
      if (IN6_IS_ADDR_V4MAPPED(&address->in6.sin6_addr)) { /* ::ffff:127.0.0.1 */
        snprintf(out, room, "%s:%u", text + 7, ntohs(address->in6.sin6_port));
      } else {
        snprintf(out, room, "[%s]:%u", text, ntohs(address->in6.sin6_port));
      }
      break;
    default:
      snprintf(out, room, "%s", address->any.sa_family == AF_UNIX ? "unix socket" : "?");
  }
}

/* Where a connection that is being made goes to: the address is in the thread's memory. */
static void destination(const struct system_call *call, char *out, size_t room) {
  union address address;
  memset(&address, 0, sizeof address);
  size_t length = call->arguments[2];
  if (copy(&address, call->arguments[1], length < sizeof address ? length : sizeof address) > 0) {
    print(&address, out, room);
  }
}

void peer_of(const struct system_call *call, int fd, char *out, size_t room) {
  out[0] = 0;
  if (call->number == SYS_connect) {
    destination(call, out, room);
  } else if (fd >= 0) {
    union address address;
    socklen_t length = sizeof address;
    if (getpeername(fd, &address.any, &length) == 0) {
      print(&address, out, room);
    } else if (errno == ENOTCONN) {
      snprintf(out, room, "?");
    }
  }
}

int scan_stack(const struct system_call *call, uint64_t *out, int most) {
  uintptr_t words[SCANNED_WORDS];
  if (!call->sp) {
    return 0;
  }
  int n = 0;
  out[n++] = call->pc;
  size_t found = copy(words, call->sp, sizeof words) / sizeof words[0];
  for (size_t i = 0; i < found && n < most; i++) {
    if (in_jvm(words[i])) {
      out[n++] = words[i];
    }
  }
  return n;
}
