package thaw.environment.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.files.Trees;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;

/**
 * The files by which a function finds out on which system it runs, and in which locales. This
 * machine's system stands in for Lambda's, and would tell of itself: a JVM names files and reads
 * variables in the charset that the locale of {@code LANG} has there, if there is one.
 *
 * <p>The locale {@code en_US.UTF-8} of Amazon Linux 2 is this machine's C.UTF-8 under that name, so
 * that it fits this machine's C library. It has the same charset, and no words of any language.
 */
public final class RuntimeSystemFiles {
  private static final Path LOCALES = Path.of("/usr/lib/locale");

  /** The names that distributions have for the folder of C.UTF-8. */
  private static final List<String> NEUTRAL = List.of("C.utf8", "C.UTF-8");

  private static final String NEUTRAL_NAME = "C.utf8";
  private static final String ENGLISH_NAME = "en_US.utf8";

  private RuntimeSystemFiles() {}

  /** Returns what a box shows of them, where its root is this machine's. */
  public static List<Bind> binds(Instance instance, EnvironmentSpec spec) {
    if (spec.program().rootFileSystem().isPresent()) {
      return List.of();
    }
    RuntimeSystem system = RuntimeSystem.of(spec.function().runtime());
    Path folder = folder(instance, system);
    List<Bind> binds = new ArrayList<>();
    for (String name : List.of("os-release", "system-release")) {
      binds.add(Bind.readOnly(folder.resolve(name), Path.of("/etc", name)));
    }
    Path locales = folder.resolve("locale");
    if (Files.isDirectory(locales)) {
      binds.add(Bind.readOnly(locales, LOCALES));
    }
    return binds;
  }

  private static Path folder(Instance instance, RuntimeSystem system) {
    String name = "system-" + system.name().toLowerCase(Locale.ROOT);
    Path folder = instance.directory().resolve(name);
    if (Files.isDirectory(folder)) {
      return folder;
    }
    try {
      return instance.writeWhole("system-", folder, empty -> write(LOCALES, system, empty));
    } catch (IOException e) {
      if (Files.isDirectory(folder)) { // another environment was as quick
        return folder;
      }
      throw new UncheckedIOException("could not write " + folder + ": " + e, e);
    }
  }

  /**
   * @param locales of this machine; the box shows them where there is none to put in their place
   */
  static void write(Path locales, RuntimeSystem system, Path folder) throws IOException {
    readable(Files.writeString(folder.resolve("os-release"), system.osRelease()), "rw-r--r--");
    readable(Files.writeString(folder.resolve("system-release"), system.release()), "rw-r--r--");
    Optional<Path> neutral = neutral(locales);
    if (!Files.isDirectory(locales) || neutral.isEmpty() && system == RuntimeSystem.AL2) {
      return;
    }
    Path own = readable(Files.createDirectory(folder.resolve("locale")), "rwxr-xr-x");
    if (neutral.isPresent()) {
      Path copy = Files.createDirectory(own.resolve(NEUTRAL_NAME));
      Trees.copy(neutral.get().toRealPath(), copy);
      if (system == RuntimeSystem.AL2) {
        Files.createSymbolicLink(own.resolve(ENGLISH_NAME), Path.of(NEUTRAL_NAME));
      }
    }
  }

  private static Optional<Path> neutral(Path locales) {
    return NEUTRAL.stream().map(locales::resolve).filter(Files::isDirectory).findFirst();
  }

  private static Path readable(Path file, String permissions) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }
}
