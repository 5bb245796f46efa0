package thaw.sandbox.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A child process that inherits descriptors of ours, which {@link ProcessBuilder} closes in every
 * child. Started by {@code posix_spawn}, which is safe in a program with threads: the child shares
 * our memory only until it has become its program, and runs no Java meanwhile.
 *
 * @see <a href="https://man7.org/linux/man-pages/man3/posix_spawn.3.html">posix_spawn(3)</a>
 */
public final class SpawnedProcess {
  /** The child's number of the first inherited descriptor. */
  public static final int FIRST_INHERITED = 3;

  /** Room for glibc's and musl's {@code posix_spawn_file_actions_t} and attributes. */
  private static final long STRUCT_BYTES = 1024;

  private static final long SIGSET_BYTES = 128;
  private static final short POSIX_SPAWN_SETSIGDEF = 0x04;
  private static final short POSIX_SPAWN_SETSIGMASK = 0x08;
  private static final short POSIX_SPAWN_SETSID = 0x80;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int O_RDONLY = 0;
  private static final int O_WRONLY_CREAT_APPEND = 0x1 | 0x40 | 0x400;
  private static final int OWNER_ONLY = 0600;
  private static final int WNOHANG = 1;
  private static final int ABOVE_ALL_INHERITED = 64;
  private static final int MARGIN = 64;
  private static final int SIGNAL_BASE = 128;

  private static final MethodHandle SPAWN = libc("posix_spawnp", 6, 6);
  private static final MethodHandle ACTIONS_INIT = libc("posix_spawn_file_actions_init", 1, 1);
  private static final MethodHandle ACTIONS_DESTROY =
      libc("posix_spawn_file_actions_destroy", 1, 1);
  private static final MethodHandle ADD_DUP2 = libc("posix_spawn_file_actions_adddup2", 1, 3);
  private static final MethodHandle ADD_CLOSE = libc("posix_spawn_file_actions_addclose", 1, 2);

  /**
   * The function that has a child close all descriptors from one on; empty before glibc 2.34, and
   * in musl.
   */
  private static final Optional<MethodHandle> ADD_CLOSE_FROM =
      Linker.nativeLinker()
          .defaultLookup()
          .find("posix_spawn_file_actions_addclosefrom_np")
          .map(_ -> libc("posix_spawn_file_actions_addclosefrom_np", 1, 2));

  private static final MethodHandle ADD_OPEN =
      Libc.function(
          "posix_spawn_file_actions_addopen", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle ATTRIBUTES_INIT = libc("posix_spawnattr_init", 1, 1);
  private static final MethodHandle ATTRIBUTES_DESTROY = libc("posix_spawnattr_destroy", 1, 1);
  private static final MethodHandle SET_SIGDEFAULT = libc("posix_spawnattr_setsigdefault", 2, 2);
  private static final MethodHandle SET_SIGMASK = libc("posix_spawnattr_setsigmask", 2, 2);
  private static final MethodHandle SIGFILLSET = libc("sigfillset", 1, 1);
  private static final MethodHandle SIGEMPTYSET = libc("sigemptyset", 1, 1);
  private static final MethodHandle SET_FLAGS =
      Libc.function("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
  private static final MethodHandle FCNTL =
      Libc.variadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle CLOSE = libc("close", 0, 1);
  private static final MethodHandle WAITPID = Libc.function("waitpid", JAVA_INT, ADDRESS, JAVA_INT);

  private final long pid;
  private final CompletableFuture<Integer> exit;

  private SpawnedProcess(long pid) {
    this.pid = pid;
    // The JDK waits for a child that it has not started without taking its status; we take it.
    this.exit =
        ProcessHandle.of(pid)
            .map(handle -> handle.onExit().thenApply(_ -> reap(pid)))
            .orElseThrow(() -> new IllegalStateException("no child of ours: " + pid));
  }

  /** A function that returns an int, of so many pointers followed by ints. */
  private static MethodHandle libc(String name, int pointers, int arguments) {
    ValueLayout[] layouts = new ValueLayout[arguments];
    for (int i = 0; i < arguments; i++) {
      layouts[i] = i < pointers ? ADDRESS : JAVA_INT;
    }
    return Libc.function(name, layouts);
  }

  /**
   * Starts it as leader of a session of its own, with nothing on its standard input.
   *
   * @param command found in our PATH
   * @param environment all of its variables
   * @param output gets what it writes to standard output and standard error, appended
   * @param inherited descriptors of ours, which become {@link #FIRST_INHERITED} and following; no
   *     other is inherited
   */
  public static SpawnedProcess start(
      List<String> command, Map<String, String> environment, Path output, List<Integer> inherited)
      throws IOException {
    List<Integer> copies = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      MemorySegment actions = arena.allocate(STRUCT_BYTES, Long.BYTES);
      MemorySegment attributes = arena.allocate(STRUCT_BYTES, Long.BYTES);
      require((int) ACTIONS_INIT.invokeExact(state, actions), "file actions");
      require((int) ATTRIBUTES_INIT.invokeExact(state, attributes), "spawn attributes");
      try {
        open(state, actions, 0, arena.allocateFrom("/dev/null"), O_RDONLY);
        open(state, actions, 1, arena.allocateFrom(output.toString()), O_WRONLY_CREAT_APPEND);
        require((int) ADD_DUP2.invokeExact(state, actions, 1, 2), "dup2");
        int next = FIRST_INHERITED;
        for (int descriptor : inherited) {
          // From a high copy: no dup2 can overwrite one that a later dup2 needs.
          int copy =
              (int) FCNTL.invokeExact(state, descriptor, F_DUPFD_CLOEXEC, ABOVE_ALL_INHERITED);
          Libc.check(copy, state, "fcntl(" + descriptor + ", F_DUPFD_CLOEXEC)");
          copies.add(copy);
          require((int) ADD_DUP2.invokeExact(state, actions, copy, next), "dup2");
          next++;
        }
        closeFrom(state, actions, next);
        signals(arena, state, attributes);
        MemorySegment pid = arena.allocate(JAVA_INT);
        MemorySegment program = arena.allocateFrom(command.getFirst());
        MemorySegment argv = strings(arena, command);
        MemorySegment envp =
            strings(
                arena,
                environment.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .toList());
        require(
            (int) SPAWN.invokeExact(state, pid, program, actions, attributes, argv, envp),
            command.getFirst());
        return new SpawnedProcess(pid.get(JAVA_INT, 0));
      } finally {
        int freed = (int) ACTIONS_DESTROY.invokeExact(state, actions);
        freed |= (int) ATTRIBUTES_DESTROY.invokeExact(state, attributes);
        for (int copy : copies) {
          freed |= (int) CLOSE.invokeExact(state, copy);
        }
        assert freed == 0 : "what was made above can be freed";
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("posix_spawn", e);
    }
  }

  private static void open(
      MemorySegment state, MemorySegment actions, int descriptor, MemorySegment path, int flags)
      throws Throwable {
    require(
        (int) ADD_OPEN.invokeExact(state, actions, descriptor, path, flags, OWNER_ONLY), "open");
  }

  /**
   * Has the child close each descriptor from the first on; without the libc's own way, each that is
   * open now, and some that others may be opening.
   */
  private static void closeFrom(MemorySegment state, MemorySegment actions, int first)
      throws Throwable {
    if (ADD_CLOSE_FROM.isPresent()) {
      MethodHandle all = ADD_CLOSE_FROM.get();
      require((int) all.invokeExact(state, actions, first), "closefrom");
      return;
    }
    int last = first;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : open) {
        last = Math.max(last, Integer.parseInt(descriptor.getFileName().toString()));
      }
    }
    for (int descriptor = first; descriptor <= last + MARGIN; descriptor++) {
      require((int) ADD_CLOSE.invokeExact(state, actions, descriptor), "close");
    }
  }

  /** Sets the signals as a shell's child has them, not as a thread of the JVM. */
  private static void signals(Arena arena, MemorySegment state, MemorySegment attributes)
      throws Throwable {
    MemorySegment signals = arena.allocate(SIGSET_BYTES, Long.BYTES);
    require((int) SIGFILLSET.invokeExact(state, signals), "sigfillset");
    require((int) SET_SIGDEFAULT.invokeExact(state, attributes, signals), "setsigdefault");
    require((int) SIGEMPTYSET.invokeExact(state, signals), "sigemptyset");
    require((int) SET_SIGMASK.invokeExact(state, attributes, signals), "setsigmask");
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID;
    require((int) SET_FLAGS.invokeExact(state, attributes, flags), "setflags");
  }

  private static MemorySegment strings(Arena arena, List<String> strings) {
    MemorySegment array = arena.allocate(ADDRESS, strings.size() + 1L);
    for (int i = 0; i < strings.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(strings.get(i)));
    }
    return array;
  }

  /** These functions return the error's number. */
  private static void require(int error, String what) throws IOException {
    if (error != 0) {
      throw new IOException("posix_spawn: " + what + ": " + Libc.message(error));
    }
  }

  public long pid() {
    return pid;
  }

  /** Completes with the exit code, 128 + n for signal n. */
  public CompletableFuture<Integer> exit() {
    return exit;
  }

  /** Kills it and what is in its process group. */
  public void kill() {
    if (!exit.isDone()) { // not reaped: the number is still its own
      Native.kill(-pid, Native.SIGKILL);
    }
  }

  private static int reap(long pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(JAVA_INT);
      int reaped = (int) WAITPID.invokeExact(Libc.state(arena), (int) pid, status, WNOHANG);
      if (reaped != pid) {
        throw new IllegalStateException("waitpid(" + pid + ") gave " + reaped);
      }
      int word = status.get(JAVA_INT, 0);
      int signal = word & 0x7f;
      return signal == 0 ? word >> 8 & 0xff : SIGNAL_BASE + signal;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("waitpid(" + pid + ")", e);
    }
  }
}
