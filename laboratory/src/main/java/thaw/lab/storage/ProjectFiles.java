package thaw.lab.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/**
 * The files of a project that are copied, by names relative to it. A symbolic link that leads out
 * of the project is refused: a build in the copy would change what the link leads to.
 *
 * @param names of files, of links, and of folders that are empty
 */
record ProjectFiles(Path project, List<Path> names) {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Path PARENT = Path.of("..");

  ProjectFiles {
    names = List.copyOf(names);
  }

  /**
   * Returns the files that are copied for a build. Without a command that cleans, a copy must have
   * nothing that was built: then it has what git does not ignore.
   */
  static ProjectFiles of(StorageOptions.Build build) {
    Path project = build.project();
    List<Path> names =
        build.clean().isPresent() ? all(project, build.without()) : knownToGit(build);
    names.forEach(name -> requireInside(project, name));
    return new ProjectFiles(project, names);
  }

  private static List<Path> all(Path project, Set<Path> without) {
    List<Path> names = new ArrayList<>();
    Set<Path> filled = new HashSet<>();
    try {
      Files.walkFileTree(
          project,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (without.contains(folder)) {
                return FileVisitResult.SKIP_SUBTREE;
              }
              note(folder);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              note(file);
              names.add(project.relativize(file));
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
                throws IOException {
              if (problem != null) {
                throw problem;
              }
              if (!filled.contains(folder) && !folder.equals(project)) {
                names.add(project.relativize(folder));
              }
              return FileVisitResult.CONTINUE;
            }

            private void note(Path child) {
              if (child.getParent() != null) {
                filled.add(child.getParent());
              }
            }
          });
    } catch (IOException e) {
      throw new UserMistake(
          "the project cannot be read: " + e, "name another one with --project, or open it");
    }
    return names;
  }

  private static List<Path> knownToGit(StorageOptions.Build build) {
    Path project = build.project();
    Tool git =
        Tool.run(
            List.of("git", "-C", "" + project, "ls-files", "-z", "-co", "--exclude-standard"),
            PATIENCE);
    if (!git.succeeded()) {
      throw new UserMistake(
          "this is not a work tree of git, so files that a build has made cannot be told from"
              + " sources: "
              + project,
          "say what removes that: --clean 'mvn -o -q clean', or --clean true to build as it is");
    }
    List<Path> names = new ArrayList<>();
    for (String text : git.output().split("\0")) {
      Path name = Path.of(text);
      Path file = project.resolve(name);
      if (text.isEmpty()
          || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)
          || build.without().stream().anyMatch(file::startsWith)) {
        continue; // deleted, or ours
      }
      if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new UserMistake(
            "another repository of git is in the project, whose files git does not name: " + name,
            "say what removes what was built, so that all is copied: --clean 'mvn -o -q clean'");
      }
      names.add(name);
    }
    if (names.isEmpty()) {
      throw new UserMistake(
          "git knows no file of " + project, "say what removes what was built with --clean");
    }
    return names;
  }

  private static void requireInside(Path project, Path name) {
    Path link = project.resolve(name);
    if (!Files.isSymbolicLink(link)) {
      return;
    }
    try {
      Path target = Files.readSymbolicLink(link);
      if (leadsOut(project, link, target)) {
        throw new UserMistake(
            "a symbolic link of the project leads out of it, and a build in a copy would follow it: "
                + link
                + " -> "
                + target,
            "remove it, put what it names into its place, or name a folder without it with"
                + " --project");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the link " + link, e);
    }
  }

  private static boolean leadsOut(Path project, Path link, Path target) throws IOException {
    Path folder = link.getParent() == null ? project : link.getParent();
    if (target.isAbsolute() || !folder.resolve(target).normalize().startsWith(project)) {
      return true;
    }
    // Names alone do not tell where .. leads behind another link.
    return Files.exists(link)
        ? !link.toRealPath().startsWith(project.toRealPath())
        : hasInnerParent(target);
  }

  private static boolean hasInnerParent(Path target) {
    boolean name = false;
    for (Path part : target) {
      if (part.equals(PARENT) && name) {
        return true;
      }
      name = name || !part.equals(PARENT);
    }
    return false;
  }
}
