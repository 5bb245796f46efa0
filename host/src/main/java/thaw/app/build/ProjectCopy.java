package thaw.app.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.files.Trees;
import thaw.function.Application;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/**
 * A user's project, copied, so that it can be changed and built while the user's stays as it is.
 */
public final class ProjectCopy implements AutoCloseable {
  /** The beginning of the names of copies. */
  public static final String PREFIX = "thaw-fix-";

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private final Path original;
  private final Path folder;
  private final Path root;
  private final Map<Path, String> originals = new HashMap<>();
  private Map<Path, String> written = Map.of();

  private ProjectCopy(Path original, Path folder) {
    this.original = original;
    this.folder = folder;
    // Of the same name: Gradle takes it for that of the project, and of the jar that it makes.
    this.root = folder.resolve("project").resolve(String.valueOf(original.getFileName()));
  }

  /**
   * @param original the topmost folder that a build of it needs
   * @param out a folder of results, which is not copied
   */
  public static ProjectCopy of(Path original, Path out) {
    return made(original, root -> new SourceCopying(original, root, out).run());
  }

  /**
   * Returns the folder that is copied: it has all that the build of the function needs, and the
   * template.
   */
  public static Path originalOf(Application application, Optional<FunctionProject> project) {
    Path root = application.root().toAbsolutePath().normalize();
    return project.map(built -> common(built.root(), root)).orElse(root);
  }

  /**
   * Copies all that the build of a function needs.
   *
   * @param out a folder of results, which is not copied
   */
  public static ProjectCopy of(
      Application application, Optional<FunctionProject> project, Path out) {
    Path original = originalOf(application, project);
    return project.isPresent() ? of(original, out) : ofTemplate(original);
  }

  /** Copies the templates of a project that is built already; nothing else of it is changed. */
  static ProjectCopy ofTemplate(Path original) {
    return made(
        original,
        root -> {
          try (Stream<Path> entries = Files.list(original)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
              if (entry.toString().matches(".*\\.ya?ml")) {
                Files.copy(entry, root.resolve(entry.getFileName()));
              }
            }
          }
        });
  }

  private interface Filling {
    void fill(Path root) throws IOException;
  }

  private static ProjectCopy made(Path original, Filling filling) {
    boolean done = false;
    ProjectCopy copy = null;
    try {
      Path folder = Files.createTempDirectory(PREFIX);
      copy = new ProjectCopy(original, folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.createDirectories(copy.root);
      filling.fill(copy.root);
      done = true;
      return copy;
    } catch (FileSystemException e) {
      throw new UserMistake(
          "could not copy " + original + ": " + e.getMessage(),
          "make room in "
              + System.getProperty("java.io.tmpdir")
              + ", or name another folder for"
              + " temporary files: JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR");
    } catch (IOException e) {
      throw new UncheckedIOException("could not copy " + original + ": " + e, e);
    } finally {
      if (!done && copy != null) {
        copy.close();
      }
    }
  }

  /** Copies a folder with owners and times, by which a build tells what has changed. */
  private static void copy(Path from, Path into) throws IOException {
    Tool copied = Tool.run(List.of("cp", "-a", "--", from.toString(), into.toString()), PATIENCE);
    if (copied.exitCode() != 0) {
      throw new IOException("cp " + from + ": " + copied.output());
    }
  }

  /** The folder that holds both. */
  static Path common(Path one, Path other) {
    Path common = one;
    for (Path up = one; up != null && !other.startsWith(common); up = up.getParent()) {
      common = up;
    }
    return common;
  }

  /** Returns the folder of which the copy is a part, and which is removed with it. */
  public Path folder() {
    return folder;
  }

  public Path root() {
    return root;
  }

  /** The same file or folder in the copy. */
  public Path inCopy(Path ofOriginal) {
    return root.resolve(original.relativize(ofOriginal.toAbsolutePath().normalize())).normalize();
  }

  /** Returns a text with paths of the original in place of those of the copy. */
  public String ofOriginal(String text) {
    return text.replace(root.toString(), original.toString());
  }

  /** A further folder, which goes with the copy. */
  public Path beside(String name) {
    return folder.resolve(name);
  }

  /** Keeps what a build has written, so that the next one does not change it. */
  public Path keep(Path built, String name) {
    try {
      return copyInto(built, beside(name));
    } catch (IOException e) {
      throw new UncheckedIOException("could not copy " + built + ": " + e, e);
    }
  }

  /**
   * @return the copy
   */
  public static Path copyInto(Path original, Path folder) throws IOException {
    copy(original, Files.createDirectories(folder));
    return folder.resolve(original.getFileName());
  }

  /** Returns whether a file is there, and is UTF-8: bytes of another encoding would be lost. */
  public boolean isText(Path relative) {
    try {
      Files.readString(root.resolve(relative), StandardCharsets.UTF_8);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns a file's text as the owner has it; it is empty where the owner has no such file. */
  public String original(Path relative) {
    return originals.computeIfAbsent(relative, file -> read(root.resolve(file)));
  }

  /**
   * Makes these files have these texts, and all others those of the owner. Where a file is gone
   * then, what Maven has made with it goes, too: Maven leaves it in the next package.
   */
  public void write(Map<Path, String> texts) {
    written.keySet().stream()
        .filter(file -> !texts.containsKey(file))
        .forEach(file -> {
          write(file, original(file));
          if (original(file).isEmpty()) {
            deleteOutput(root.resolve(file));
          }
        });
    texts.forEach((file, text) -> {
      original(file); // before it is overwritten
      if (!text.equals(read(root.resolve(file)))) {
        write(file, text);
      }
    });
    written = Map.copyOf(texts);
  }

  /** Deletes what Maven has made of the module that a file belongs to. */
  private void deleteOutput(Path file) {
    for (Path module = file.getParent();
        module != null && module.startsWith(root);
        module = module.getParent()) {
      if (Files.exists(module.resolve("pom.xml"))) {
        Path output = MavenOutput.of(module).folder();
        if (output.startsWith(module) && !output.equals(module)) {
          Trees.deleteOwn(output);
        }
        return;
      }
    }
  }

  private void write(Path file, String text) {
    Path written = root.resolve(file);
    try {
      if (text.isEmpty()) {
        Files.deleteIfExists(written); // as it is not there originally
      } else {
        Files.createDirectories(written.getParent());
        Files.writeString(written, text, StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not write " + file + ": " + e, e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }

  @Override
  public void close() {
    Trees.deleteOwn(folder);
  }
}
