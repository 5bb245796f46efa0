package thaw.app.run;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.build.ProjectBuild;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.ImageConfig;

/**
 * The files that a function's package and layers are made of.
 *
 * @param roots archives, and folders with all that is below them; they may come and go
 */
record WatchedFiles(Set<Path> roots) {
  static WatchedFiles of(FunctionDefinition function) {
    Set<Path> roots = new TreeSet<>();
    Stream.concat(Stream.of(function.code()), function.layers().stream())
        .forEach(source -> roots.addAll(roots(source)));
    return new WatchedFiles(roots);
  }

  private static List<Path> roots(CodeSource source) {
    return switch (source) {
      case CodeSource.Archive(Path path) -> List.of(absolute(path));
      case CodeSource.Folder(Path path) -> List.of(absolute(path));
      case CodeSource.Image(Path path, ImageConfig _) -> List.of(absolute(path));
      case CodeSource.Project project -> ProjectBuild.outputs(project);
      case CodeSource.Built(List<Path> classes, List<Path> libraries) ->
          Stream.concat(classes.stream(), libraries.stream()).map(WatchedFiles::absolute).toList();
    };
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /**
   * Differs when a file was changed, added or removed: a line for each, with size and time.
   *
   * @param folders gets those in which a change would be seen
   */
  String fingerprint(Set<Path> folders) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path root : roots) {
      folders.add(nearestFolder(root));
      if (Files.isDirectory(root)) {
        Files.walkFileTree(root, new Listing(lines, folders));
      } else if (Files.exists(root)) {
        lines.add(line(root, Files.readAttributes(root, BasicFileAttributes.class)));
      }
    }
    Collections.sort(lines);
    return String.join("\n", lines);
  }

  /**
   * Returns the folder in which a missing root would appear: its parent, or the nearest ancestor
   * that exists.
   */
  private static Path nearestFolder(Path root) {
    Path folder = root.getParent();
    while (folder != null && !Files.isDirectory(folder)) {
      folder = folder.getParent();
    }
    return folder == null ? root.getRoot() : folder;
  }

  private static String line(Path file, BasicFileAttributes attributes) {
    return file + " " + attributes.size() + " " + attributes.lastModifiedTime().toInstant();
  }

  /** Files that vanish meanwhile are not there. */
  private static final class Listing extends SimpleFileVisitor<Path> {
    private final List<String> lines;
    private final Set<Path> folders;

    Listing(List<String> lines, Set<Path> folders) {
      this.lines = lines;
      this.folders = folders;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      folders.add(folder);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      lines.add(line(file, attributes));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      return unlessGone(failure);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      return failure == null ? FileVisitResult.CONTINUE : unlessGone(failure);
    }

    /**
     * Goes on where a file is gone. A file that cannot be read for another reason must not count as
     * removed.
     */
    private static FileVisitResult unlessGone(IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }
}
