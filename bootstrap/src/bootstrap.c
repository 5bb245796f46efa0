// The bootstrap of a packaged Java function: looks whether the class archive was made of exactly what
// is here, and becomes the JVM. What it goes by is the list thaw/start, which `thaw package` writes
// beside the function; in a customer-managed runtime there is another one, of the runtime alone, for
// functions that have none and for those whose own no longer holds.
//
// An archive of other classes is worse than none: JDK 25.0.3 runs the old classes of a changed jar
// without a word (JDK-8377932), and a damaged archive crashes the JVM.

#define _GNU_SOURCE
#include <limits.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <nmmintrin.h>
#define WITH_CRC __attribute__((target("sse4.2,crc32")))
#elif defined(__aarch64__)
#include <arm_acle.h>
#include <sys/auxv.h>
#define WITH_CRC __attribute__((target("crc")))
#endif

#include "emulator.h"

#define LIST "thaw/start"
#define RUNTIMES_LIST "/var/runtime/thaw/start"
#define REFUSED ".thaw-archive-refused"
#define REMEDY "make the package again with thaw package"

enum {
  MOST_LINES = 20000,
  MOST_ARGUMENTS = 256,
  REST = 8,            // arguments that follow in any case
  MOST_LIST_BYTES = 8 << 20,
  TAIL = 22 + 65535,   // a zip's last record with its longest comment
  LAST_RECORD = 22,    // the same without a comment
  OFFSET_IN_RECORD = 16,
  HEAD = 4096,
  KIB = 1024,
  HEAP_PERCENT = 85,
  HEAP_REST_MIB = 240,
  TOO_WRONG = 1,
};

struct list {
  char *kind[MOST_LINES];
  char *value[MOST_LINES];
  int lines;
};

static char root[PATH_MAX];
static char reason[2 * PATH_MAX]; // why the archive is not used; empty while it is

/** Left by a start that ended for its archive's sake; `/tmp` outlives it. */
static const char *refused(void) {
  static char marker[PATH_MAX];
  const char *folder = getenv("TMPDIR");
  snprintf(marker, sizeof marker, "%s/" REFUSED, folder == NULL ? "/tmp" : folder);
  return marker;
}

static void end(const char *what, const char *remedy) {
  fprintf(stderr, "thaw: %s; %s\n", what, remedy);
  exit(TOO_WRONG);
}

static int mismatch(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(reason, sizeof reason, format, values);
  va_end(values);
  return 0;
}

/** Names without a slash at the begin are those of the task's folder. */
static const char *path(const char *name, char buffer[PATH_MAX]) {
  if (name[0] == '/') {
    return name;
  }
  snprintf(buffer, PATH_MAX, "%s/%s", root, name);
  return buffer;
}

/** Whether this processor has the instructions for CRC-32C, which the base of neither architecture has. */
static int has_crc(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2) != 0;
#else
  return (getauxval(AT_HWCAP) & (1 << 7)) != 0; // HWCAP_CRC32
#endif
}

WITH_CRC static uint32_t crc_by_processor(const uint8_t *bytes, size_t size) {
  uint64_t sum = 0xffffffffu;
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t word;
    memcpy(&word, bytes + i, sizeof word);
#if defined(__x86_64__)
    sum = _mm_crc32_u64(sum, word);
#else
    sum = __crc32cd((uint32_t)sum, word);
#endif
  }
  for (; i < size; i++) {
#if defined(__x86_64__)
    sum = _mm_crc32_u8((uint32_t)sum, bytes[i]);
#else
    sum = __crc32cb((uint32_t)sum, bytes[i]);
#endif
  }
  return (uint32_t)sum ^ 0xffffffffu;
}

static uint32_t crc_by_table(const uint8_t *bytes, size_t size) {
  static uint32_t table[256];
  for (uint32_t i = 0; table[255] == 0 && i < 256; i++) {
    uint32_t sum = i;
    for (int bit = 0; bit < 8; bit++) {
      sum = (sum >> 1) ^ (0x82f63b78u & -(sum & 1));
    }
    table[i] = sum;
  }
  uint32_t sum = 0xffffffffu;
  for (size_t i = 0; i < size; i++) {
    sum = (sum >> 8) ^ table[(sum ^ bytes[i]) & 0xff];
  }
  return sum ^ 0xffffffffu;
}

/** CRC-32C as in RFC 3720. */
static uint32_t crc(const uint8_t *bytes, size_t size) {
  static int known;
  static int has;
  if (!known) {
    has = has_crc();
    known = 1;
  }
  return has ? crc_by_processor(bytes, size) : crc_by_table(bytes, size);
}

static int open_as(const char *name, long long size, struct stat *found) {
  char buffer[PATH_MAX];
  int file = open(path(name, buffer), O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, found) != 0) {
    if (file >= 0) {
      close(file);
    }
    mismatch("%s is missing (%s)", name, strerror(errno));
    return -1;
  }
  if (found->st_size != size) {
    close(file);
    mismatch("%s has %lld bytes and not %lld", name, (long long)found->st_size, size);
    return -1;
  }
  return file;
}

static int is_sum(const char *name, uint32_t sum, uint32_t wanted) {
  return sum == wanted ? 1 : mismatch("%s is another one than it was made of", name);
}

/** The whole file. */
static int is_same_file(const char *name, long long size, uint32_t wanted) {
  struct stat found;
  int file = open_as(name, size, &found);
  if (file < 0) {
    return 0;
  }
  const uint8_t *bytes = size == 0 ? NULL : mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (bytes == MAP_FAILED) {
    return mismatch("%s cannot be read (%s)", name, strerror(errno));
  }
  uint32_t sum = crc(bytes, (size_t)size);
  if (bytes != NULL) {
    munmap((void *)bytes, (size_t)size);
  }
  return is_sum(name, sum, wanted);
}

/** Where a zip's last record is, looked for among its last bytes; -1 where it is not. */
static off_t last_record(int file, long long size, size_t most) {
  static uint8_t tail[TAIL];
  size_t length = size < (long long)most ? (size_t)size : most;
  if (pread(file, tail, length, size - (off_t)length) == (ssize_t)length) {
    for (long at = (long)length - LAST_RECORD; at >= 0; at--) {
      if (memcmp(tail + at, "PK\5\6", 4) == 0) {
        return size - (off_t)length + at;
      }
    }
  }
  return -1;
}

/**
 * A jar's central directory, which has name, size and CRC-32 of every entry: some hundred bytes an
 * entry in place of all. The JVM wants the time, too.
 */
static int is_same_jar(const char *name, long long size, long long modified, uint32_t wanted) {
  struct stat found;
  int file = open_as(name, size, &found);
  if (file < 0) {
    return 0;
  }
  if (found.st_mtime != modified) {
    close(file);
    return mismatch("%s has another time than the archive has of it", name);
  }
  // Few zips have a comment behind their last record.
  off_t record = last_record(file, size, LAST_RECORD);
  record = record < 0 ? last_record(file, size, TAIL) : record;
  uint32_t offset;
  if (record >= 0
      && pread(file, &offset, sizeof offset, record + OFFSET_IN_RECORD) == sizeof offset) {
    size_t rest = offset <= size ? (size_t)(size - offset) : 0;
    uint8_t *bytes = malloc(rest + 1);
    int read = bytes != NULL && pread(file, bytes, rest, offset) == (ssize_t)rest;
    int same = read ? is_sum(name, crc(bytes, rest), wanted) : mismatch("%s cannot be read", name);
    free(bytes);
    close(file);
    return same;
  }
  close(file);
  return mismatch("%s is no jar", name);
}

/** Its size and its first page: of what says there which build it is. */
static int is_same_head(const char *name, long long size, uint32_t wanted) {
  struct stat found;
  uint8_t page[HEAD];
  int file = open_as(name, size, &found);
  if (file < 0) {
    return 0;
  }
  ssize_t length = pread(file, page, sizeof page, 0);
  close(file);
  return length < 0 ? mismatch("%s cannot be read (%s)", name, strerror(errno))
                    : is_sum(name, crc(page, (size_t)length), wanted);
}

/** As many jars as then: each of them is looked at by itself. */
static int has_jars(const char *name, int wanted) {
  char buffer[PATH_MAX];
  DIR *folder = opendir(path(name, buffer));
  int jars = 0;
  for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
    size_t length = strlen(entry->d_name);
    jars += length > 4 && strcmp(entry->d_name + length - 4, ".jar") == 0;
  }
  if (folder != NULL) {
    closedir(folder);
  }
  return jars == wanted ? 1 : mismatch("%s has %d jars and not %d", name, jars, wanted);
}

static int is_machine(const char *wanted) {
  struct utsname name;
  uname(&name);
  return strcmp(name.machine, wanted) == 0
             ? 1
             : mismatch("it was made on %s, this is %s", wanted, name.machine);
}

/** Options that the JVM takes from there: agents, collectors, everything. */
static int is_variable(char *line) {
  char *value = strchr(line, ' ');
  if (value != NULL) {
    *value++ = 0;
  }
  const char *found = getenv(line);
  return strcmp(found == NULL ? "" : found, value == NULL ? "" : value) == 0
             ? 1
             : mismatch("%s is \"%s\" and was \"%s\"", line, found == NULL ? "" : found,
                        value == NULL ? "" : value);
}

static int is_same(const char *kind, char *value) {
  long long size;
  long long modified;
  uint32_t sum;
  int jars;
  int at = 0;
  if (strcmp(kind, "machine") == 0) {
    return is_machine(value);
  }
  if (strcmp(kind, "variable") == 0) {
    return is_variable(value);
  }
  if (strcmp(kind, "root") == 0) {
    return strcmp(value, root) == 0 ? 1 : mismatch("it was made for %s, this is %s", value, root);
  }
  if (strcmp(kind, "jars") == 0 && sscanf(value, "%d %n", &jars, &at) == 1 && at > 0) {
    return has_jars(value + at, jars);
  }
  if (strcmp(kind, "file") == 0 && sscanf(value, "%lld %x %n", &size, &sum, &at) == 2 && at > 0) {
    return is_same_file(value + at, size, sum);
  }
  if (strcmp(kind, "head") == 0 && sscanf(value, "%lld %x %n", &size, &sum, &at) == 2 && at > 0) {
    return is_same_head(value + at, size, sum);
  }
  if (strcmp(kind, "jar") == 0
      && sscanf(value, "%lld %lld %x %n", &size, &modified, &sum, &at) == 3 && at > 0) {
    return is_same_jar(value + at, size, modified, sum);
  }
  return 1; // no fact to be checked
}

/**
 * The archive itself: megabytes, which another process reads while the JVM starts. It ends the JVM
 * long before that has run the function's code, and the next start does without.
 */
static void watch(const char *name, long long size, uint32_t sum) {
  int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
  pid_t first = self < 0 ? -1 : fork();
  if (first < 0) {
    if (!is_same_file(name, size, sum)) { // slower, and as safe
      return;
    }
  }
  if (first == 0) {
    if (fork() != 0) {
      _exit(0); // so that nobody has to wait for the other one
    }
    if (!is_same_file(name, size, sum)) {
      int marker = open(refused(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
      if (marker >= 0) {
        close(marker);
      }
      fprintf(stderr, "thaw: ended before the function began: its class archive is damaged: %s; %s\n",
              reason, REMEDY);
      syscall(SYS_pidfd_send_signal, self, SIGKILL, NULL, 0);
    }
    _exit(0);
  }
  if (first > 0) {
    waitpid(first, NULL, 0);
  }
  if (self >= 0) {
    close(self);
  }
}

/** The last line is the sum of those before: nobody has changed an option or the order of jars. */
static void check_sum(const char *name, char *text, size_t size) {
  uint32_t sum;
  char *last = size < 2 ? NULL : memrchr(text, '\n', size - 1);
  if (last == NULL || sscanf(last + 1, "sum %x", &sum) != 1
      || crc((uint8_t *)text, (size_t)(last + 1 - text)) != sum) {
    mismatch("the list %s was changed", name);
  }
}

static int has_list(const char *name) {
  char buffer[PATH_MAX];
  return access(path(name, buffer), F_OK) == 0;
}

static void read_list(const char *name, struct list *list) {
  char buffer[PATH_MAX];
  int file = open(path(name, buffer), O_RDONLY | O_CLOEXEC);
  struct stat found;
  if (file < 0 || fstat(file, &found) != 0 || found.st_size > MOST_LIST_BYTES) {
    end("there is no list " LIST " beside the function", REMEDY);
  }
  char *text = malloc((size_t)found.st_size + 1);
  if (text == NULL || read(file, text, (size_t)found.st_size) != found.st_size) {
    end("the list " LIST " cannot be read", REMEDY);
  }
  close(file);
  text[found.st_size] = 0;
  check_sum(name, text, (size_t)found.st_size);
  char *rest = text;
  for (char *line; (line = strsep(&rest, "\n")) != NULL && list->lines < MOST_LINES;) {
    if (line[0] == 0) {
      continue;
    }
    char *value = strchr(line, ' ');
    if (value == NULL) {
      end("the list " LIST " is damaged", REMEDY);
    }
    *value++ = 0;
    list->kind[list->lines] = line;
    list->value[list->lines++] = value;
  }
  if (list->lines == 0 || strcmp(list->kind[0], "thaw-start") != 0
      || strcmp(list->value[0], "1") != 0) {
    end("the list " LIST " is of another version of Thaw", REMEDY);
  }
}

static const char *value(const struct list *list, const char *kind) {
  for (int i = 0; i < list->lines; i++) {
    if (strcmp(list->kind[i], kind) == 0) {
      return list->value[i];
    }
  }
  return NULL;
}

static void check(struct list *list) {
  if (reason[0] != 0) {
    return;
  }
  if (access(refused(), F_OK) == 0) {
    mismatch("it was damaged when this environment started before");
    return;
  }
  for (int i = 0; i < list->lines; i++) {
    if (!is_same(list->kind[i], list->value[i])) {
      return;
    }
  }
}

/** Joined by colons. */
static char *joined(const struct list *list, const char *kind, const char *further) {
  static char joined[1 << 20];
  static size_t used;
  char buffer[PATH_MAX];
  char *begin = joined + used;
  for (int i = 0; i < list->lines; i++) {
    if (strcmp(list->kind[i], kind) == 0 || strcmp(list->kind[i], further) == 0) {
      const char *name = path(list->value[i], buffer);
      if (used + strlen(name) + 2 > sizeof joined) {
        end("the class path is too long", REMEDY);
      }
      used += (size_t)sprintf(joined + used, "%s%s", joined + used == begin ? "" : ":", name);
    }
  }
  return begin;
}

/** As the managed runtimes do it: 85 % of the memory size, or all but 240 MB where that is more. */
static char *heap(void) {
  static char option[64];
  const char *size = getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE");
  long long mebibytes = size == NULL ? 0 : atoll(size);
  if (mebibytes <= 0) {
    return NULL;
  }
  long long share = mebibytes * KIB * HEAP_PERCENT / 100;
  long long rest = (mebibytes - HEAP_REST_MIB) * KIB;
  snprintf(option, sizeof option, "-XX:MaxHeapSize=%lldk", share > rest ? share : rest);
  return option;
}

/** What the machine shows, however little time of it a function gets. */
static char *processors(void) {
  static char option[64];
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) {
    return NULL;
  }
  snprintf(option, sizeof option, "-XX:ActiveProcessorCount=%d", CPU_COUNT(&set));
  return option;
}

/** Whether the archive may be used; else there is a reason. */
static int archive_holds(struct list *list) {
  const char *archive = value(list, "archive");
  long long size;
  uint32_t sum;
  int at = 0;
  if (archive == NULL) {
    return 0;
  }
  if (sscanf(archive, "%lld %x %n", &size, &sum, &at) != 2 || at == 0) {
    end("the list " LIST " is damaged", REMEDY);
  }
  check(list);
  struct stat found;
  int file = reason[0] == 0 ? open_as(archive + at, size, &found) : -1;
  if (file < 0) {
    return 0;
  }
  close(file);
  watch(archive + at, size, sum);
  return reason[0] == 0;
}

static void tell_reason(const char *whose) {
  if (reason[0] != 0) {
    fprintf(stderr, "thaw: starts without its class archive%s: %s; %s\n", whose, reason, REMEDY);
  }
  reason[0] = 0;
}

/** The list to start by, and whether its archive may be used. */
static struct list *choose(int *archived) {
  static struct list own;
  static struct list of_runtime;
  if (has_list(LIST) || !has_list(RUNTIMES_LIST)) {
    read_list(LIST, &own);
    *archived = archive_holds(&own);
    if (*archived || !has_list(RUNTIMES_LIST)) {
      tell_reason("");
      return &own;
    }
    tell_reason(", from the runtime's alone");
  }
  read_list(RUNTIMES_LIST, &of_runtime);
  *archived = archive_holds(&of_runtime);
  tell_reason(" of the runtime");
  return &of_runtime;
}

/**
 * The script that gets the whole command and may change it. Only managed runtimes start it; in all
 * others that is left to the bootstrap.
 */
static char *wrapper(void) {
  char *name = getenv("AWS_LAMBDA_EXEC_WRAPPER");
  if (name == NULL || name[0] == 0) {
    return NULL;
  }
  if (access(name, X_OK) != 0) {
    snprintf(reason, sizeof reason, "%s of AWS_LAMBDA_EXEC_WRAPPER does not start (%s)", name,
             strerror(errno));
    end(reason, "add the layer that has it, or leave the variable out");
  }
  return name;
}

/** The one that is written in a training run: of the function where it has a list. */
static struct list *choose_to_train(void) {
  static struct list list;
  read_list(has_list(LIST) ? LIST : RUNTIMES_LIST, &list);
  return &list;
}

static void add_lines(char **command, int *count, const char *lines) {
  char *rest = strdup(lines);
  for (char *line; (line = strsep(&rest, "\n")) != NULL && *count < MOST_ARGUMENTS - REST;) {
    if (line[0] != 0) {
      command[(*count)++] = line;
    }
  }
}

int main(int given_count, char **given_words) {
  static char *command[MOST_ARGUMENTS];
  static char java[PATH_MAX];
  static char option[PATH_MAX + 32];
  char buffer[PATH_MAX];
  const char *task = getenv("LAMBDA_TASK_ROOT");
  int trains = getenv("THAW_TRAINING") != NULL;
  /* The command of a container image, else as in every other runtime. */
  char *handler = given_count > 1 ? given_words[1] : getenv("_HANDLER");
  snprintf(root, sizeof root, "%s", task == NULL ? "/var/task" : task);
  const char *host = getenv("AWS_LAMBDA_RUNTIME_API");
  if (handler != NULL && !trains && (host == NULL || host[0] == 0)) {
    emulate(handler); // docker run
  }
  int archived = 1;
  struct list *list = trains ? choose_to_train() : choose(&archived);
  const char *named = value(list, "java");
  const char *start = value(list, "main");
  if (named == NULL || start == NULL || handler == NULL) {
    end(handler == NULL ? "no handler is named in _HANDLER" : "the list " LIST " is damaged", REMEDY);
  }
  int count = 0;
  char *wrapped = wrapper();
  if (wrapped != NULL) {
    command[count++] = wrapped;
  }
  /* Of who starts it on a machine of another kind: the program that emulates this one, and its options, one a line. */
  const char *emulator = getenv("THAW_EMULATOR");
  if (emulator != NULL) {
    add_lines(command, &count, emulator);
  }
  snprintf(java, sizeof java, "%s", path(named, buffer));
  command[count++] = java;
  char *sizes[] = {heap(), processors()};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (sizes[i] != NULL) {
      command[count++] = sizes[i];
    }
  }
  for (int i = 0; i < list->lines && count < MOST_ARGUMENTS - REST; i++) {
    if (strcmp(list->kind[i], "option") == 0) {
      command[count++] = list->value[i];
    }
  }
  /* Of who looks into the JVM, one a line. */
  const char *further = getenv("THAW_JVM_OPTIONS");
  if (further != NULL) {
    add_lines(command, &count, further);
  }
  if (archived && !trains) {
    int at = 0;
    sscanf(value(list, "archive"), "%*d %*x %n", &at);
    snprintf(option, sizeof option, "-XX:%s=%s",
             value(list, "form") == NULL ? "AOTCache" : "SharedArchiveFile",
             path(value(list, "archive") + at, buffer));
    command[count++] = option;
  }
  command[count++] = "-classpath";
  // Without its archive the client finds the function's code by itself, whatever is there now.
  command[count++] = joined(list, "client", archived ? "function" : "client");
  command[count++] = (char *)start;
  command[count++] = handler;
  execv(command[0], command);
  snprintf(reason, sizeof reason, "%s does not start (%s)", command[0], strerror(errno));
  end(reason, wrapped == NULL ? "is the package for another architecture?"
                              : "is there what its first line names, such as a shell?");
}
