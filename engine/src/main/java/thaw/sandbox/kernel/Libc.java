package thaw.sandbox.kernel;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** A function of libc that reports failure through {@code errno}, as a Java method would. */
public final class Libc {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));
  private static final MethodHandle STRERROR =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("strerror"),
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private static final long LONGEST_MESSAGE = 1024;

  private Libc() {}

  /** A function that returns an int, with a first argument for its error state. */
  public static MethodHandle function(String name, MemoryLayout... arguments) {
    return handle(name, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
  }

  /** Does what {@link #function} does, for one that returns a long. */
  static MethodHandle longFunction(String name, MemoryLayout... arguments) {
    return handle(name, FunctionDescriptor.of(ValueLayout.JAVA_LONG, arguments));
  }

  /**
   * Does what {@link #function} does, for one that takes as many arguments as its caller gives it.
   *
   * @param named the number of arguments that it always has
   */
  static MethodHandle variadic(
      String name, int named, MemoryLayout result, MemoryLayout... arguments) {
    return handle(
        name, FunctionDescriptor.of(result, arguments), Linker.Option.firstVariadicArg(named));
  }

  private static MethodHandle handle(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = Linker.Option.captureCallState("errno");
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, all);
  }

  public static MemorySegment state(Arena arena) {
    return arena.allocate(STATE);
  }

  static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  /** The kernel's words, such as "Permission denied". */
  public static String message(int errno) {
    try {
      MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
      return text.reinterpret(LONGEST_MESSAGE).getString(0);
    } catch (Throwable e) {
      throw new IllegalStateException("strerror(" + errno + ")", e);
    }
  }

  /** Throws when {@code result} says that the call has failed. */
  static void check(long result, MemorySegment state, String call) throws IOException {
    if (result < 0) {
      throw new IOException(call + ": " + message(errno(state)));
    }
  }
}
