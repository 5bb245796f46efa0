/*
 * What a blocked thread waits for, seen from a thread of ours: the blocked one is not disturbed, as
 * signals would make its system calls fail with EINTR. /proc/self/task/TID/syscall (proc(5)) tells
 * the system call and its arguments.
 */
#ifndef THAW_WAITS_H
#define THAW_WAITS_H

#include <stddef.h>
#include <stdint.h>

#include "recording.h"

struct system_call {
  long number; /* negative when a thread is blocked in none: in a page fault */
  unsigned long arguments[6];
  uintptr_t sp, pc;
};

/* Of a line of that file. */
struct system_call parse_call(const char *text);

/* The file descriptor that is waited for, or -1. */
int waits_on(const struct system_call *call);

enum wait_kind kind_of_wait(const struct system_call *call, int fd);

/* Address and port of the other side; empty when there is none. */
void peer_of(const struct system_call *call, int fd, char *out, size_t room);

/*
 * Addresses in libjvm on top of the thread's stack, behind its pc: what it waits for in there. Old
 * ones may be among them. Returns their number.
 */
int scan_stack(const struct system_call *call, uint64_t *out, int most);

#endif
