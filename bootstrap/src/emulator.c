// The emulator of a packaged function that nobody hosts, as `docker run` and `podman run` start its image:
// takes events where AWS's runtime interface emulator takes them, and serves the Runtime API to the
// runtime, one event after the other.
//
//   curl http://localhost:8080/2015-03-31/functions/function/invocations -d '{}'
//
// One thread decides. It waits for no client: each request is read by a thread of its own, which then
// gives it to that one by a pipe, and what is answered to clients is sent by a thread of its own.

#define _GNU_SOURCE
#include "emulator.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TOO_LARGE "413 Request Entity Too Large"
#define FUNCTIONS "/2015-03-31/functions/"
#define INVOCATIONS "/invocations"
#define RUNTIME "/2018-06-01/runtime/"
#define INVOCATION RUNTIME "invocation/"

enum {
  USUAL_PORT = 8080,
  MOST_CONNECTIONS = 16,
  MOST_CLIENTS = 64, // that send at a time
  THREAD_STACK = 128 << 10,
  MOST_HEAD = 32 << 10,
  MOST_BODY = (6 << 20) + 100,
  PATIENCE_SECONDS = 30, // with a client that sends slowly
  MILLIS = 1000,
  NANOS = 1000000,
  SIGNALLED = 128,
  UUID_BYTES = 16,
};

/** A request, or what there was of it; one thread at a time has it. */
struct request {
  int from;
  int is_event; // of a client, not of the runtime
  int is_whole;
  char head[MOST_HEAD];
  char *method;
  char *path;
  char *headers;
  char *body;
  size_t size;
  int is_too_large; // then there is no body
  int has_failed;   // as the trailers of a response say that had begun
};

static int front; // takes events
static int api;   // serves the runtime
static int given[2]; // the pipe by which readers give what they have read
static int clients;  // whose events are read

static struct connection { // of the runtime
  int is;
  int is_read;  // by a reader, which gives it back
  int is_ended; // with the runtime that it was of
} open_[MOST_CONNECTIONS];
static int connections;
static int asking = -1; // one of them, which waits for an event

static pid_t runtime; // also its process group
static double begun;         // when the runtime was started, in ms
static double init = -1;     // how long that took; negative before it is known
static int is_init_told;
static char *init_error;     // what the runtime has said of it, if it failed
static size_t init_error_size;

static int client = -1; // whoever has sent the event that is served now
static char *event;
static size_t event_size;
static char id[40];
static int is_delivered;
static double received;
static double delivered;

static volatile sig_atomic_t ended_by;

static void on_signal(int signal) {
  if (signal != SIGCHLD) {
    ended_by = signal;
  }
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * MILLIS + (double)time.tv_nsec / NANOS;
}

static const char *value_of(const char *name, const char *usual) {
  const char *value = getenv(name);
  return value == NULL || value[0] == 0 ? usual : value;
}

static double timeout(void) { return atof(value_of("AWS_LAMBDA_FUNCTION_TIMEOUT", "300")) * MILLIS; }

static void fail(const char *what, const char *remedy) {
  fprintf(stderr, "thaw: the emulator %s (%s); %s\n", what, strerror(errno), remedy);
  exit(1);
}

static int listening(uint32_t address, int port) {
  int one = 1;
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(address), .sin_port = htons((uint16_t)port)};
  int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0 || setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
      bind(made, (struct sockaddr *)&at, sizeof at) != 0 || listen(made, MOST_CONNECTIONS) != 0) {
    fail("cannot listen", "choose another port by THAW_EMULATOR_PORT");
  }
  return made;
}

// ---- HTTP ----

static int send_all(int to, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t sent = send(to, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) {
      continue;
    }
    if (sent <= 0) {
      return 0;
    }
    bytes += sent;
    size -= (size_t)sent;
  }
  return 1;
}

static int receive_all(int from, char *bytes, size_t size) {
  while (size > 0) {
    ssize_t got = recv(from, bytes, size, 0);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return 0;
    }
    bytes += got;
    size -= (size_t)got;
  }
  return 1;
}

static int answer(int to, const char *status, const char *headers, const char *body, size_t size) {
  char head[512];
  int length = snprintf(
      head, sizeof head, "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n%s\r\n", status, size,
      headers);
  return send_all(to, head, (size_t)length) && send_all(to, body, size);
}

static const char *header(const struct request *request, const char *name) {
  size_t length = strlen(name);
  for (char *line = request->headers; line != NULL && line[0] != 0;) {
    if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
      return line + length + 1 + strspn(line + length + 1, " \t");
    }
    line = strstr(line, "\r\n");
    line = line == NULL ? NULL : line + 2;
  }
  return NULL;
}

/** Adds bytes to the body; one that is too large is read to its end, so that its sender reads the answer. */
static int receive_part(struct request *request, size_t size) {
  request->is_too_large |= size > MOST_BODY || request->size + size > MOST_BODY;
  if (request->is_too_large) {
    char rest[1 << 13];
    for (size_t part; size > 0; size -= part) {
      part = size < sizeof rest ? size : sizeof rest;
      if (!receive_all(request->from, rest, part)) {
        return 0;
      }
    }
    return 1;
  }
  char *bytes = realloc(request->body, request->size + size + 1);
  if (bytes == NULL) {
    return 0;
  }
  request->body = bytes;
  if (!receive_all(request->from, bytes + request->size, size)) {
    return 0;
  }
  request->size += size;
  bytes[request->size] = 0;
  return 1;
}

/** Reads a line, of which what does not fit is left out; returns whether there was a whole one. */
static int receive_line(int from, char *line, size_t size) {
  size_t length = 0;
  for (char next = 0; next != '\n';) {
    if (!receive_all(from, &next, 1)) {
      return 0;
    }
    if (next != '\r' && next != '\n' && length + 1 < size) {
      line[length++] = next;
    }
  }
  line[length] = 0;
  return 1;
}

static int receive_chunks(struct request *request) {
  int from = request->from;
  static const char failure[] = "Lambda-Runtime-Function-Error-Type:";
  char line[64];
  for (;;) {
    char *rest;
    char end[2];
    if (!receive_line(from, line, sizeof line)) {
      return 0;
    }
    unsigned long size = strtoul(line, &rest, 16);
    if (rest == line) {
      return 0;
    }
    if (size == 0) {
      break;
    }
    if (!receive_part(request, size) || !receive_all(from, end, sizeof end)) {
      return 0;
    }
  }
  do { // trailers
    if (!receive_line(from, line, sizeof line)) {
      return 0;
    }
    request->has_failed |= strncasecmp(line, failure, sizeof failure - 1) == 0;
  } while (line[0] != 0);
  return 1;
}

/** Whether there was a whole one. */
static int receive_request(struct request *request) {
  int from = request->from;
  char *end = NULL;
  double until = now(CLOCK_MONOTONIC) + PATIENCE_SECONDS * MILLIS;
  while (end == NULL) {
    ssize_t got = recv(from, request->head, sizeof request->head - 1, MSG_PEEK);
    if (got <= 0 || now(CLOCK_MONOTONIC) > until) {
      return 0;
    }
    request->head[got] = 0;
    end = strstr(request->head, "\r\n\r\n");
    if (end == NULL) {
      if (got == sizeof request->head - 1) {
        return 0;
      }
      usleep(MILLIS);
    }
  }
  size_t length = (size_t)(end - request->head) + 4;
  receive_all(from, request->head, length);
  request->head[length - 2] = 0;
  char *line = request->head;
  request->headers = strstr(line, "\r\n");
  *request->headers = 0;
  request->headers += 2;
  request->method = strsep(&line, " ");
  request->path = strsep(&line, " ");
  if (request->path == NULL) {
    return 0;
  }
  const char *size = header(request, "Content-Length");
  const char *encoding = header(request, "Transfer-Encoding");
  const char *expects = header(request, "Expect");
  if (expects != NULL && strncasecmp(expects, "100-continue", strlen("100-continue")) == 0) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    send_all(from, go_on, sizeof go_on - 1);
  }
  if (encoding != NULL && strncasecmp(encoding, "chunked", strlen("chunked")) == 0) {
    return receive_chunks(request);
  }
  return receive_part(request, size == NULL ? 0 : strtoul(size, NULL, 10));
}

static void adjust(int connection) {
  int one = 1;
  struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

static void *reader(void *argument) {
  struct request *request = argument;
  request->is_whole = receive_request(request);
  while (write(given[1], &request, sizeof request) < 0 && errno == EINTR) { // as small as it is, all of it or nothing
  }
  return NULL;
}

/** Returns whether it begins. */
static int in_thread(void *(*does)(void *), void *with) {
  pthread_t thread;
  pthread_attr_t settings;
  pthread_attr_init(&settings);
  pthread_attr_setdetachstate(&settings, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&settings, THREAD_STACK);
  int problem = pthread_create(&thread, &settings, does, with);
  pthread_attr_destroy(&settings);
  return problem == 0;
}

/** Has a request read; returns whether that has begun. */
static int begin_reading(int from, int is_event) {
  struct request *request = calloc(1, sizeof *request);
  if (request == NULL) {
    return 0;
  }
  request->from = from;
  request->is_event = is_event;
  int begins = in_thread(reader, request);
  if (!begins) {
    free(request);
  }
  return begins;
}

/** An answer to a client, which may be slow to take it. */
struct reply {
  int to;
  const char *status;
  const char *headers;
  size_t size;
  char body[];
};

static void *writer(void *argument) {
  struct reply *reply = argument;
  answer(reply->to, reply->status, reply->headers, reply->body, reply->size);
  shutdown(reply->to, SHUT_WR);
  close(reply->to);
  free(reply);
  return NULL;
}

/** Answers a client, and closes the connection. */
static void reply(int to, const char *status, const char *headers, const char *body, size_t size) {
  struct reply *made = malloc(sizeof *made + size);
  if (made == NULL) {
    close(to);
    return;
  }
  *made = (struct reply){.to = to, .status = status, .headers = headers, .size = size};
  memcpy(made->body, body, size);
  if (!in_thread(writer, made)) {
    writer(made);
  }
}

// ---- the runtime ----

/** Returns whether this is the runtime. */
static int started(void) {
  struct sockaddr_in at;
  socklen_t size = sizeof at;
  char value[32];
  fflush(NULL);
  begun = now(CLOCK_MONOTONIC);
  init = -1;
  is_init_told = 0;
  free(init_error);
  init_error = NULL;
  runtime = fork();
  if (runtime < 0) {
    fail("cannot start the function", "let the container have more processes");
  }
  if (runtime != 0) {
    setpgid(runtime, runtime);
    return 0;
  }
  setpgid(0, 0); // so that what the function starts ends with it
  getsockname(api, (struct sockaddr *)&at, &size);
  snprintf(value, sizeof value, "127.0.0.1:%d", ntohs(at.sin_port));
  setenv("AWS_LAMBDA_RUNTIME_API", value, 1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (const int *each = (const int[]){SIGCHLD, SIGTERM, SIGINT, 0}; *each != 0; each++) {
    signal(*each, SIG_DFL);
  }
  return 1;
}

static void forget(int i) {
  if (asking == open_[i].is) {
    asking = -1;
  }
  if (open_[i].is_read) {
    open_[i].is_ended = 1;
    shutdown(open_[i].is, SHUT_RDWR); // its reader wakes up, and gives it back
    return;
  }
  close(open_[i].is);
  open_[i] = open_[--connections];
}

static void report(void) {
  double duration = now(CLOCK_MONOTONIC) - (is_delivered ? delivered : received);
  fprintf(stderr, "END RequestId: %s\nREPORT RequestId: %s\tDuration: %.2f ms", id, id, duration);
  fprintf(stderr, "\tBilled Duration: %.0f ms\tMemory Size: %s MB", duration + 0.5,
          getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"));
  if (init >= 0 && !is_init_told) {
    fprintf(stderr, "\tInit Duration: %.2f ms", init);
    is_init_told = 1;
  }
  fputc('\n', stderr);
}

/** The answer to the event. */
static void finish(int is_error, const char *body, size_t size) {
  report();
  reply(client, "200 OK", is_error ? "X-Amz-Function-Error: Unhandled\r\nConnection: close\r\n" : "Connection: close\r\n",
        body, size);
  client = -1;
  free(event);
  event = NULL;
}

static void finish_with(const char *type, const char *message) {
  char body[512];
  int size = snprintf(body, sizeof body, "{\"errorType\":\"%s\",\"errorMessage\":\"RequestId: %s Error: %s\"}", type, id, message);
  fprintf(stderr, "RequestId: %s Error: %s\n", id, message);
  finish(1, body, (size_t)size);
}

static void stop(void) {
  if (runtime > 0) {
    kill(-runtime, SIGKILL);
    waitpid(runtime, NULL, 0);
    runtime = 0;
  }
  for (int i = connections - 1; i >= 0; i--) {
    forget(i);
  }
}

/** As process 1 of a container this is the parent of all that is left over. */
static void reap(void) {
  int status;
  for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (ended != runtime) {
      continue;
    }
    char message[64];
    kill(-runtime, SIGKILL); // what it has left
    runtime = 0;
    stop();
    if (WIFSIGNALED(status)) {
      snprintf(message, sizeof message, "Runtime exited with error: signal %d", WTERMSIG(status));
    } else {
      snprintf(message, sizeof message, "Runtime exited with error: exit status %d", WEXITSTATUS(status));
    }
    if (client < 0) {
      fprintf(stderr, "thaw: %s; the next event starts it again\n", message);
    } else if (init_error != NULL) {
      finish(1, init_error, init_error_size);
    } else {
      finish_with("Runtime.ExitError", message);
    }
  }
}

static void deliver(void) {
  if (client < 0 || asking < 0 || is_delivered) {
    return;
  }
  char headers[512];
  const char *name = getenv("AWS_LAMBDA_FUNCTION_NAME");
  snprintf(headers, sizeof headers,
           "Lambda-Runtime-Aws-Request-Id: %s\r\nLambda-Runtime-Deadline-Ms: %.0f\r\n"
           "Lambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:%.32s:012345678912:function:%.170s\r\n",
           id, now(CLOCK_REALTIME) + timeout(), value_of("AWS_REGION", "us-east-1"), name);
  int to = asking;
  asking = -1;
  if (!answer(to, "200 OK", headers, event, event_size)) {
    return; // it has closed its connection, as whoever reads that will see
  }
  is_delivered = 1;
  delivered = now(CLOCK_MONOTONIC);
}

static int is_of_this_event(const struct request *request, const char *what) {
  char wanted[128];
  snprintf(wanted, sizeof wanted, INVOCATION "%s/%s", id, what);
  return client >= 0 && is_delivered && strcmp(request->path, wanted) == 0;
}

/** Answers the runtime. */
static void serve(struct request *request) {
  static const char ok[] = "{\"status\":\"OK\"}\n";
  int connection = request->from;
  int posts = strcmp(request->method, "POST") == 0;
  if (!posts && strcmp(request->path, INVOCATION "next") == 0) {
    if (init < 0) {
      init = now(CLOCK_MONOTONIC) - begun;
    }
    asking = connection;
    return;
  }
  int responds = posts && is_of_this_event(request, "response");
  int fails = posts && is_of_this_event(request, "error");
  int fails_init = posts && strcmp(request->path, RUNTIME "init/error") == 0;
  if (request->is_too_large) {
    static const char refusal[] =
        "{\"errorType\":\"RequestEntityTooLarge\",\"errorMessage\":\"Exceeded maximum allowed payload size\"}";
    if (responds || fails) {
      finish_with("Function.ResponseSizeTooLarge", "Response payload size exceeded maximum allowed payload size");
    }
    answer(connection, TOO_LARGE, "", refusal, sizeof refusal - 1);
    return;
  }
  if (responds || fails) {
    const char *told = header(request, "Lambda-Runtime-Function-Error-Type");
    finish(fails || told != NULL || request->has_failed, request->body, request->size);
  } else if (fails_init) {
    init_error = request->body;
    init_error_size = request->size;
    request->body = NULL;
  }
  if (responds || fails || fails_init) {
    answer(connection, "202 Accepted", "", ok, sizeof ok - 1);
  } else {
    static const char unknown[] = "{\"errorType\":\"InvalidRequest\",\"errorMessage\":\"not known here\"}";
    answer(connection, "404 Not Found", "", unknown, sizeof unknown - 1);
  }
}

// ---- events ----

static void name_event(void) {
  uint8_t bytes[UUID_BYTES];
  size_t used = 0;
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) {
    fail("has no random numbers", "is the container started without them?");
  }
  bytes[6] = (uint8_t)((bytes[6] & 0x0f) | 0x40);
  bytes[8] = (uint8_t)((bytes[8] & 0x3f) | 0x80);
  for (int i = 0; i < UUID_BYTES; i++) {
    used += (size_t)snprintf(id + used, sizeof id - used, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", bytes[i]);
  }
}

static int refused(int from, const char *status, const char *why) {
  char body[128];
  int size = snprintf(body, sizeof body, "{\"message\":\"%s\"}", why);
  reply(from, status, "Connection: close\r\n", body, (size_t)size);
  return 0;
}

/** Returns whether this is the runtime. */
static int take_event(struct request *request) {
  int from = request->from;
  size_t length = request->is_whole ? strlen(request->path) : 0;
  if (!request->is_whole || strcmp(request->method, "POST") != 0 ||
      strncmp(request->path, FUNCTIONS, strlen(FUNCTIONS)) != 0 ||
      strcmp(request->path + length - strlen(INVOCATIONS), INVOCATIONS) != 0) {
    return refused(
        from, request->is_whole ? "404 Not Found" : "400 Bad Request", "this takes POST " FUNCTIONS "function" INVOCATIONS);
  }
  if (request->is_too_large) {
    return refused(from, TOO_LARGE, "an event has at most 6 MB");
  }
  client = from;
  event = request->size > 0 ? request->body : strdup("{}");
  event_size = request->size > 0 ? request->size : 2;
  if (request->size > 0) {
    request->body = NULL;
  }
  is_delivered = 0;
  received = now(CLOCK_MONOTONIC);
  name_event();
  fprintf(stderr, "START RequestId: %s Version: %s\n", id, getenv("AWS_LAMBDA_FUNCTION_VERSION"));
  return runtime == 0 && started();
}

static struct request *waiting[MOST_CLIENTS]; // events behind the one that is served, in their order
static int waits;

/** Takes the next event, if there is one and none is served; returns whether this is the runtime. */
static int take_next(void) {
  while (client < 0 && waits > 0) {
    struct request *request = waiting[0];
    memmove(waiting, waiting + 1, (size_t)--waits * sizeof *waiting);
    clients--;
    int is_runtime = take_event(request);
    free(request->body);
    free(request);
    if (is_runtime) {
      return 1;
    }
  }
  return 0;
}

/** Takes what a reader has read. */
static void take_given(void) {
  struct request *request;
  if (read(given[0], &request, sizeof request) != sizeof request) {
    return;
  }
  if (request->is_event) {
    waiting[waits++] = request;
    return;
  }
  for (int i = 0; i < connections; i++) {
    if (open_[i].is == request->from) {
      open_[i].is_read = 0;
      if (!request->is_whole || open_[i].is_ended) {
        forget(i);
      } else {
        serve(request);
      }
      break;
    }
  }
  free(request->body);
  free(request);
}

/** Returns how long to wait for something, in ms; less than 0 for ever. */
static double left(void) {
  if (client < 0) {
    return -1;
  }
  // The function was told its deadline with the event; its start has as long before that.
  double rest = (is_delivered ? delivered : received) + timeout() - now(CLOCK_MONOTONIC);
  return rest < 0 ? 0 : rest;
}

void emulate(const char *handler) {
  setenv("_HANDLER", handler, 1);
  setenv("AWS_LAMBDA_FUNCTION_NAME", "test_function", 0); // as AWS's emulator does it
  setenv("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST", 0);
  setenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "3008", 0);
  setenv("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/Functions", 0);
  setenv("AWS_LAMBDA_LOG_STREAM_NAME", "$LATEST", 0);
  setenv("LAMBDA_TASK_ROOT", "/var/task", 0);
  setenv("LAMBDA_RUNTIME_DIR", "/var/runtime", 0);
  setenv("LANG", "en_US.UTF-8", 0);
  setenv("TZ", ":UTC", 0);
  int port = atoi(value_of("THAW_EMULATOR_PORT", "8080"));
  front = listening(INADDR_ANY, port > 0 ? port : USUAL_PORT);
  api = listening(INADDR_LOOPBACK, 0);
  if (pipe2(given, O_CLOEXEC) != 0) {
    fail("has no pipe", "let the container have more open files");
  }
  sigset_t watched;
  sigset_t none;
  sigemptyset(&none);
  sigemptyset(&watched);
  struct sigaction action = {.sa_handler = on_signal};
  for (const int *each = (const int[]){SIGCHLD, SIGTERM, SIGINT, 0}; *each != 0; each++) {
    sigaddset(&watched, *each);
    sigaction(*each, &action, NULL);
  }
  sigprocmask(SIG_BLOCK, &watched, NULL);
  if (started()) {
    return;
  }
  for (;;) {
    reap();
    if (ended_by != 0) {
      stop();
      exit(SIGNALLED + ended_by);
    }
    double rest = left();
    if (client >= 0 && rest <= 0) {
      char message[64];
      snprintf(message, sizeof message, "Task timed out after %.2f seconds", timeout() / MILLIS);
      stop();
      finish_with("Sandbox.Timedout", message);
      continue;
    }
    if (take_next()) {
      return;
    }
    deliver();
    rest = left();
    struct pollfd polled[MOST_CONNECTIONS + 3];
    int count = 0;
    polled[count++] = (struct pollfd){.fd = given[0], .events = POLLIN};
    polled[count++] = (struct pollfd){.fd = connections < MOST_CONNECTIONS ? api : -1, .events = POLLIN};
    polled[count++] = (struct pollfd){.fd = clients < MOST_CLIENTS ? front : -1, .events = POLLIN};
    int first = count;
    for (int i = 0; i < connections; i++) {
      polled[count++] = (struct pollfd){.fd = open_[i].is_read ? -1 : open_[i].is, .events = POLLIN};
    }
    struct timespec wait = {.tv_sec = (time_t)(rest / MILLIS), .tv_nsec = (long)(rest - (double)(long)(rest / MILLIS) * MILLIS) * NANOS};
    if (ppoll(polled, (nfds_t)count, rest < 0 ? NULL : &wait, &none) <= 0) {
      continue;
    }
    for (int i = count - first - 1; i >= 0; i--) {
      if (polled[first + i].revents != 0) {
        open_[i].is_read = begin_reading(open_[i].is, 0);
        if (!open_[i].is_read) {
          forget(i);
        }
      }
    }
    if (polled[0].revents != 0) {
      take_given();
    }
    if (polled[1].revents != 0) {
      int made = accept4(api, NULL, NULL, SOCK_CLOEXEC);
      if (made >= 0) {
        adjust(made);
        open_[connections++] = (struct connection){.is = made};
      }
    }
    if (polled[2].revents != 0) {
      int made = accept4(front, NULL, NULL, SOCK_CLOEXEC);
      if (made >= 0) {
        adjust(made);
        if (begin_reading(made, 1)) {
          clients++;
        } else {
          close(made);
        }
      }
    }
  }
}
