package thaw.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.kernel.Libc;
import thaw.sandbox.kernel.SpawnedProcess;
import thaw.sandbox.kernel.Syscalls;
import thaw.sandbox.kernel.Tool;

/**
 * The program {@code thaw-box} (its sources are in {@code box/}), as something that can be run: a
 * file in memory, which nobody can change, needs no folder that permits programs, and ends with
 * this program.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/memfd_create.2.html">memfd_create(2)</a>
 */
final class SandboxProgram {
  private static final int MFD_CLOEXEC_ALLOW_SEALING = 1 | 2;
  private static final int F_ADD_SEALS = 1033;

  /** It can be written, made longer or shorter, and unsealed no more. */
  private static final int ALL_SEALS = 0xf;

  private static final MethodHandle MEMFD_CREATE =
      Libc.function("memfd_create", ValueLayout.ADDRESS, ValueLayout.JAVA_INT);

  private static @Nullable Path path; // guarded by the class

  private SandboxProgram() {}

  /**
   * Returns the path of {@code thaw-box} for {@link SpawnedProcess} and {@link Tool}, which holds
   * while this program lives.
   */
  static synchronized Path path() {
    if (path == null) {
      path = made();
    }
    return path;
  }

  private static Path made() {
    String resource = "box/linux-" + architecture() + "/thaw-box";
    try (InputStream program = SandboxProgram.class.getResourceAsStream(resource)) {
      if (program == null) {
        throw new IllegalStateException("Thaw has no " + resource);
      }
      byte[] bytes = program.readAllBytes();
      Path memory = inMemory(bytes);
      return memory != null ? memory : inFile(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("could not unpack " + resource + ": " + e, e);
    }
  }

  private static String architecture() {
    String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return name.equals("amd64") ? "x86_64" : name;
  }

  /**
   * Returns the path of the program in memory; null where the kernel permits no programs in memory
   * ({@code vm.memfd_noexec}).
   */
  private static @Nullable Path inMemory(byte[] program) throws IOException {
    int descriptor;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      descriptor =
          (int)
              MEMFD_CREATE.invokeExact(
                  state, arena.allocateFrom("thaw-box"), MFD_CLOEXEC_ALLOW_SEALING);
    } catch (Throwable e) {
      throw new IllegalStateException("memfd_create", e);
    }
    if (descriptor < 0) {
      return null;
    }
    Path file = Path.of("/proc/" + ProcessHandle.current().pid() + "/fd/" + descriptor);
    Files.write(file, program);
    Syscalls.fcntl(descriptor, F_ADD_SEALS, ALL_SEALS);
    if (Tool.run(java.util.List.of(file.toString())).exitCode() == 2) { // its word on how it is run
      return file;
    }
    Syscalls.close(descriptor);
    return null;
  }

  private static Path inFile(byte[] program) throws IOException {
    Path file =
        Files.createTempFile(
            "thaw-box",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.write(file, program);
    file.toFile().deleteOnExit();
    return file;
  }
}
