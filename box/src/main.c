/*
 * Makes a cell, becomes the programs in it, and is what leads in and out. Knows nothing of Lambda.
 *
 *   thaw-box hold                     speaks with Thaw (common.h), until Thaw ends
 *   thaw-box enter PID [FILE...] -- PROGRAM WORD...
 *                                     runs a program as the root of a cell, whose first process has
 *                                     that pid; FILE are cgroup.procs that it joins first
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int hold(void) {
  signal(SIGPIPE, SIG_IGN);
  fcntl(CONTROL, F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_NAME, "thaw-box");
  watch();
  serve();
}

static int enter(char **words) {
  complaints = 2;
  const char *pid = *words++;
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
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execvp(words[1], words + 1);
    fail("could not run", words[1]);
  }
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int count, char **words) {
  if (count == 2 && !strcmp(words[1], "hold")) return hold();
  if (count > 3 && !strcmp(words[1], "enter")) return enter(words + 2);
  fputs("thaw-box is started by thaw\n", stderr);
  return 2;
}
