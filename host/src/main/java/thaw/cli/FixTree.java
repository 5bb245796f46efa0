package thaw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import thaw.problem.UserMistake;
import thaw.sandbox.Tool;
import thaw.sandbox.Trees;

/**
 * A result put into the user's work tree, and taken back byte for byte.
 *
 * @param result the folder that {@code thaw fix} has written
 */
record FixTree(Path result) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String UNDO = "thaw-undo";
  private static final String LIST = "thaw-undo/applied.json";

  /** The top of the repository that a folder is in. */
  static Optional<Path> repository(Path folder) {
    Tool git = Tool.run(List.of("git", "-C", folder.toString(), "rev-parse", "--show-toplevel"));
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
    if (!status.output().isBlank()) {
      throw new UserMistake(
          "--apply wants a clean work tree, and there is: "
              + status.output().lines().findFirst().orElse(""),
          "commit or stash your changes first");
    }
    return top;
  }

  /** The steps that were applied from here and are no changes of files. */
  List<String> applied() {
    return earlier("steps");
  }

  private List<String> earlier(String member) {
    Path list = result.resolve(LIST);
    if (Files.notExists(list)) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    read(list).path(member).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Whether there is a result for a function that was not applied yet. */
  boolean holds(String function) {
    Path json = result.resolve("fix.json");
    return Files.exists(json)
        && Files.notExists(result.resolve(LIST))
        && read(json).path("confirmed").asBoolean()
        && read(json).path("function").asText().equals(function);
  }

  /** Whether anything in it was proven. */
  boolean gains() {
    for (JsonNode step : read(result.resolve("fix.json")).path("steps")) {
      if (step.path("kept").asBoolean()) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param top of the repository
   * @return what was changed, relative to it
   */
  List<Path> apply(Path top) {
    try {
      Path patch = result.resolve(FixFolder.PATCH).toAbsolutePath();
      List<Path> files = Files.exists(patch) ? files(patch) : List.of();
      ObjectNode list = JSON.createObjectNode();
      list.put("repository", top.toString());
      ArrayNode steps = list.putArray("steps");
      applied().forEach(steps::add); // what was applied before is taken back with it
      for (JsonNode step : read(result.resolve("fix.json")).path("steps")) {
        if (step.path("kept").asBoolean()) {
          steps.add(step.path("id").asText());
        }
      }
      if (!files.isEmpty()) {
        git(top, "apply", "--check", patch.toString());
        for (Path file : files) {
          if (Files.notExists(result.resolve(UNDO).resolve("before").resolve(file))) {
            keep(top.resolve(file), "before", file);
          }
        }
        git(top, "apply", patch.toString());
      }
      Set<String> names = new TreeSet<>(earlier("files"));
      for (Path file : files) {
        keep(top.resolve(file), "after", file);
        names.add(file.toString());
      }
      ArrayNode changed = list.putArray("files");
      names.forEach(changed::add);
      Files.createDirectories(result.resolve(UNDO));
      Files.writeString(result.resolve(LIST), list.toPrettyString() + "\n");
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException("could not apply " + result + ": " + e, e);
    }
  }

  private void keep(Path file, String side, Path name) throws IOException {
    Path kept = result.resolve(UNDO).resolve(side).resolve(name);
    Files.createDirectories(kept.getParent());
    Files.write(kept, Files.readAllBytes(file));
  }

  private static List<Path> files(Path patch) throws IOException {
    return Files.readAllLines(patch).stream()
        .filter(line -> line.startsWith("+++ b/"))
        .map(line -> Path.of(line.substring("+++ b/".length())))
        .distinct()
        .toList();
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
   * Takes back what {@link #apply} has changed.
   *
   * @return the files, relative to the repository
   */
  List<Path> undo() {
    Path list = result.resolve(LIST);
    if (Files.notExists(list)) {
      throw new UserMistake(
          "nothing was applied from " + result, "name the folder of the result: --out DIR");
    }
    JsonNode read = read(list);
    Path top = Path.of(read.path("repository").asText());
    List<Path> files = new ArrayList<>();
    read.path("files").forEach(file -> files.add(Path.of(file.asText())));
    try {
      for (Path file : files) {
        byte[] after = Files.readAllBytes(result.resolve(UNDO).resolve("after").resolve(file));
        if (Files.notExists(top.resolve(file))
            || !Arrays.equals(after, Files.readAllBytes(top.resolve(file)))) {
          throw new UserMistake(
              file + " was changed after it was applied",
              "take the change back by hand, or with git");
        }
      }
      for (Path file : files) {
        Files.write(
            top.resolve(file),
            Files.readAllBytes(result.resolve(UNDO).resolve("before").resolve(file)));
      }
      Trees.delete(result.resolve(UNDO));
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException("could not undo " + result + ": " + e, e);
    }
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }
}
