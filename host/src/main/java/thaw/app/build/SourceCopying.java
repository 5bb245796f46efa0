package thaw.app.build;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import thaw.function.packaging.BuildFiles;
import thaw.problem.UserMistake;

/**
 * Copies what a build of a project needs, with owners and times. Left out are what a build makes
 * again, git's own folder, what Thaw has written, and pipes. A link that leads out of the project
 * becomes the file that it leads to; one to a folder out there leads there still.
 */
final class SourceCopying extends SimpleFileVisitor<Path> {
  private final Path from;
  private final Path real;
  private final Path to;
  private final Path out;

  /**
   * @param to a folder that is there, and is no part of the project
   * @param out a folder of results, which is no part of the project either
   */
  SourceCopying(Path from, Path to, Path out) throws IOException {
    this.from = from;
    this.real = from.toRealPath();
    this.to = to;
    this.out = out.toAbsolutePath().normalize();
  }

  private boolean isLeftOut(Path path) {
    if (path.equals(from)) {
      return false;
    }
    return WrittenFolders.isWritten(path) || path.equals(out) || BuildFiles.isOutput(path);
  }

  private Path copied(Path path) {
    return to.resolve(from.relativize(path).toString());
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
      throws IOException {
    if (isLeftOut(folder)) {
      return FileVisitResult.SKIP_SUBTREE;
    }
    if (!folder.equals(from)) {
      Files.copy(folder, copied(folder), StandardCopyOption.COPY_ATTRIBUTES);
      permitWriting(copied(folder));
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    if (isLeftOut(file)) {
      return FileVisitResult.CONTINUE;
    }
    if (attributes.isSymbolicLink()) {
      link(file);
    } else if (attributes.isRegularFile()) {
      copy(file);
    }
    return FileVisitResult.CONTINUE;
  }

  private void copy(Path file) throws IOException {
    Files.copy(file, copied(file), StandardCopyOption.COPY_ATTRIBUTES);
    permitWriting(copied(file));
  }

  private void link(Path link) throws IOException {
    Path target = Files.readSymbolicLink(link);
    Path led = link.resolveSibling(target).normalize();
    boolean inside =
        led.startsWith(from) && (Files.notExists(led) || led.toRealPath().startsWith(real));
    if (inside) {
      Files.createSymbolicLink(copied(link), target.isAbsolute() ? copied(led) : target);
    } else if (Files.isRegularFile(link)) {
      copy(link);
    } else {
      Files.createSymbolicLink(copied(link), led);
    }
  }

  /** A project that its owner may only read is built and changed all the same. */
  private static void permitWriting(Path copy) throws IOException {
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(copy, LinkOption.NOFOLLOW_LINKS);
    boolean added = permissions.add(PosixFilePermission.OWNER_WRITE);
    if (Files.isDirectory(copy)) {
      added |= permissions.add(PosixFilePermission.OWNER_EXECUTE);
    }
    if (added) {
      Files.setPosixFilePermissions(copy, permissions);
    }
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
    if (isLeftOut(file)) {
      return FileVisitResult.CONTINUE;
    }
    throw problem;
  }

  /**
   * @throws UserMistake when a file cannot be read
   */
  void run() throws IOException {
    try {
      Files.walkFileTree(from, this);
    } catch (AccessDeniedException e) {
      throw new UserMistake(
          "cannot read " + e.getFile() + ", which is part of the project",
          "make it readable, or move it out of the project");
    }
  }
}
