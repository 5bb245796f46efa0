package thaw.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Folders with all that is in them. */
public final class Trees {
  private Trees() {}

  /** Deletes a folder of ours, as {@link #delete} does: where that fails it is nobody's mistake. */
  public static void deleteOwn(Path folder) {
    try {
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("could not delete " + folder + ": " + e, e);
    }
  }

  /**
   * Removes a folder; symbolic links are removed, not followed. Folders that forbid it, as a
   * function may leave them in its /tmp, are opened first. Nothing happens when it is absent.
   */
  public static void delete(Path root) throws IOException {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    open(root);
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            // The walk opens a folder before it visits it, so its children are opened one up.
            try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
              for (Path child : children) {
                open(child);
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
              throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Copies what is in a folder into another one, with owners (for root), modes and times. Links are
   * copied, not followed. Sockets stay behind: without the process that made it a socket is
   * nothing.
   *
   * @param to exists
   */
  public static void copy(Path from, Path to) throws IOException {
    new Copy(from, to).run();
  }

  /**
   * Copies regular files, and what links to files lead to, with their times and whether they are
   * programs. The copies get permissions of their own, as the folders do, which are made for the
   * files that they have.
   *
   * @param options whether links to folders are followed, too
   * @param wanted asked with the path within {@code from}: files and folders
   */
  public static void copyContents(
      Path from, Path to, Set<FileVisitOption> options, Predicate<Path> wanted) throws IOException {
    Files.walkFileTree(
        from,
        options,
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(from) || wanted.test(from.relativize(folder))
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path relative = from.relativize(file);
            if (Files.isRegularFile(file) && wanted.test(relative)) {
              Path copy = to.resolve(relative.toString());
              Files.createDirectories(copy.getParent());
              Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
              Files.setLastModifiedTime(copy, Files.getLastModifiedTime(file));
              if (Files.isExecutable(file)) {
                copy.toFile().setExecutable(true);
              }
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** One of them. Loads no further class of this program's while it runs. */
  public static final class Copy extends SimpleFileVisitor<Path> {
    private static final int FILE_TYPE = 0170000; // stat(2)
    private static final int SOCKET = 0140000;

    private final Path from;
    private final Path to;

    public Copy(Path from, Path to) {
      this.from = from;
      this.to = to;
    }

    public void run() throws IOException {
      Files.walkFileTree(from, this);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      if (!folder.equals(from)) {
        copyOne(folder);
        open(at(folder));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!attributes.isOther() || !isSocket(file)) {
        copyOne(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
        throws IOException {
      if (!folder.equals(from)) {
        Files.setPosixFilePermissions(at(folder), Files.getPosixFilePermissions(folder));
        Files.setLastModifiedTime(at(folder), Files.getLastModifiedTime(folder));
      }
      return FileVisitResult.CONTINUE;
    }

    private static boolean isSocket(Path file) throws IOException {
      int mode = (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      return (mode & FILE_TYPE) == SOCKET;
    }

    private Path at(Path path) {
      return to.resolve(from.relativize(path).toString());
    }

    private void copyOne(Path path) throws IOException {
      Files.copy(
          path,
          at(path),
          StandardCopyOption.COPY_ATTRIBUTES,
          StandardCopyOption.REPLACE_EXISTING,
          LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static void open(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
        && !(Files.isReadable(path) && Files.isWritable(path) && Files.isExecutable(path))) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
  }
}
