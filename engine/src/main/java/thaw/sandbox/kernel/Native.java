package thaw.sandbox.kernel;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** The few calls of libc that the JDK has no method for. */
public final class Native {
  /** The number of the signal in asm-generic; the same on x86-64 and arm64. */
  public static final int SIGKILL = 9;

  public static final int SIGQUIT = 3;

  public static final int SIGTERM = 15;

  public static final int SIGCONT = 18;
  public static final int SIGSTOP = 19;

  private static final int O_RDONLY = 0;
  private static final int O_WRONLY = 1;
  private static final int FALLOC_FL_KEEP_SIZE = 1;
  private static final int FALLOC_FL_PUNCH_HOLE = 2;
  private static final int POSIX_FADV_DONTNEED = 4;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle KILL =
      handle(
          "kill",
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  private static final MethodHandle OPEN =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("open"),
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE =
      handle("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  private static final MethodHandle FADVISE =
      handle(
          "posix_fadvise",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));

  private static final MethodHandle FALLOCATE =
      handle(
          "fallocate",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG));

  private static final MethodHandle GETPAGESIZE =
      handle("getpagesize", FunctionDescriptor.of(ValueLayout.JAVA_INT));

  private Native() {}

  private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  /**
   * kill(2): false when there is no such process or no permission. A process that is not there yet
   * has number 0, which to kill(2) means our own group, and -1 all processes: neither is meant.
   */
  public static boolean kill(long pid, int signal) {
    if (pid == 0 || pid == -1) {
      return false;
    }
    try {
      return (int) KILL.invokeExact((int) pid, signal) == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("kill(" + pid + ", " + signal + ")", e);
    }
  }

  static int pageBytes() {
    try {
      return (int) GETPAGESIZE.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("getpagesize()", e);
    }
  }

  /** Asks the kernel to drop a file's clean pages from the page cache; needs no privilege. */
  static void dropFromPageCache(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      int descriptor = (int) OPEN.invokeExact(arena.allocateFrom(file.toString()), O_RDONLY);
      if (descriptor < 0) {
        throw new IOException("could not open " + file);
      }
      int result = (int) FADVISE.invokeExact(descriptor, 0L, 0L, POSIX_FADV_DONTNEED);
      int closed = (int) CLOSE.invokeExact(descriptor);
      if (result != 0 || closed != 0) {
        throw new IOException("posix_fadvise(" + file + ") gave " + result);
      }
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("posix_fadvise(" + file + ")", e);
    }
  }

  /** Frees the space of a file's first bytes; its size stays. False where that is not possible. */
  public static boolean punchHole(Path file, long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      int descriptor = (int) OPEN.invokeExact(arena.allocateFrom(file.toString()), O_WRONLY);
      if (descriptor < 0) {
        return false;
      }
      int mode = FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE;
      int result = (int) FALLOCATE.invokeExact(descriptor, mode, 0L, bytes);
      int closed = (int) CLOSE.invokeExact(descriptor);
      return result == 0 && closed == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("fallocate(" + file + ")", e);
    }
  }
}
