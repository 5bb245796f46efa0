/*
 * What leads out of the cell, and into it, and the loop in which this program does all else.
 *
 * A way is a port inside, on any address, and where connections to it lead:
 *   way PORT any         to the same address and port outside
 *   way PORT elsewhere   the same, but not to this machine
 *   way PORT to PORT2    to that port of this machine's loopback, whatever the address
 *   way PORT near        to addresses that "near" names, and to no others
 *   near ADDRESS         an address of this machine that "elsewhere" leads to all the same
 *   tell TEXT            questions for names that have these bytes in them are told to Thaw before they
 *                        are passed on: a few of them, so that nobody can keep Thaw busy by asking
 *   closed               no question is passed on: all are told, and no name exists
 * Link-local addresses (169.254.0.0/16, fe80::/10) lead nowhere but by "to": on a machine of a cloud
 * they have its credentials. A port without a way refuses connections at once.
 */
#define _GNU_SOURCE
#include "common.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/fsuid.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_WAYS 512
#define MOST_NEAR 64
#define MOST_PAIRS 400
#define MOST_QUERIES 64
#define BUFFER 65536
#define QUERY_SECONDS 5
#define MOST_TELL 4
#define MOST_TOLD 64
#define LONGEST_TOLD 512
#define DNS_HEAD 12
#define MOST_VISITORS 8
#define ANYBODY -1
#define LOOKS 3

/* What an event of epoll is about. */
enum what { THAW, CHILDREN, LISTENS, PUBLISHED, DIALED, QUERIES, ANSWERS, DATAGRAMS, PAIR };

struct watched {
  enum what what;
  int descriptor;
};

enum leads { ANYWHERE, ELSEWHERE, NEAR, TO };

struct way {
  struct watched listens; /* -1 until it is opened */
  int port, to, wanted;
  enum leads leads;
};

struct query {
  struct watched outside;
  int inside;
  time_t since;
  struct sockaddr_storage from;
  socklen_t from_length;
  struct query *next; /* in the graveyard */
};

struct datagrams {
  struct watched inside;
  int outside, port;
  struct sockaddr_storage server; /* of a resolver */
  socklen_t server_length;
};

struct pair;

/* One end of a connection, and what has been read from it and not yet been written to the other. */
struct end {
  struct watched socket;
  struct pair *pair;
  char *held;
  int length, at, ended, shut;
  uint32_t events;
};

struct pair {
  struct end ends[2]; /* the cell's, and that of the world */
  int connecting, dead;
  struct pair *next;
};

static int poll_descriptor = -1;
static struct way ways[MOST_WAYS];
static int way_count, pair_count, query_count;
static struct query *queries[MOST_QUERIES];
int outward_user = -1;
int no_names;
static long visitors[MOST_VISITORS];
static int visitor_count, socket_tables[] = {-1, -1};
static struct sockaddr_storage near[MOST_NEAR];
static int near_count, near_port[MOST_NEAR];
static const char *tell[MOST_TELL];
static int tell_count, told_count;
static struct query *query_graveyard;
static struct pair *graveyard; /* freed after the events that may still name them */
static struct watched thaw = {THAW, CONTROL}, children = {CHILDREN, -1};

static void add(struct watched *w, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = w};
  epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, w->descriptor, &event);
}

/* Before close: a child that is being made may have copies, with which a descriptor stays watched. */
static void forget(struct watched *w) {
  epoll_ctl(poll_descriptor, EPOLL_CTL_DEL, w->descriptor, NULL);
  close(w->descriptor);
  w->descriptor = -1;
}

/* ---- ways and their listeners ---- */

void read_way(struct message *m) {
  int port = (int)number(m);
  const char *leads = word(m);
  int to = strcmp(leads, "to") ? 0 : (int)number(m);
  struct way *found = NULL;
  for (int i = 0; i < way_count; i++)
    if (ways[i].port == port) found = &ways[i];
  for (int i = 0; i < way_count && !found; i++)
    if (!ways[i].wanted && ways[i].listens.descriptor < 0) found = &ways[i];
  if (!found && way_count < MOST_WAYS) found = &ways[way_count++];
  if (!found) return;
  if (found->port != port) {
    *found = (struct way){.listens = {LISTENS, -1}, .port = port};
  }
  found->to = to;
  found->wanted = 1;
  found->leads = to ? TO : !strcmp(leads, "elsewhere") ? ELSEWHERE : !strcmp(leads, "near") ? NEAR : ANYWHERE;
}

void read_near(struct message *m) {
  const char *address = word(m);
  near_port[near_count < MOST_NEAR ? near_count : 0] = (int)number(m); /* 0: any */
  if (near_count == MOST_NEAR) fail("too many addresses", address);
  struct sockaddr_in *four = (struct sockaddr_in *)&near[near_count];
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)&near[near_count];
  if (inet_pton(AF_INET, address, &four->sin_addr) == 1)
    four->sin_family = AF_INET;
  else if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1)
    six->sin6_family = AF_INET6;
  else
    return; /* with a zone, for instance */
  near_count++;
}

void read_tell(struct message *m) {
  const char *text = word(m);
  if (tell_count < MOST_TELL) tell[tell_count++] = strdup(text);
}

static int is_near(const struct sockaddr_storage *address, int port) {
  for (int i = 0; i < near_count; i++) {
    if (near[i].ss_family != address->ss_family) continue;
    if (near_port[i] && near_port[i] != port) continue;
    if (address->ss_family == AF_INET
            ? ((struct sockaddr_in *)&near[i])->sin_addr.s_addr ==
                  ((const struct sockaddr_in *)address)->sin_addr.s_addr
            : !memcmp(&((struct sockaddr_in6 *)&near[i])->sin6_addr,
                      &((const struct sockaddr_in6 *)address)->sin6_addr, 16))
      return 1;
  }
  return 0;
}

static int is_missing(const struct way *w) { return w->wanted && w->listens.descriptor < 0; }

void send_listeners(int socket) {
  for (int i = 0; i < way_count; i++) {
    if (!is_missing(&ways[i])) continue;
    int found = listener("", ways[i].port, SOCK_STREAM);
    /* Where the cell's own program listens there is no way: an empty place. */
    send_descriptors(socket, 'w', &found, found < 0 ? 0 : 1);
    if (found >= 0) close(found);
  }
}

void take_listeners(int socket) {
  for (int i = 0; i < way_count; i++) {
    if (!is_missing(&ways[i])) continue;
    char problem[PROBLEM];
    int found = -1;
    int count = take_descriptors(socket, 'w', &found, 1, problem);
    if (count < 0) return;
    if (count == 0) continue;
    fcntl(found, F_SETFL, O_NONBLOCK);
    ways[i].listens.descriptor = found;
    add(&ways[i].listens, EPOLLIN);
  }
}

/* By a helper in the cell's network. */
static void open_listeners(void) {
  int ends[2];
  if (!the_cell.pid || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  int helper = fork();
  if (helper == 0) {
    close(ends[0]);
    complaints = ends[1];
    enter_cell();
    send_listeners(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  take_listeners(ends[0]);
  close(ends[0]);
  if (helper > 0) waitpid(helper, NULL, 0);
}

void set_ways(struct message *m) {
  for (int i = 0; i < way_count; i++) ways[i].wanted = 0;
  for (const char *key = next(m); key; key = next(m))
    if (!strcmp(key, "way")) read_way(m);
  for (int i = 0; i < way_count; i++)
    if (!ways[i].wanted && ways[i].listens.descriptor >= 0) {
      forget(&ways[i].listens);
    }
  open_listeners();
}

void add_inside(int descriptor, char kind, int port, const char *address) {
  struct datagrams *d = room(sizeof *d);
  d->inside.what = kind == 'p' ? PUBLISHED : kind == 'a' ? DIALED : kind == 'r' ? QUERIES : DATAGRAMS;
  d->inside.descriptor = descriptor;
  d->port = port;
  d->outside = kind == 'a' ? port : -1;
  if (kind == 'r') {
    struct sockaddr_in *four = (struct sockaddr_in *)&d->server;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&d->server;
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
      four->sin_family = AF_INET;
      four->sin_port = htons((unsigned short)port);
      d->server_length = sizeof *four;
    } else if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
      six->sin6_family = AF_INET6;
      six->sin6_port = htons((unsigned short)port);
      d->server_length = sizeof *six;
    }
  }
  add(&d->inside, EPOLLIN);
}

/* ---- connections ---- */

static void wish(struct end *e, uint32_t events) {
  if (!events) events = EPOLLET; /* hang-ups and errors are told always: then once */
  if (e->events == events) return;
  e->events = events;
  struct epoll_event event = {.events = events, .data.ptr = &e->socket};
  epoll_ctl(poll_descriptor, EPOLL_CTL_MOD, e->socket.descriptor, &event);
}

static void end_pair(struct pair *p) {
  if (p->dead) return;
  p->dead = 1;
  pair_count--;
  for (int i = 0; i < 2; i++) {
    forget(&p->ends[i].socket);
    free(p->ends[i].held);
  }
  p->next = graveyard;
  graveyard = p;
}

/* So that who waits at the other end sees a connection that broke, not one that ended. */
static void reset(struct pair *p) {
  struct linger at_once = {1, 0};
  setsockopt(p->ends[0].socket.descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  end_pair(p);
}

/* Moves what it can from one end to the other; 0 when the connection broke. */
static int move(struct end *from, struct end *to) {
  for (;;) {
    while (from->at < from->length) {
      ssize_t sent = send(to->socket.descriptor, from->held + from->at,
                          (size_t)(from->length - from->at), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0 && errno == EAGAIN) return 1;
      if (sent < 0) return 0;
      from->at += (int)sent;
    }
    from->at = from->length = 0;
    if (from->ended) {
      if (!to->shut) shutdown(to->socket.descriptor, SHUT_WR);
      to->shut = 1;
      return 1;
    }
    if (!from->held) from->held = room(BUFFER);
    ssize_t got = recv(from->socket.descriptor, from->held, BUFFER, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return 1;
    if (got < 0) return 0;
    if (got == 0) from->ended = 1;
    from->length = (int)got;
  }
}

static void pump(struct pair *p) {
  struct end *a = &p->ends[0], *b = &p->ends[1];
  if (!move(a, b) || !move(b, a)) {
    reset(p);
    return;
  }
  if (a->shut && b->shut && a->at == a->length && b->at == b->length) {
    end_pair(p);
    return;
  }
  for (int i = 0; i < 2; i++) {
    struct end *own = &p->ends[i], *other = &p->ends[1 - i];
    wish(own, (own->at < own->length || own->ended ? 0 : EPOLLIN) |
                  (other->at < other->length ? EPOLLOUT : 0));
  }
}

static void pair_event(struct end *e, uint32_t events) {
  struct pair *p = e->pair;
  if (p->dead) return;
  if (p->connecting) {
    int error = 0;
    socklen_t size = sizeof error;
    if (e == &p->ends[0]) {
      if (events & EPOLLERR) reset(p);
      return;
    }
    getsockopt(e->socket.descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error) {
      reset(p);
      return;
    }
    p->connecting = 0;
  }
  if (events & EPOLLERR)
    reset(p);
  else
    pump(p);
}

static void make_pair(int inside, int outside, int connecting) {
  struct pair *p = room(sizeof *p);
  int yes = 1;
  int both[2] = {inside, outside};
  p->connecting = connecting;
  for (int i = 0; i < 2; i++) {
    setsockopt(both[i], IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    p->ends[i] = (struct end){.socket = {PAIR, both[i]}, .pair = p};
    p->ends[i].events = connecting ? (i ? EPOLLOUT : EPOLLET) : EPOLLIN;
    add(&p->ends[i].socket, p->ends[i].events);
  }
  pair_count++;
}

/* An IPv4 address that IPv6 writes is one of IPv4. */
static void unmap(struct sockaddr_storage *address, socklen_t *length) {
  struct sockaddr_in6 six = *(struct sockaddr_in6 *)address;
  if (six.sin6_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&six.sin6_addr)) return;
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = six.sin6_port};
  memcpy(&four.sin_addr, six.sin6_addr.s6_addr + 12, 4);
  memset(address, 0, sizeof *address);
  memcpy(address, &four, sizeof four);
  *length = sizeof four;
}

static int is_link_local(const struct sockaddr_storage *address) {
  if (address->ss_family == AF_INET)
    return (ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 16) == 0xA9FE;
  return IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

/* Where clouds have a machine's credentials besides link-local addresses: AWS, Google, Oracle by IPv6,
 * Azure and Alibaba by IPv4. */
static int is_metadata(const struct sockaddr_storage *address) {
  if (address->ss_family == AF_INET) {
    uint32_t four = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
    return four == 0xA83F8110 /* 168.63.129.16 */ || four == 0x646464C8 /* 100.100.100.200 */;
  }
  const unsigned char *six = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
  return !memcmp(six, "\xfd\x00\x0e\xc2", 4) || !memcmp(six, "\xfd\x20\x00\xce", 4) ||
         !memcmp(six, "\xfd\x00\x00\xc1", 4);
}

/* Whether it is an address of this machine: then, and only then, a socket can have it. */
static int is_here(const struct sockaddr_storage *address, socklen_t length) {
  struct sockaddr_storage any_port = *address;
  ((struct sockaddr_in *)&any_port)->sin_port = 0; /* at the same place in both families */
  if (address->ss_family == AF_INET &&
      ((const struct sockaddr_in *)address)->sin_addr.s_addr == htonl(INADDR_ANY))
    return 1;
  int tried = socket(address->ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (tried < 0) return 1;
  int bound = bind(tried, (struct sockaddr *)&any_port, length) == 0;
  close(tried);
  return bound;
}

static void loopback(struct sockaddr_storage *address, socklen_t *length, int port) {
  struct sockaddr_in four = {.sin_family = AF_INET,
                             .sin_port = htons((unsigned short)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  memset(address, 0, sizeof *address);
  memcpy(address, &four, sizeof four);
  *length = sizeof four;
}

static void lead_out(struct way *w, int inside) {
  struct sockaddr_storage target;
  socklen_t length = sizeof target;
  int outside = -1;
  if (pair_count < MOST_PAIRS &&
      getsockname(inside, (struct sockaddr *)&target, &length) == 0) {
    unmap(&target, &length);
    int permitted = w->leads == TO ||
                    (!is_link_local(&target) && (w->port == 53 || !is_metadata(&target)) &&
                     (w->leads == ANYWHERE || is_near(&target, w->port) ||
                      (w->leads == ELSEWHERE && !is_here(&target, length))));
    if (w->leads == TO) loopback(&target, &length, w->to);
    if (permitted) {
      /* Servers that ask who calls them must not take a function for the user who runs Thaw. */
      if (outward_user >= 0) setfsuid((uid_t)outward_user);
      outside = socket(target.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
      if (outward_user >= 0) setfsuid(geteuid());
    }
  }
  if (outside >= 0) {
    if (connect(outside, (struct sockaddr *)&target, length) == 0) {
      make_pair(inside, outside, 0);
      return;
    }
    if (errno == EINPROGRESS) {
      make_pair(inside, outside, 1);
      return;
    }
    close(outside);
  }
  struct linger at_once = {1, 0};
  setsockopt(inside, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close(inside);
}

static void take_out(struct watched *w) {
  for (int i = 0; i < 16; i++) {
    int inside = accept4(w->descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (inside < 0) return;
    lead_out((struct way *)w, inside);
  }
}

/* Whether a connection is made within a second, of a socket that does not block. */
static int is_made(int socket) {
  struct pollfd waiting = {socket, POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof error;
  return poll(&waiting, 1, 1000) == 1 &&
         getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

/* A connection in the cell, made by a helper there; -1 when there is none. */
static int connect_inside(int port, int complete) {
  int ends[2], inside = -1;
  if (pair_count < MOST_PAIRS && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) {
    int helper = fork();
    if (helper == 0) {
      close(ends[0]);
      complaints = ends[1];
      enter_cell();
      struct sockaddr_storage target;
      socklen_t length;
      loopback(&target, &length, port);
      int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
      if (made >= 0 &&
          (connect(made, (struct sockaddr *)&target, length) == 0 ||
           (errno == EINPROGRESS && (!complete || is_made(made)))))
        send_descriptors(ends[1], '+', &made, 1);
      _exit(0);
    }
    close(ends[1]);
    char problem[PROBLEM];
    if (take_descriptors(ends[0], '+', &inside, 1, problem) != 1) inside = -1;
    close(ends[0]);
    if (helper > 0) waitpid(helper, NULL, 0);
  }
  return inside;
}

/* ---- visitors: who connects to a published port ---- */

/* Before namespaces of users are entered: a table shows users as they were when it was opened. */
void open_tables(void) {
  if (socket_tables[0] >= 0) return;
  socket_tables[0] = open("/proc/self/net/tcp", O_RDONLY | O_CLOEXEC);
  socket_tables[1] = open("/proc/self/net/tcp6", O_RDONLY | O_CLOEXEC);
}

void read_visitor(struct message *m) {
  long user = number(m);
  if (visitor_count == MOST_VISITORS) fail("too many visitors", "");
  visitors[visitor_count++] = user;
}

/* Those whose sockets a process has: ESTABLISHED, FIN_WAIT1, FIN_WAIT2, CLOSE_WAIT. Of others the
 * kernel says user 0 whoever had them. */
static int is_held(unsigned state, unsigned long inode) {
  return inode != 0 && (state == 1 || state == 4 || state == 5 || state == 8);
}

/* An address and a port as the tables have them: words of memory, each as a number. */
static void show_end(char *text, size_t size, int six, const struct sockaddr_in *end) {
  snprintf(text, size, "%s%08X:%04X", six ? "0000000000000000FFFF0000" /* ::ffff: */ : "",
           end->sin_addr.s_addr, ntohs(end->sin_port));
}

/* The user of the row with both ends; -1 when there is none, -2 when it cannot be told. */
static long user_in(int table, const char *local, const char *remote) {
  char text[8192];
  size_t length = 0;
  long found = -1;
  if (table < 0 || lseek(table, 0, SEEK_SET) != 0) return -1;
  for (;;) {
    ssize_t got = read(table, text + length, sizeof text - 1 - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return found;
    length += (size_t)got;
    text[length] = 0;
    char *line = text;
    for (char *end = strchr(line, '\n'); end; end = strchr(line, '\n')) {
      char here[64], there[64];
      unsigned state;
      unsigned long user, inode;
      *end = 0;
      if (sscanf(line, " %*[^:]: %63s %63s %x %*s %*s %*s %lu %*s %lu", here, there, &state, &user,
                 &inode) == 5 &&
          !strcmp(here, local) && !strcmp(there, remote)) {
        long own = is_held(state, inode) ? (long)user : -2;
        found = found == -1 || found == own ? own : -2; /* a look may come by a row twice */
      }
      line = end + 1;
    }
    length = strlen(line);
    memmove(text, line, length + 1);
  }
}

/* The user whose program is at the other end, as the host knows it; below 0 when it cannot be told. */
static long peer_user(int socket) {
  struct sockaddr_in here, there;
  socklen_t size = sizeof here, other = sizeof there;
  if (getsockname(socket, (struct sockaddr *)&here, &size) != 0 || here.sin_family != AF_INET ||
      getpeername(socket, (struct sockaddr *)&there, &other) != 0)
    return -1;
  for (int look = 0; look < LOOKS; look++) /* the kernel does not hold the tables still */
    for (int six = 0; six < 2; six++) {
      char local[64], remote[64];
      show_end(local, sizeof local, six, &there);
      show_end(remote, sizeof remote, six, &here);
      long user = user_in(socket_tables[six], local, remote);
      if (user != -1) return user;
    }
  return -1;
}

/* A function's own user never may: it would reach other functions. */
static int may_visit(int socket) {
  long user = peer_user(socket);
  if (user < 0 || user == outward_user) return 0;
  for (int i = 0; i < visitor_count; i++)
    if (visitors[i] == ANYBODY || visitors[i] == user) return 1;
  return 0;
}

/* A debugger. */
static void lead_in(struct datagrams *d) {
  int outside = accept4(d->inside.descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (outside < 0) return;
  int inside = may_visit(outside) ? connect_inside(d->port, 0) : -1;
  if (inside < 0)
    close(outside);
  else
    make_pair(outside, inside, 1);
}

/* Thaw itself: it is told a port of the host that leads, once, to a connection that is there. */
void dial(struct message *m) {
  char text[16];
  struct sockaddr_in here;
  socklen_t length = sizeof here;
  int inside = connect_inside((int)number(m), 1);
  int way = inside < 0 ? -1 : listener("127.0.0.1", 0, SOCK_STREAM);
  if (way < 0 || getsockname(way, (struct sockaddr *)&here, &length) != 0) {
    if (inside >= 0) close(inside);
    answer(NULL, 0, "failed", "connection refused", NULL);
    return;
  }
  add_inside(way, 'a', inside, "");
  snprintf(text, sizeof text, "%d", ntohs(here.sin_port));
  answer(NULL, 0, "dialed", text, NULL);
}

static void take_dialed(struct datagrams *d) {
  int outside = accept4(d->inside.descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (outside < 0) return;
  forget(&d->inside);
  make_pair(outside, d->outside, 0);
}

/* ---- datagrams ---- */

static void end_query(int index) {
  struct query *q = queries[index];
  forget(&q->outside);
  q->next = query_graveyard;
  query_graveyard = q;
  queries[index] = queries[--query_count];
}

/* Without knowing what a question is: Thaw reads it. */
static void tell_of(const char *question, size_t length) {
  char hex[LONGEST_TOLD * 2 + 1];
  int wanted = no_names;
  for (int i = 0; i < tell_count && !wanted; i++)
    wanted = memmem(question, length, tell[i], strlen(tell[i])) != NULL;
  if (!wanted || length > LONGEST_TOLD || told_count == MOST_TOLD) return;
  told_count++;
  for (size_t i = 0; i < length; i++) snprintf(hex + 2 * i, 3, "%02x", (unsigned char)question[i]);
  answer(NULL, 0, "asked", hex, NULL);
}

static void take_query(struct datagrams *d) {
  char text[BUFFER];
  struct sockaddr_storage from;
  socklen_t length = sizeof from;
  ssize_t got =
      recvfrom(d->inside.descriptor, text, sizeof text, MSG_DONTWAIT, (struct sockaddr *)&from, &length);
  if (got < 0) return;
  tell_of(text, (size_t)got);
  if (no_names) {
    if (got < DNS_HEAD) return;
    text[2] |= (char)0x80;                        /* a response (RFC 1035, 4.1.1) */
    text[3] = (char)((text[3] & 0x70) | 0x80 | 3); /* recursion is available, the name does not exist */
    sendto(d->inside.descriptor, text, (size_t)got, MSG_NOSIGNAL | MSG_DONTWAIT,
           (struct sockaddr *)&from, length);
    return;
  }
  if (d->server_length == 0) return;
  struct timespec clock;
  clock_gettime(CLOCK_MONOTONIC, &clock);
  time_t now = clock.tv_sec;
  for (int i = query_count - 1; i >= 0; i--)
    if (now - queries[i]->since > QUERY_SECONDS) end_query(i);
  if (query_count == MOST_QUERIES) return; /* resolvers ask again */
  int outside = socket(d->server.ss_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (outside < 0) return;
  if (connect(outside, (struct sockaddr *)&d->server, d->server_length) != 0 ||
      send(outside, text, (size_t)got, MSG_NOSIGNAL) != got) {
    close(outside);
    return;
  }
  struct query *q = room(sizeof *q);
  *q = (struct query){{ANSWERS, outside}, d->inside.descriptor, now, from, length, NULL};
  queries[query_count++] = q;
  add(&q->outside, EPOLLIN);
}

static void take_answer(struct query *q) {
  if (q->outside.descriptor < 0) return; /* given up by an event before this one */
  char text[BUFFER];
  ssize_t got = recv(q->outside.descriptor, text, sizeof text, MSG_DONTWAIT);
  if (got >= 0)
    sendto(q->inside, text, (size_t)got, MSG_NOSIGNAL, (struct sockaddr *)&q->from, q->from_length);
  for (int i = 0; i < query_count; i++)
    if (queries[i] == q) {
      end_query(i);
      return;
    }
}

static void pass_on(struct datagrams *d) {
  char text[BUFFER];
  ssize_t got = recv(d->inside.descriptor, text, sizeof text, MSG_DONTWAIT);
  if (got < 0) return;
  if (d->outside < 0) d->outside = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  struct sockaddr_storage target;
  socklen_t length;
  loopback(&target, &length, d->port);
  sendto(d->outside, text, (size_t)got, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&target, length);
}

/* ---- the loop ---- */

static void hear(void) {
  struct message m;
  if (!receive(&m)) end_cell(); /* Thaw has gone */
  const char *what = word(&m);
  if (!strcmp(what, "cell"))
    make_cell(&m);
  else if (!strcmp(what, "park"))
    park(&m);
  else if (!strcmp(what, "go"))
    go(&m);
  else if (!strcmp(what, "ways"))
    set_ways(&m);
  else if (!strcmp(what, "dial"))
    dial(&m);
  else
    fail("unknown message", what);
  free(m.text);
}

void watch(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max < 4096 ? files.rlim_max : 4096;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  poll_descriptor = must(epoll_create1(EPOLL_CLOEXEC), "epoll", "");
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  children.descriptor = must(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK), "signalfd", "");
  sigprocmask(SIG_BLOCK, &child, NULL);
  add(&children, EPOLLIN);
  add(&thaw, EPOLLIN);
}

static void happen(struct watched *w, uint32_t events) {
  char signals[sizeof(struct signalfd_siginfo) * 8];
  switch (w->what) {
    case THAW:
      hear();
      break;
    case CHILDREN:
      while (read(children.descriptor, signals, sizeof signals) > 0) continue;
      reap();
      break;
    case LISTENS:
      take_out(w);
      break;
    case PUBLISHED:
      lead_in((struct datagrams *)w);
      break;
    case DIALED:
      take_dialed((struct datagrams *)w);
      break;
    case QUERIES:
      take_query((struct datagrams *)w);
      break;
    case ANSWERS:
      take_answer((struct query *)w);
      break;
    case DATAGRAMS:
      pass_on((struct datagrams *)w);
      break;
    case PAIR:
      pair_event((struct end *)w, events);
      break;
  }
}

void serve(void) {
  struct epoll_event events[64];
  for (;;) {
    int count = epoll_wait(poll_descriptor, events, 64, -1);
    for (int i = 0; i < count; i++) happen(events[i].data.ptr, events[i].events);
    while (graveyard) {
      struct pair *gone = graveyard;
      graveyard = gone->next;
      free(gone);
    }
    while (query_graveyard) {
      struct query *gone = query_graveyard;
      query_graveyard = gone->next;
      free(gone);
    }
  }
}
