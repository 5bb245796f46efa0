package thaw.sandbox.kernel;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

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

  /**
   * The function with a first argument for its error state.
   *
   * @param options such as where variadic arguments begin
   */
  public static MethodHandle function(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    Linker.Option[] all = new Linker.Option[options.length + 1];
    all[0] = Linker.Option.captureCallState("errno");
    System.arraycopy(options, 0, all, 1, options.length);
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, all);
  }

  public static MemorySegment state(Arena arena) {
    return arena.allocate(STATE);
  }

  static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  /** The kernel's words, such as "Permission denied". */
  static String message(int errno) {
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
