#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LARGEST_PACKET 65536
#define LARGEST_MESSAGE (4 << 20)

int complaints = CONTROL;
struct cell the_cell;

const char *next(struct message *m) {
  if (m->at >= m->length) return NULL;
  const char *found = m->text + m->at;
  m->at += strnlen(found, m->length - m->at) + 1;
  return found;
}

const char *word(struct message *m) {
  const char *found = next(m);
  if (!found) fail("a message ended too early", "");
  return found;
}

long number(struct message *m) { return strtol(word(m), NULL, 10); }

char **words(struct message *m) {
  size_t count = 0;
  char **all = room(sizeof(char *));
  for (const char *each = word(m); *each; each = word(m)) {
    all = realloc(all, (count + 2) * sizeof(char *));
    if (!all) fail("no memory", "");
    all[count++] = (char *)each;
  }
  all[count] = NULL;
  return all;
}

int receive(struct message *m) {
  m->text = room(LARGEST_PACKET + 1);
  m->length = m->at = 0;
  for (;;) {
    char *begin = m->text + m->length;
    ssize_t got = recv(CONTROL, begin, LARGEST_PACKET, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    char kind = *begin;
    memmove(begin, begin + 1, (size_t)got - 1);
    m->length += (size_t)got - 1;
    if (kind == '.') break;
    if (m->length > LARGEST_MESSAGE) fail("a message is too large", "");
    m->text = realloc(m->text, m->length + LARGEST_PACKET + 1);
    if (!m->text) fail("no memory", "");
  }
  m->text[m->length] = 0;
  return 1;
}

void answer(const int *descriptors, int count, ...) {
  char text[8192];
  size_t length = 0;
  va_list arguments;
  va_start(arguments, count);
  for (const char *each = va_arg(arguments, const char *); each;
       each = va_arg(arguments, const char *)) {
    size_t size = strlen(each) + 1;
    if (length + size > sizeof text) size = sizeof text - length;
    memcpy(text + length, each, size);
    length += size;
  }
  va_end(arguments);
  union {
    char bytes[CMSG_SPACE(64 * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {text, length};
  struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    packet.msg_control = control.bytes;
    packet.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&packet);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
    memcpy(CMSG_DATA(head), descriptors, (size_t)count * sizeof(int));
  }
  while (sendmsg(CONTROL, &packet, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

void fail(const char *what, const char *which) {
  int reason = errno;
  char text[PROBLEM - 1];
  snprintf(text, sizeof text, "%c%s%s%s%s%s", PROBLEM_MARK, what, *which ? " " : "", which,
           reason ? ": " : "", reason ? strerror(reason) : "");
  if (complaints == CONTROL)
    answer(NULL, 0, "failed", text + 1, NULL);
  else if (complaints == 2)
    dprintf(2, "thaw-box: %s\n", text + 1);
  else
    write_all(complaints, text, strlen(text));
  _exit(125);
}

int must(int result, const char *what, const char *which) {
  if (result < 0) fail(what, which);
  return result;
}

void close_from(int first) {
  if (syscall(436 /* close_range */, first, ~0U, 0) != 0)
    for (int i = first; i < 4096; i++) close(i);
}

void *room(size_t bytes) {
  void *found = calloc(1, bytes);
  if (!found) fail("no memory", "");
  return found;
}

int write_all(int descriptor, const void *from, size_t bytes) {
  const char *at = from;
  while (bytes > 0) {
    ssize_t written = write(descriptor, at, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    at += written;
    bytes -= (size_t)written;
  }
  return 1;
}

void write_file(const char *path, const char *text) {
  int file = must(open(path, O_WRONLY | O_CLOEXEC), "open", path);
  if (!write_all(file, text, strlen(text))) fail("write", path);
  close(file);
}

int send_descriptors(int socket, char kind, const int *descriptors, int count) {
  union {
    char bytes[CMSG_SPACE(64 * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {&kind, 1};
  struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    packet.msg_control = control.bytes;
    packet.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&packet);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
    memcpy(CMSG_DATA(head), descriptors, (size_t)count * sizeof(int));
  }
  return sendmsg(socket, &packet, MSG_NOSIGNAL) == 1;
}

int take_descriptors(int socket, char kind, int *descriptors, int most, char *problem) {
  union {
    char bytes[CMSG_SPACE(64 * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {problem, PROBLEM - 1};
  struct msghdr packet = {.msg_iov = &part,
                          .msg_iovlen = 1,
                          .msg_control = control.bytes,
                          .msg_controllen = sizeof control.bytes};
  ssize_t got;
  do got = recvmsg(socket, &packet, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  problem[got > 0 ? got : 0] = 0;
  if (got < 1 || *problem != kind) {
    if (*problem == PROBLEM_MARK) memmove(problem, problem + 1, (size_t)got);
    else strcpy(problem, "a process of the cell has ended");
    return -1;
  }
  struct cmsghdr *head = CMSG_FIRSTHDR(&packet);
  if (!head || head->cmsg_type != SCM_RIGHTS) return 0;
  int count = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
  if (count > most) count = most;
  memcpy(descriptors, CMSG_DATA(head), (size_t)count * sizeof(int));
  return count;
}
