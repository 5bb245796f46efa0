package thaw.function.packaging;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The folder that belongs to a project, and what of the project leads out of it: a path that it
 * names, or a symbolic link in its files. Who wrote the project may have another's files in mind.
 *
 * <p>The folder is the nearest one above the template that a version control system has as its
 * root, so that modules of one repository may name each other; else the uppermost one of the build,
 * else the template's own. A project cannot choose what is above it. A home folder, which may be
 * under version control, too, is not a project.
 */
public final class ProjectBounds {
  private static final List<String> OF_REPOSITORIES = List.of(".git", ".hg", ".jj", ".svn");

  private final Path root;
  private final Map<String, Path> leaving = new LinkedHashMap<>();

  private ProjectBounds(Path root) {
    this.root = root;
  }

  /**
   * @param folder of the template
   * @param home of the user
   */
  public static ProjectBounds of(Path folder, Path home) throws IOException {
    Path own = withoutOutput(folder.toRealPath());
    Path realHome = Files.exists(home) ? home.toRealPath() : home;
    for (Path each = own; each != null && !isHome(each, realHome); each = each.getParent()) {
      if (has(each, OF_REPOSITORIES)) {
        return new ProjectBounds(each);
      }
    }
    Path build = own;
    Path parent = own.getParent();
    if (!BuildFiles.isProject(own) && parent != null && !isHome(parent, realHome)) {
      build = BuildFiles.isProject(parent) ? parent : own;
    }
    for (Path each = build.getParent();
        each != null && !isHome(each, realHome) && BuildFiles.isProject(each);
        each = each.getParent()) {
      build = each;
    }
    return new ProjectBounds(build);
  }

  /** The project of a template that SAM or CDK has written into an output folder of theirs. */
  private static Path withoutOutput(Path folder) {
    for (Path each = folder; each != null; each = each.getParent()) {
      Path parent = each.getParent();
      if (parent != null && (each.endsWith(".aws-sam") || each.endsWith(CodeLocation.CDK_OUTPUT))) {
        return parent;
      }
    }
    return folder;
  }

  private static boolean isHome(Path folder, Path home) {
    return home.startsWith(folder) || folder.equals(Path.of("/root")) || isBelowHomes(folder);
  }

  private static boolean isBelowHomes(Path folder) {
    return Path.of("/home").equals(folder) || Path.of("/home").equals(folder.getParent());
  }

  private static boolean has(Path folder, List<String> names) {
    return names.stream().map(folder::resolve).anyMatch(Files::exists);
  }

  public Path root() {
    return root;
  }

  /**
   * Looks where a path leads that the project names, and where all links lead that are below it.
   * What is not there leads nowhere.
   *
   * @param name how the project calls it
   */
  public void look(String name, Path path) throws IOException {
    if (!lookItself(name, path)) {
      return;
    }
    Files.walkFileTree(
        path,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            return folder.equals(path) || stays(folder)
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            stays(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // a circle, or it cannot be read: said by who reads it
          }
        });
  }

  /** Does the same, without what is below it; whether it is there and in the folder. */
  public boolean lookItself(String name, Path path) throws IOException {
    if (!Files.exists(path)) {
      return false;
    }
    Path real = path.toRealPath();
    if (!real.startsWith(root)) {
      leaving.putIfAbsent(name, real);
    }
    return real.startsWith(root);
  }

  private boolean stays(Path path) throws IOException {
    if (!Files.isSymbolicLink(path) || !Files.exists(path)) {
      return true;
    }
    Path real = path.toRealPath();
    if (real.startsWith(root)) {
      return true;
    }
    leaving.putIfAbsent(path.toString(), real);
    return false;
  }

  /** Returns what leads out of the folder, and where to: {@code fn/x -> /elsewhere/secret}. */
  public Stream<String> leaving() {
    return leaving.entrySet().stream().map(each -> each.getKey() + " -> " + each.getValue());
  }
}
