/*
 * Makes a cell, becomes the programs in it, and is what leads in and out. Knows nothing of Lambda.
 *
 *   thaw-box hold                     speaks with Thaw (common.h), until Thaw ends
 *   thaw-box enter PID [as UID GID] [FILE...] -- PROGRAM WORD...
 *                                     runs a program as the root of a cell, whose first process has
 *                                     that pid, or as another user with root's capabilities; FILE
 *                                     are cgroup.procs that it joins first
 *   thaw-box storage ...              serves a file system, see storage.c
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int hold(void) {
  signal(SIGPIPE, SIG_IGN);
  fcntl(CONTROL, F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_NAME, "thaw-box");
  watch();
  serve();
}

/* Another user, who may all that this one may, and so may the programs that he starts. */
static void become(uid_t uid, gid_t gid) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  must(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0), "keepcaps", "");
  setgroups(0, NULL);
  must((int)syscall(SYS_setresgid, gid, gid, gid), "setresgid", "");
  must((int)syscall(SYS_setresuid, uid, uid, uid), "setresuid", "");
  must((int)syscall(SYS_capget, &head, data), "capget", "");
  for (int i = 0; i < 2; i++) data[i].effective = data[i].inheritable = data[i].permitted;
  must((int)syscall(SYS_capset, &head, data), "capset", "");
  for (int cap = 0; cap < 64; cap++)
    if (data[cap / 32].permitted >> cap % 32 & 1) prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, cap, 0, 0);
}

static int enter(char **words) {
  complaints = 2;
  const char *pid = *words++;
  int uid = -1, gid = -1;
  if (*words && !strcmp(*words, "as") && words[1] && words[2]) {
    uid = atoi(words[1]);
    gid = atoi(words[2]);
    words += 3;
  }
  int wanted = 0;
  for (int i = 0; i < KINDS_OF_NAMESPACES; i++) {
    char theirs[64], ours[64], a[64] = "", b[64] = "";
    snprintf(theirs, sizeof theirs, "/proc/%s/ns/%s", pid, NAMESPACES[i].name);
    snprintf(ours, sizeof ours, "/proc/self/ns/%s", NAMESPACES[i].name);
    if (readlink(theirs, a, sizeof a - 1) > 0 && readlink(ours, b, sizeof b - 1) > 0 && strcmp(a, b))
      wanted |= NAMESPACES[i].kind;
  }
  for (; *words && strcmp(*words, "--"); words++) write_file(*words, "0");
  if (!*words || !words[1]) {
    errno = 0;
    fail("nothing to run", "");
  }
  enter_each(atoi(pid), wanted);
  static const char *const LED[] = {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "BASH_ENV", "ENV"};
  for (size_t i = 0; i < sizeof LED / sizeof *LED; i++) unsetenv(LED[i]);
  setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", 1);
  int child = must(fork(), "fork", "");
  if (child == 0) {
    umask(USUAL_UMASK);
    if (uid >= 0) become((uid_t)uid, (gid_t)gid);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of user forgets it */
    execvp(words[1], words + 1);
    fail("could not run", words[1]);
  }
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int count, char **words) {
  umask(0); /* else a strict one of Thaw's user closes the cell's folders to the cell's user */
  if (count == 2 && !strcmp(words[1], "hold")) return hold();
  if (count > 3 && !strcmp(words[1], "enter")) return enter(words + 2);
  if (count > 4 && !strcmp(words[1], "storage")) return serve_storage(words + 2);
  fputs("thaw-box is started by thaw\n", stderr);
  return 2;
}
