package thaw.sandbox.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Calls of Linux for namespaces, pipes, files and processes that are not our children. */
public final class Syscalls {
  /** The flag of mount namespaces in {@code linux/sched.h}. */
  static final int CLONE_NEWNS = 0x00020000;

  private static final int CLONE_FS = 0x00000200;

  /** The number of the call in asm-generic; the same on x86-64 and arm64. */
  private static final int SYS_PIDFD_OPEN = 434;

  private static final int O_RDONLY = 0;
  private static final int O_CLOEXEC = 0x80000;
  private static final int O_NONBLOCK = 0x800;
  private static final int O_PATH = 0x200000;

  /** The flag, whose value on arm64 is not that of asm-generic. */
  private static final int O_NOFOLLOW =
      System.getProperty("os.arch").equals("aarch64") ? 0x8000 : 0x20000;

  private static final int F_SETFL = 4;
  private static final int PR_SET_SECCOMP = 22;
  private static final long SECCOMP_MODE_FILTER = 2;
  private static final int EAGAIN = 11;
  private static final int EINTR = 4;
  private static final int EFAULT = 14;
  private static final short POLLIN = 1;
  private static final int POLLFD_BYTES = 8;

  private static final MethodHandle OPEN =
      Libc.variadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle CLOSE = Libc.function("close", JAVA_INT);
  private static final MethodHandle PIPE2 = Libc.function("pipe2", ADDRESS, JAVA_INT);
  private static final MethodHandle SETNS = Libc.function("setns", JAVA_INT, JAVA_INT);
  private static final MethodHandle UNSHARE = Libc.function("unshare", JAVA_INT);
  private static final MethodHandle FCNTL =
      Libc.variadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle MOUNT =
      Libc.function("mount", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
  private static final MethodHandle PRCTL =
      Libc.variadic("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle POLL = Libc.function("poll", ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle READ = Libc.longFunction("read", JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle WRITE =
      Libc.longFunction("write", JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle SYSCALL =
      Libc.variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT);

  private Syscalls() {}

  private interface Call {
    long make(MemorySegment state, Arena arena) throws Throwable;
  }

  /** The result, or an exception that names the call and the error's number. */
  private static long checked(String what, Call call) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      long result = call.make(state, arena);
      if (result < 0) {
        throw new IOException(what + ": errno " + Libc.errno(state));
      }
      return result;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(what, e);
    }
  }

  private static int open(Path path) throws IOException {
    return open(path, O_RDONLY | O_CLOEXEC);
  }

  private static int open(Path path, int flags) throws IOException {
    return (int)
        checked(
            "open " + path,
            (state, arena) ->
                (int) OPEN.invokeExact(state, arena.allocateFrom(path.toString()), flags, 0));
  }

  /**
   * A descriptor of the file itself, of whatever kind, that nothing can be read from: no device is
   * opened and no FIFO waited for.
   *
   * @param followed whether a symbolic link is followed; else the descriptor is the link's
   */
  public static int openPath(Path path, boolean followed) throws IOException {
    return open(path, O_PATH | O_CLOEXEC | (followed ? 0 : O_NOFOLLOW));
  }

  public static void close(int descriptor) {
    try {
      checked("close", (state, _) -> (int) CLOSE.invokeExact(state, descriptor));
    } catch (IOException e) {
      throw new IllegalStateException("closed twice: " + descriptor, e);
    }
  }

  /**
   * Returns whether system calls can be filtered, as seccomp(2) has it found out: with no filter a
   * kernel that knows filters cannot read it (EFAULT), and any other knows no such mode (EINVAL).
   */
  public static boolean canFilterCalls() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      int result =
          (int) PRCTL.invokeExact(state, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, MemorySegment.NULL);
      return result < 0 && Libc.errno(state) == EFAULT;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("prctl", e);
    }
  }

  /** The read end, which does not block, and the write end, which does; closed by an exec. */
  public static int[] pipe() throws IOException {
    int[] ends = new int[2];
    checked(
        "pipe",
        (state, arena) -> {
          MemorySegment pair = arena.allocate(JAVA_INT, 2);
          int result = (int) PIPE2.invokeExact(state, pair, O_CLOEXEC);
          ends[0] = pair.getAtIndex(JAVA_INT, 0);
          ends[1] = pair.getAtIndex(JAVA_INT, 1);
          return result;
        });
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return ends;
  }

  public static void fcntl(int descriptor, int command, int argument) throws IOException {
    checked("fcntl", (state, _) -> (int) FCNTL.invokeExact(state, descriptor, command, argument));
  }

  /**
   * Reads what there is now, {@code most} bytes at most. It is empty when there is nothing or no
   * writer.
   */
  public static byte[] read(int descriptor, int most) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      MemorySegment buffer = arena.allocate(most);
      long read = (long) READ.invokeExact(state, descriptor, buffer, (long) most);
      int error = read < 0 ? Libc.errno(state) : 0;
      if (error != 0 && error != EAGAIN && error != EINTR) {
        throw new IOException("read: errno " + error);
      }
      return read <= 0 ? new byte[0] : buffer.asSlice(0, read).toArray(JAVA_BYTE);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("read", e);
    }
  }

  static void writeByte(int descriptor) {
    try {
      checked(
          "write",
          (state, arena) -> (long) WRITE.invokeExact(state, descriptor, arena.allocate(1), 1L));
    } catch (IOException e) {
      // Full: whoever reads it has been told already.
    }
  }

  /** A descriptor that becomes readable when the process ends. */
  public static int pidDescriptor(long pid) throws IOException {
    return (int)
        checked(
            "pidfd_open " + pid,
            (state, _) -> (long) SYSCALL.invokeExact(state, (long) SYS_PIDFD_OPEN, (int) pid, 0));
  }

  /** Waits until one of them is readable or has been closed at its other end. */
  static boolean[] awaitReadable(int[] descriptors, int timeoutMillis) throws IOException {
    boolean[] readable = new boolean[descriptors.length];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      MemorySegment polled = arena.allocate((long) POLLFD_BYTES * descriptors.length, 4);
      for (int i = 0; i < descriptors.length; i++) {
        polled.set(JAVA_INT, (long) POLLFD_BYTES * i, descriptors[i]);
        polled.set(JAVA_SHORT, (long) POLLFD_BYTES * i + 4, POLLIN);
      }
      int result = (int) POLL.invokeExact(state, polled, (long) descriptors.length, timeoutMillis);
      if (result < 0) {
        if (Libc.errno(state) == EINTR) {
          return readable;
        }
        throw new IOException("poll: errno " + Libc.errno(state));
      }
      for (int i = 0; i < descriptors.length; i++) {
        readable[i] = polled.get(JAVA_SHORT, (long) POLLFD_BYTES * i + 6) != 0;
      }
      return readable;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("poll", e);
    }
  }

  /** Moves the calling thread, which must be a platform thread that ends soon, for good. */
  static void enter(Path namespace, int kind) throws IOException {
    if (kind == CLONE_NEWNS) {
      // A thread that shares its root and working folder with others cannot change them.
      checked("unshare", (state, _) -> (int) UNSHARE.invokeExact(state, CLONE_FS));
    }
    int descriptor = open(namespace);
    try {
      checked("setns " + namespace, (state, _) -> (int) SETNS.invokeExact(state, descriptor, kind));
    } finally {
      close(descriptor);
    }
  }

  /** mount(2), in the mount namespace of the calling thread. */
  public static void mount(String source, String target, String type, long flags, String data)
      throws IOException {
    checked(
        "mount " + source + " at " + target,
        (state, arena) ->
            (int)
                MOUNT.invokeExact(
                    state,
                    arena.allocateFrom(source),
                    arena.allocateFrom(target),
                    arena.allocateFrom(type),
                    flags,
                    arena.allocateFrom(data)));
  }
}
