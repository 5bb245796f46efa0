/*
 * What the parts of the box program share: how it speaks with Thaw, and small things of libc.
 *
 * Thaw and this program speak over one SOCK_SEQPACKET socket, descriptor CONTROL. A message is a
 * list of strings, each with a NUL behind it; the first one says what it is. From Thaw it comes in
 * packets, each of which begins with a byte: '+' when more follow, '.' for the last one.
 *
 *   Thaw asks                                   the answer
 *     cell OPTION...                              ready PID, with the descriptors of "listen"
 *     park ID OPTION...                           parked ID PID
 *     go ID                                       none
 *     ways OPTION...                              none
 *     dial PORT                                   dialed PORT, of the host, for one connection
 *   or "failed TEXT"; after a failed "cell" this program ends. By itself it says
 *     exit ID STATUS                              0 to 255; 128 + n for signal n
 *     asked HEX                                   a question for a name, as it came ("tell", in ways.c)
 * Options are drawn in cell.c, park.c and ways.c.
 *
 * When Thaw's end is closed, or this program is killed, everything in the cell is killed as well.
 */
#ifndef THAW_BOX_COMMON_H
#define THAW_BOX_COMMON_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define CONTROL 3
/* Of programs, as on Lambda, whatever Thaw's user has. */
#define USUAL_UMASK 022

/* A message, and how far it has been read. */
struct message {
  char *text;
  size_t length, at;
};

/* The next string; NULL at the end. */
const char *next(struct message *m);
/* The next string, which must be there. */
const char *word(struct message *m);
long number(struct message *m);
/* The strings up to an empty one, with NULL behind them. */
char **words(struct message *m);

/* Reads one message; 0 at the end of Thaw. */
int receive(struct message *m);
/* Strings, the last one NULL, and descriptors. */
void answer(const int *descriptors, int count, ...);

/* Ends the process: "what which: reason", to whoever waits for this process to get ready. */
_Noreturn void fail(const char *what, const char *which);
/* Where fail() writes, with PROBLEM_MARK in front; the socket to Thaw at first. */
#define PROBLEM_MARK '!'
extern int complaints;

/* Closes all descriptors from this one on. */
void close_from(int first);
int must(int result, const char *what, const char *which);
void *room(size_t bytes);
/* 1 when all is written. */
int write_all(int descriptor, const void *from, size_t bytes);
void write_file(const char *path, const char *text);
int send_descriptors(int socket, char kind, const int *descriptors, int count);
/*
 * The number of descriptors that came with a byte; -1 when another one came, or none: then problem
 * (PROBLEM bytes) has what fail() has written.
 */
int take_descriptors(int socket, char kind, int *descriptors, int most, char *problem);
#define PROBLEM 4096

/* The cell of this process. */
struct cell {
  int pid;        /* of its first process; 0 where there are no namespaces */
  int process;    /* the same one's descriptor; -1 before Linux 5.3 */
  int namespaces; /* CLONE_NEW... of those that it has of its own */
  int joins[16];  /* cgroup.procs, open for writing */
  int join_count;
};
extern struct cell the_cell;

/* cell.c */
void make_cell(struct message *m);
/* In a child: enters the namespaces of the cell; what is forked then lives in it. */
void enter_cell(void);
#define KINDS_OF_NAMESPACES 7
struct namespace {
  const char *name; /* in /proc/PID/ns */
  int kind;
};
/* In the order in which they are entered. */
extern const struct namespace NAMESPACES[KINDS_OF_NAMESPACES];
/* Those of a process that are wanted, one after the other. */
void enter_each(int pid, int wanted);

/* park.c */
void park(struct message *m);
void go(struct message *m);
void reap(void);
_Noreturn void end_cell(void);
int runs_any(void);

/* network.c; in the cell's network */
void raise_network(void);
int listener(const char *address, int port, int kind);

/* ways.c */
void add_inside(int descriptor, char kind, int port, const char *address);
void set_ways(struct message *m);
void dial(struct message *m);
void read_way(struct message *m);
void read_near(struct message *m);
void read_tell(struct message *m);
void read_visitor(struct message *m);
void open_tables(void);
extern int outward_user;
extern int no_names;
/* Listeners of ways that have none, made here and sent; taken at the other end of the socket. */
void send_listeners(int socket);
void take_listeners(int socket);
void watch(void);
_Noreturn void serve(void);

/* storage.c */
int serve_storage(char **words);

/* filter.c */
void restrict_calls(int may_count_events);

#endif
