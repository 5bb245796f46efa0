package thaw.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.workspace.Workspace;
import thaw.cli.JsonOption;
import thaw.lab.engine.Scope;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;

/**
 * The options that choose the part of a lesson that is run, the JDKs, and the folder of its
 * results.
 */
final class LabOptions {
  /** The programs of the course are compiled for it. */
  private static final int OLDEST = 17;

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--quick",
      description =
          "Runs fewer cases and rounds, which show the size of effects, but no exact figures.")
  private boolean quick;

  @Option(
      names = "--jdk",
      paramLabel = "VERSION|DIR",
      split = ",",
      description = "JDKs to compare: 17,25. Default: the newest of each version from 17 on.")
  private List<String> jdks = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Samples of each case. Default: each lesson has its own number.")
  private @Nullable Integer rounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the order of the samples. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--only",
      paramLabel = "FACTOR=VALUE",
      description = "Runs only cases whose factor has this in its value: archive=AOT. Repeatable.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for the raw data of each lesson, and lab.json and lab.html of all lessons in it."
              + " Default: ${DEFAULT-VALUE}. After an interruption the same command goes on.")
  private Path out = Path.of("thaw-lab");

  @Option(
      names = "--docs",
      paramLabel = "DIR",
      description =
          "Folder of the course's pages: keeps the raw data in DIR/data and writes the pages and"
              + " charts of all that is there. Without a lesson it measures nothing.")
  private @Nullable Path docs;

  /** Returns whether the result is printed for another program. */
  boolean printsJson() {
    return json.isAsked();
  }

  void print(LessonList lessons) {
    json.print(lessons);
  }

  /** The folder of the results, which can be written. */
  Path out() {
    Path existing = out.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new UserMistake(
          "the folder " + out + " cannot be written to", "name another one with --out");
    }
    return out;
  }

  /** The folder of the course's pages, which is there and can be written. */
  Optional<Path> docs() {
    if (docs == null) {
      return Optional.empty();
    }
    if (!Files.isDirectory(docs) || !Files.isWritable(docs)) {
      throw new UserMistake(
          docs + " is not a folder that can be written to",
          "make it, or name another one with --docs");
    }
    if (!only.isEmpty()) {
      throw new UserMistake(
          "--docs publishes whole lessons, and --only leaves out cases", "leave out one of them");
    }
    return Optional.of(docs);
  }

  boolean namesJdks() {
    return !jdks.isEmpty();
  }

  Scope scope(Workspace workspace) {
    if (rounds != null && rounds < 1) {
      throw new UserMistake("--rounds must be at least 1: " + rounds, "use for example --rounds 5");
    }
    return new Scope(
        quick,
        chosen(workspace),
        rounds == null ? OptionalInt.empty() : OptionalInt.of(rounds),
        seed,
        filters());
  }

  /** Oldest first: the order in which a table tells what has changed. */
  private List<Jdk> chosen(Workspace workspace) {
    List<Jdk> chosen = new ArrayList<>();
    if (jdks.isEmpty()) {
      Map<Integer, Jdk> newest = new LinkedHashMap<>();
      workspace.jdks().all().forEach(jdk -> newest.putIfAbsent(jdk.feature(), jdk));
      newest.values().stream().filter(jdk -> jdk.feature() >= OLDEST).forEach(chosen::add);
    } else {
      jdks.stream().map(workspace::jdk).distinct().forEach(chosen::add);
    }
    chosen.stream()
        .filter(jdk -> jdk.feature() < OLDEST)
        .findFirst()
        .ifPresent(jdk -> {
          throw new UserMistake(
              "the lab's programs need JDK " + OLDEST + " or later: " + jdk.label(),
              "name others with --jdk");
        });
    for (int i = 1; i < chosen.size(); i++) {
      requireOther(chosen.get(i), chosen.subList(0, i));
    }
    chosen.sort(Comparator.comparingInt(Jdk::feature));
    return chosen;
  }

  /** Samples name their JDK by its label alone. */
  private static void requireOther(Jdk jdk, List<Jdk> before) {
    for (Jdk other : before) {
      if (other.label().equals(jdk.label())) {
        throw new UserMistake(
            "two JDKs are " + jdk.label() + ": " + other.home() + ", " + jdk.home(),
            "leave out one of them");
      }
    }
  }

  private Map<String, List<String>> filters() {
    Map<String, List<String>> filters = new LinkedHashMap<>();
    for (String filter : only) {
      int equals = filter.indexOf('=');
      if (equals < 1 || equals == filter.length() - 1) {
        throw new UserMistake(
            "--only must be FACTOR=VALUE: " + filter, "use for example --only archive=AOT");
      }
      filters
          .computeIfAbsent(filter.substring(0, equals), _ -> new ArrayList<>())
          .add(filter.substring(equals + 1));
    }
    return filters;
  }
}
