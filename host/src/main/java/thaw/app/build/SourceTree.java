package thaw.app.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** All files below a folder. */
final class SourceTree {
  private SourceTree() {}

  /** Returns whether a path has a folder of that name in it, or is one. */
  static boolean isBelow(Path path, String name) {
    for (Path part : path) {
      if (part.toString().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Adds a file, or those below a folder; nothing when there is none. */
  static void add(Path path, Set<Path> found) throws IOException {
    add(path, Set.of(), found);
  }

  /**
   * @param others folders that are left out
   */
  static void add(Path path, Set<Path> others, Set<Path> found) throws IOException {
    if (Files.isRegularFile(path)) {
      found.add(path);
    } else if (Files.isDirectory(path)) {
      Files.walkFileTree(
          path,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
              return others.contains(each)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (Files.isRegularFile(file)) { // also by a link
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE; // gone meanwhile, or nobody's to read
            }
          });
    }
  }
}
