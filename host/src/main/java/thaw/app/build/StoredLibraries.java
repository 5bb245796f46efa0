package thaw.app.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import thaw.function.packaging.CodeSource;
import thaw.sandbox.kernel.Tool;

/** A deployment package whose libraries are jars without compression. */
public final class StoredLibraries {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String LIBRARIES = "lib";

  private StoredLibraries() {}

  /**
   * @param code as it was built
   * @param exploded its deployment package, for code that the project has zipped itself
   * @param folder for what is written, not there yet
   */
  public static CodeSource of(CodeSource code, Path exploded, Path folder) {
    try {
      Files.createDirectories(folder);
      if (code instanceof CodeSource.Built(List<Path> classes, List<Path> libraries)) {
        return new CodeSource.Built(classes, stored(libraries, folder));
      }
      Path task = folder.resolve("task");
      Tool copied =
          Tool.run(List.of("cp", "-a", "--", exploded.toString(), task.toString()), PATIENCE);
      if (copied.exitCode() != 0) {
        throw new IOException("cp " + exploded + ": " + copied.output());
      }
      List<Path> jars = BuildProject.jars(exploded.resolve(LIBRARIES));
      for (Path jar : jars) {
        Files.delete(task.resolve(LIBRARIES).resolve(jar.getFileName()));
      }
      stored(jars, task.resolve(LIBRARIES));
      return new CodeSource.Folder(task);
    } catch (IOException e) {
      throw new UncheckedIOException("could not pack " + code.path() + " again: " + e, e);
    }
  }

  /** Jars of different folders may have one name. */
  private static List<Path> stored(List<Path> jars, Path folder) throws IOException {
    List<Path> stored = new ArrayList<>();
    for (Path jar : jars) {
      Path written = folder.resolve(jar.getFileName());
      for (int i = 2; stored.contains(written); i++) {
        written =
            Files.createDirectories(folder.resolve(String.valueOf(i))).resolve(jar.getFileName());
      }
      StoredJars.write(jar, written);
      stored.add(written);
    }
    return stored;
  }
}
