/*
 * A static HTTP/1.1 server on one thread that notes when each request arrives, for benchmarks of load
 * generators. Built and started by LoadGenerators.java:
 *
 *   arrivals PORT LOG [STALL_MS EVERY_MS | awake]
 *
 * Awake it never waits for an event, so that no request has to wake its CPU first. It answers GET requests of kept connections with "42". With a stall it stops for STALL_MS, EVERY_MS
 * after it began and again and again, as a collection of garbage would stop it. On SIGTERM it writes LOG:
 * an 8-byte integer for each request, nanoseconds of CLOCK_MONOTONIC.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define MOST_REQUESTS (16u * 1024 * 1024)
#define MOST_FDS 65536

static const char ANSWER[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n42";
static uint64_t *arrivals;
static size_t count;
static volatile sig_atomic_t ended;
static unsigned char matched[MOST_FDS]; /* bytes of the blank line that have come, by connection */

static void end(int signal) {
  (void)signal;
  ended = 1;
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

/* One answer for each end of a request's head. */
static int serve(int fd) {
  static const char blank[] = "\r\n\r\n";
  char in[65536];
  ssize_t n = read(fd, in, sizeof in);
  if (n <= 0) return n < 0 && (errno == EAGAIN || errno == EINTR);
  uint64_t at = now();
  for (ssize_t i = 0; i < n; i++) {
    if (in[i] == blank[matched[fd]])
      matched[fd]++;
    else
      matched[fd] = in[i] == '\r';
    if (matched[fd] == 4) {
      matched[fd] = 0;
      if (count < MOST_REQUESTS) arrivals[count++] = at;
      if (write(fd, ANSWER, sizeof ANSWER - 1) != (ssize_t)(sizeof ANSWER - 1)) return 0;
    }
  }
  return 1;
}

int main(int argc, char **argv) {
  if (argc < 3 || argc > 5) {
    fprintf(stderr, "usage: arrivals PORT LOG [STALL_MS EVERY_MS | awake]\n");
    return 2;
  }
  uint64_t stall = argc == 5 ? strtoull(argv[3], NULL, 10) * 1000000u : 0;
  uint64_t every = argc == 5 ? strtoull(argv[4], NULL, 10) * 1000000u : 0;
  arrivals = mmap(NULL, MOST_REQUESTS * sizeof *arrivals, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arrivals == MAP_FAILED) fail("mmap");
  signal(SIGPIPE, SIG_IGN);
  struct sigaction action = {.sa_handler = end};
  sigaction(SIGTERM, &action, NULL);
  int one = 1, server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1])),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(server, (struct sockaddr *)&address, sizeof address) || listen(server, 4096)) fail("bind");
  int poll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = server}, ready[256];
  epoll_ctl(poll, EPOLL_CTL_ADD, server, &event);
  int patience = argc == 4 ? 0 : every ? 1 : 1000;
  uint64_t next = every ? now() + every : UINT64_MAX;
  while (!ended) {
    int n = epoll_wait(poll, ready, 256, patience);
    if (now() >= next) {
      struct timespec sleep = {(time_t)(stall / 1000000000u), (long)(stall % 1000000000u)};
      nanosleep(&sleep, NULL);
      next += every;
    }
    for (int i = 0; i < n; i++) {
      int fd = ready[i].data.fd;
      if (fd == server) {
        for (int client; (client = accept4(server, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
          if (client >= MOST_FDS) {
            close(client);
            continue;
          }
          setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
          matched[client] = 0;
          event.data.fd = client;
          epoll_ctl(poll, EPOLL_CTL_ADD, client, &event);
        }
      } else if (!serve(fd)) {
        close(fd);
      }
    }
  }
  FILE *log = fopen(argv[2], "wb");
  if (!log || fwrite(arrivals, sizeof *arrivals, count, log) != count || fclose(log)) fail(argv[2]);
  return 0;
}
