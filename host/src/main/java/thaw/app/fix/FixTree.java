package thaw.app.fix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import thaw.explanation.FixJson;
import thaw.files.Trees;
import thaw.files.WholeFile;
import thaw.json.Json;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;
import thaw.store.FolderLock;

/**
 * A result put into the user's work tree, and taken back byte for byte.
 *
 * @param result the folder that {@code thaw fix} has written
 */
record FixTree(Path result) {
  private static final ObjectMapper MAPPER =
      Json.written().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  static final String UNDO = "thaw-undo";
  private static final String LIST = "thaw-undo/applied.json";

  /**
   * What was applied from here.
   *
   * @param repository its top
   * @param files that were changed, relative to the repository
   */
  private record Applied(String repository, List<String> files) {
    private static final Applied NONE = new Applied("", List.of());
  }

  /**
   * The top of the repository that a folder is in.
   *
   * @throws UserMistake when it is somebody else's, whom git does not trust
   */
  static Optional<Path> repository(Path folder) {
    Tool git = Tool.run(List.of("git", "-C", folder.toString(), "rev-parse", "--show-toplevel"));
    if (git.output().contains("dubious ownership")) {
      throw new UserMistake(
          "git does not trust the repository, which another user owns: " + folder,
          "git config --global --add safe.directory " + folder);
    }
    return git.exitCode() == 0
        ? Optional.of(Path.of(git.output().lines().findFirst().orElse("/")))
        : Optional.empty();
  }

  static void requireGit() {
    if (Tool.run(List.of("git", "--version")).exitCode() != 0) {
      throw new UserMistake(
          "git was not found, and thaw fix writes its changes as a patch",
          "install git (Debian: apt-get install git)");
    }
  }

  /**
   * @return the top of the repository
   */
  static Path requireClean(Path project) {
    Path top =
        repository(project)
            .orElseThrow(() ->
                new UserMistake(
                    "--apply changes only what git can take back, and this is in no git repository:"
                        + " "
                        + project,
                    "git init, add and commit it, or apply " + FixFolder.PATCH + " by hand"));
    Optional<String> changed = notClean(project);
    if (changed.isPresent()) {
      throw new UserMistake(
          "--apply wants a clean work tree, and there is: " + changed.get(),
          "commit or stash your changes first");
    }
    return top;
  }

  /** Returns the first change in a work tree of git, as {@code git status} has it. */
  static Optional<String> notClean(Path project) {
    Tool status =
        Tool.run(
            List.of(
                "git",
                "-C",
                project.toString(),
                "status",
                "--porcelain",
                "--untracked-files=no",
                "--",
                "."),
            PATIENCE);
    return status.exitCode() == 0
        ? status.output().lines().findFirst().map(String::strip)
        : Optional.empty();
  }

  private Applied earlier() {
    return isApplied() ? read() : Applied.NONE;
  }

  private Applied read() {
    Path list = result.resolve(LIST);
    try {
      Applied applied = MAPPER.readValue(Files.readAllBytes(list), Applied.class);
      if (applied == null || applied.repository().isEmpty()) {
        throw damaged(list);
      }
      return applied;
    } catch (JsonProcessingException e) {
      throw damaged(list);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + list + ": " + e, e);
    }
  }

  private UserMistake damaged(Path list) {
    return new UserMistake(
        list + " is damaged: what was applied is not known any more",
        "take the changes back with git, and delete " + result.resolve(UNDO));
  }

  /** Returns whether something was applied from here, and was not taken back. */
  boolean isApplied() {
    return Files.exists(result.resolve(LIST));
  }

  /** Returns whether there is a result for a function that was not applied yet. */
  boolean holds(String function) {
    return hasResult()
        && !isApplied()
        && document().isOfLastRun()
        && FixKept.function(result).equals(Optional.of(function));
  }

  private boolean hasResult() {
    return Files.exists(result.resolve("fix.json"));
  }

  private FixJson.Document document() {
    return FixJson.read(result.resolve("fix.json"));
  }

  /** Returns whether anything in it was proven. */
  boolean gains() {
    return !document().kept().isEmpty();
  }

  /** Returns the ids of kept steps of which the patch has nothing. */
  List<String> absent() {
    Path patch = result.resolve(FixFolder.PATCH);
    String text = Files.exists(patch) ? WholeFile.text(patch) : "";
    return document().kept().stream()
        .map(FixJson.Tried::id)
        .filter(id -> text.lines().noneMatch(line -> line.startsWith("Step " + id + ":")))
        .toList();
  }

  /** Returns a line for each step: how far it came, and why. */
  String verdicts() {
    FixJson.Document document = document();
    StringBuilder lines = new StringBuilder();
    for (FixJson.Tried step : document.steps()) {
      String outcome =
          document.considered().stream()
              .filter(each -> step.id().equals(each.remedy()))
              .map(FixJson.Row::outcome)
              .findFirst()
              .orElse(step.kept() ? "kept" : "not kept");
      lines.append("%s: %s: %s\n".formatted(step.id(), outcome, step.reason()));
    }
    return lines.toString();
  }

  /** Returns the commands of its ways that make a package. */
  List<String> packages() {
    return document().ways().stream()
        .filter(way -> way.totalMillis().isPresent())
        .flatMap(way -> way.command().stream())
        .filter(command -> command.startsWith("thaw package "))
        .toList();
  }

  /**
   * Keeps a second search from writing to the same folder.
   *
   * @param cache of this user's
   */
  FolderLock lock(Path cache) {
    String name = result.toAbsolutePath().normalize().toString();
    UUID id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    try {
      Path locks = Files.createDirectories(cache.resolve("fix"));
      return FolderLock.take(locks.resolve(id + ".lock"))
          .orElseThrow(() ->
              new UserMistake(
                  "another thaw fix writes to " + result,
                  "wait for its end, or give another folder: --out DIR"));
    } catch (IOException e) {
      throw new UncheckedIOException("could not lock " + result + ": " + e, e);
    }
  }

  /** A file of somebody else's is not overwritten. */
  void requireOwn() {
    if (hasResult()) {
      document();
    }
  }

  /**
   * Applies the result to the repository. What undoes it is on disk before anything is changed.
   *
   * @param top of the repository
   * @return what was changed, relative to it
   */
  List<Path> apply(Path top) {
    try {
      Path patch = result.resolve(FixFolder.PATCH).toAbsolutePath();
      List<Path> files = Files.exists(patch) ? PatchedFiles.named(top, patch) : List.of();
      if (files.isEmpty()) {
        return files; // there is nothing to take back
      }
      git(top, "apply", "--whitespace=nowarn", "--check", patch.toString());
      requireTracked(top, files);
      Set<String> names = new TreeSet<>(earlier().files()); // what was applied before
      files.forEach(file -> names.add(file.toString()));
      kept().keep(top, files, patch);
      Files.createDirectories(result.resolve(UNDO));
      AtomicFile.write(
          result.resolve(LIST),
          JsonLayout.lines(MAPPER, new Applied(top.toString(), List.copyOf(names))));
      git(top, "apply", "--whitespace=nowarn", patch.toString());
      kept().applied(top, files);
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException("could not apply " + result + ": " + e, e);
    }
  }

  /**
   * Returns whether files of the user's are just as {@link #apply} has made them.
   *
   * @param files with their whole paths
   * @throws UserMistake when one of them is neither so nor as it was before
   */
  boolean hasApplied(Collection<Path> files) {
    if (!isApplied() || files.isEmpty()) {
      return false;
    }
    Path top = Path.of(earlier().repository());
    List<String> changed = earlier().files();
    boolean all = true;
    try {
      for (Path file : files) {
        Path in = Objects.requireNonNull(file.getParent()).toRealPath();
        Path named = top.relativize(in.resolve(file.getFileName()));
        if (!changed.contains(named.toString())) {
          return false;
        }
        if (!kept().isKnown(top, named)) {
          throw new UserMistake(
              file + " was changed after " + result + " was applied to it", "run thaw fix again");
        }
        all &= kept().isPatched(top, named);
      }
      return all;
    } catch (NoSuchFileException e) {
      return false; // so it is not even there
    } catch (IOException e) {
      throw new UncheckedIOException("could not compare with " + result + ": " + e, e);
    }
  }

  private PatchedFiles kept() {
    return new PatchedFiles(result.resolve(UNDO));
  }

  /**
   * Requires that git knows the files that are there, and that they can be written. New files are
   * taken back by being removed.
   */
  private static void requireTracked(Path top, List<Path> files) {
    for (Path file : files) {
      Tool tracked =
          Tool.run(
              List.of("git", "-C", top.toString(), "ls-files", "--error-unmatch", "--", file + ""));
      if (Files.exists(top.resolve(file)) && !tracked.succeeded()) {
        throw new UserMistake(
            "--apply changes only what git can take back, and git does not know " + file,
            "git add and commit it first");
      }
      if (Files.exists(top.resolve(file)) && !Files.isWritable(top.resolve(file))) {
        throw new UserMistake(
            "cannot write " + top.resolve(file), "make it writable, or apply the patch elsewhere");
      }
    }
  }

  private static void git(Path top, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", top.toString()));
    command.addAll(Arrays.asList(arguments));
    Tool git = Tool.run(command, PATIENCE);
    if (git.exitCode() != 0) {
      throw new UserMistake(
          "git does not take the patch: " + git.output().lines().findFirst().orElse(""),
          "the sources have changed since: run thaw fix again");
    }
  }

  /**
   * Takes back what {@link #apply} has changed, or has been cut short in.
   *
   * @return the files, relative to the repository
   */
  List<Path> undo() {
    if (!isApplied()) {
      throw new UserMistake(
          "nothing was applied from " + result + ", so there is nothing to take back",
          "if --apply had another --out DIR, give that one");
    }
    Path top = Path.of(earlier().repository());
    List<Path> files = earlier().files().stream().map(Path::of).toList();
    try {
      for (Path file : files) {
        if (!kept().isKnown(top, file)) {
          throw new UserMistake(
              file + " was changed after it was applied",
              "take the change back by hand, or with git");
        }
      }
      for (Path file : files) {
        kept().restore(top, file);
      }
      Trees.delete(result.resolve(UNDO));
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException("could not undo " + result + ": " + e, e);
    }
  }
}
