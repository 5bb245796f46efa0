package thaw.app.fix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import thaw.files.Trees;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/**
 * Files as they were before a patch and as they are after it, with their modes. A file that a patch
 * makes has no state before it, one that it removes none after it.
 *
 * @param folder with a copy of both
 */
record PatchedFiles(Path folder) {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  /**
   * Returns the files that a patch changes, relative to the top of the repository. Git reads the
   * patch, as it knows how names are quoted.
   */
  static List<Path> named(Path top, Path patch) {
    Tool git =
        Tool.run(
            List.of(
                "git",
                "-C",
                top.toString(),
                "apply",
                "--whitespace=nowarn",
                "--numstat",
                "-z",
                patch.toString()),
            PATIENCE);
    if (!git.succeeded()) {
      throw new UserMistake(
          "git does not take the patch: " + git.firstLine(),
          "the sources have changed since: run thaw fix again");
    }
    return Stream.of(git.output().split("\0"))
        .filter(line -> !line.isEmpty())
        .map(line -> Path.of(line.split("\t", 3)[2])) // added, removed, name
        .distinct()
        .toList();
  }

  /**
   * Keeps the files as they are and as the patch makes them, before anything is changed. What was
   * there before an earlier patch stays known.
   */
  void keep(Path top, List<Path> files, Path patch) throws IOException {
    for (Path file : files) {
      Path known = folder.resolve(BEFORE).resolve(file);
      if (Files.notExists(known) && Files.notExists(folder.resolve(AFTER).resolve(file))) {
        copy(top.resolve(file), known);
      }
      Trees.delete(folder.resolve(AFTER).resolve(file));
      copy(top.resolve(file), folder.resolve(AFTER).resolve(file));
    }
    if (!files.isEmpty()) {
      Path after = Files.createDirectories(folder.resolve(AFTER)).toRealPath();
      Tool git =
          Tool.run( // no repository: the folder may be within the user's own
              List.of(
                  "env",
                  "GIT_CEILING_DIRECTORIES=" + after.getParent(),
                  "git",
                  "-C",
                  after + "",
                  "apply",
                  "--whitespace=nowarn",
                  patch.toString()),
              PATIENCE);
      if (!git.succeeded()) {
        throw new IOException("git apply: " + git.output());
      }
    }
  }

  /**
   * Keeps the files as they are once the patch is applied: a repository may have rules of its own
   * for the ends of lines.
   */
  void applied(Path top, List<Path> files) throws IOException {
    for (Path file : files) {
      Trees.delete(folder.resolve(AFTER).resolve(file));
      copy(top.resolve(file), folder.resolve(AFTER).resolve(file));
    }
  }

  /** Returns whether a file is as one of the two states is. */
  boolean isKnown(Path top, Path file) throws IOException {
    Path now = top.resolve(file);
    return isSame(now, folder.resolve(AFTER).resolve(file))
        || isSame(now, folder.resolve(BEFORE).resolve(file));
  }

  /** Returns whether a file is as the patch makes it. */
  boolean isPatched(Path top, Path file) throws IOException {
    return isSame(top.resolve(file), folder.resolve(AFTER).resolve(file));
  }

  private static boolean isSame(Path one, Path other) throws IOException {
    return Files.isRegularFile(one)
        ? Files.isRegularFile(other) && Files.mismatch(one, other) < 0
        : Files.notExists(one) && Files.notExists(other);
  }

  /** The state before, byte for byte; as a change of now, so that a build sees it. */
  void restore(Path top, Path file) throws IOException {
    Path known = folder.resolve(BEFORE).resolve(file);
    if (Files.exists(known)) {
      copy(known, top.resolve(file));
      Files.setLastModifiedTime(top.resolve(file), FileTime.from(Instant.now()));
    } else {
      Files.deleteIfExists(top.resolve(file));
      Path up = top.resolve(file).getParent();
      while (up != null && isEmpty(up)) {
        Files.delete(up); // git has made it for the file
        up = up.getParent();
      }
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      Files.createDirectories(to.getParent());
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }
}
