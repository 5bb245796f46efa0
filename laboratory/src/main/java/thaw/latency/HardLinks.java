package thaw.latency;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import org.cryptomator.jfuse.api.Fuse;

/**
 * Hard links for jFUSE 0.7.3, whose {@code FuseOperations.link} is never called: it has no {@code
 * Operation.LINK}. The function's address is put into {@code struct fuse_operations} here, before
 * the file system is mounted.
 */
final class HardLinks {
  /** Its place in the struct since FUSE 3.0, behind {@code rename}. */
  private static final int LINK = 8;

  private HardLinks() {}

  static void bind(Fuse fuse, LatencyFileSystem files) {
    try {
      Field field = Fuse.class.getDeclaredField("fuseOperationsStruct");
      field.setAccessible(true);
      MethodHandle link =
          MethodHandles.lookup()
              .findStatic(
                  HardLinks.class,
                  "link",
                  MethodType.methodType(
                      int.class, LatencyFileSystem.class, MemorySegment.class, MemorySegment.class))
              .bindTo(files);
      MemorySegment stub =
          Linker.nativeLinker()
              .upcallStub(
                  link,
                  FunctionDescriptor.of(
                      ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS),
                  Arena.global());
      ((MemorySegment) field.get(fuse)).setAtIndex(ValueLayout.ADDRESS, LINK, stub);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("another jFUSE than 0.7.3: hard links cannot be bound", e);
    }
  }

  @SuppressWarnings("UnusedMethod") // by its handle
  private static int link(LatencyFileSystem files, MemorySegment existing, MemorySegment path) {
    return files.link(string(existing), string(path));
  }

  private static String string(MemorySegment pointer) {
    return pointer.reinterpret(Long.MAX_VALUE).getString(0);
  }
}
