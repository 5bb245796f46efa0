package thaw.sandbox.kernel;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/** Calls of Linux for namespaces, pipes, files and processes that are not our children. */
public final class Syscalls {
  /** From {@code linux/sched.h}. */
  static final int CLONE_NEWNS = 0x00020000;

  private static final int CLONE_FS = 0x00000200;

  /** From asm-generic; the same on x86-64 and arm64. */
  private static final int SYS_PIDFD_OPEN = 434;

  private static final int O_RDONLY = 0;
  private static final int O_CLOEXEC = 0x80000;
  private static final int O_NONBLOCK = 0x800;
  private static final int O_PATH = 0x200000;

  /** Not in asm-generic's place on arm64. */
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

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle OPEN = variadic("open", 2, address(), integer(), integer());
  private static final MethodHandle CLOSE = call("close", integer());
  private static final MethodHandle PIPE2 = call("pipe2", address(), integer());
  private static final MethodHandle SETNS = call("setns", integer(), integer());
  private static final MethodHandle UNSHARE = call("unshare", integer());
  private static final MethodHandle FCNTL = variadic("fcntl", 2, integer(), integer(), integer());
  private static final MethodHandle MOUNT =
      call("mount", address(), address(), address(), ValueLayout.JAVA_LONG, address());
  private static final MethodHandle PRCTL =
      variadic("prctl", 1, integer(), ValueLayout.JAVA_LONG, address());
  private static final MethodHandle POLL =
      call("poll", address(), ValueLayout.JAVA_LONG, integer());
  private static final MethodHandle READ = transfer("read");
  private static final MethodHandle WRITE = transfer("write");
  private static final MethodHandle SYSCALL =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("syscall"),
          FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, integer(), integer()),
          Linker.Option.firstVariadicArg(1),
          Linker.Option.captureCallState("errno"));

  private Syscalls() {}

  private static ValueLayout integer() {
    return ValueLayout.JAVA_INT;
  }

  private static ValueLayout address() {
    return ValueLayout.ADDRESS;
  }

  private static MethodHandle call(String name, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(integer(), arguments),
        Linker.Option.captureCallState("errno"));
  }

  private static MethodHandle variadic(String name, int from, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(integer(), arguments),
        Linker.Option.firstVariadicArg(from),
        Linker.Option.captureCallState("errno"));
  }

  private static MethodHandle transfer(String name) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_LONG, integer(), address(), ValueLayout.JAVA_LONG),
        Linker.Option.captureCallState("errno"));
  }

  private interface Call {
    long make(MemorySegment state, Arena arena) throws Throwable;
  }

  /** The result, or an exception that names the call and the error's number. */
  private static long checked(String what, Call call) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long result = call.make(state, arena);
      if (result < 0) {
        throw new IOException(what + ": errno " + (int) ERRNO.get(state, 0L));
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
   * Whether system calls can be filtered, as seccomp(2) has it found out: with no filter a kernel
   * that knows filters cannot read it (EFAULT), and any other knows no such mode (EINVAL).
   */
  public static boolean canFilterCalls() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int result =
          (int) PRCTL.invokeExact(state, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, MemorySegment.NULL);
      return result < 0 && (int) ERRNO.get(state, 0L) == EFAULT;
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
          MemorySegment pair = arena.allocate(ValueLayout.JAVA_INT, 2);
          int result = (int) PIPE2.invokeExact(state, pair, O_CLOEXEC);
          ends[0] = pair.getAtIndex(ValueLayout.JAVA_INT, 0);
          ends[1] = pair.getAtIndex(ValueLayout.JAVA_INT, 1);
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
      MemorySegment state = arena.allocate(STATE);
      MemorySegment buffer = arena.allocate(most);
      long read = (long) READ.invokeExact(state, descriptor, buffer, (long) most);
      int error = read < 0 ? (int) ERRNO.get(state, 0L) : 0;
      if (error != 0 && error != EAGAIN && error != EINTR) {
        throw new IOException("read: errno " + error);
      }
      return read <= 0 ? new byte[0] : buffer.asSlice(0, read).toArray(ValueLayout.JAVA_BYTE);
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
      MemorySegment state = arena.allocate(STATE);
      MemorySegment polled = arena.allocate((long) POLLFD_BYTES * descriptors.length, 4);
      for (int i = 0; i < descriptors.length; i++) {
        polled.set(ValueLayout.JAVA_INT, (long) POLLFD_BYTES * i, descriptors[i]);
        polled.set(ValueLayout.JAVA_SHORT, (long) POLLFD_BYTES * i + 4, POLLIN);
      }
      int result = (int) POLL.invokeExact(state, polled, (long) descriptors.length, timeoutMillis);
      if (result < 0) {
        if ((int) ERRNO.get(state, 0L) == EINTR) {
          return readable;
        }
        throw new IOException("poll: errno " + (int) ERRNO.get(state, 0L));
      }
      for (int i = 0; i < descriptors.length; i++) {
        readable[i] = polled.get(ValueLayout.JAVA_SHORT, (long) POLLFD_BYTES * i + 6) != 0;
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
