package thaw.app.fix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.app.build.FunctionBuild;
import thaw.app.build.ProjectCopy;
import thaw.app.shared.Progress;
import thaw.attribution.Explanation;
import thaw.explanation.why.WhyJson;
import thaw.files.Trees;
import thaw.files.WholeFile;
import thaw.fix.Logbook;
import thaw.function.packaging.CodeSource;
import thaw.presentation.text.AtomicFile;
import thaw.remedy.Draft;
import thaw.remedy.RemedyJson;

/**
 * The state that a search leaves in its result's folder, so that the same command goes on with it:
 * what was asked and answered, and what was built until it has come to its end.
 */
public record FixState(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String COPY = "copy";
  private static final String ARCHIVE = "archive";
  private static final String BUILD_MILLIS = "build-millis";
  private static final String LOG = "search.jsonl";
  private static final String ENDED = "ended";
  private static final String BUILT = "built-";
  private static final String PASSING = "passing-tests";

  public static FixState in(Path result) {
    return new FixState(result.resolve("thaw-state"));
  }

  /** Remembers a copy that lives as long as the search, and deletes that of a killed one. */
  public void use(ProjectCopy copy) {
    Path file = folder.resolve(COPY);
    try {
      if (Files.exists(file)) {
        Path earlier = Path.of(Files.readString(file));
        if (earlier.getFileName().toString().startsWith(ProjectCopy.PREFIX)) {
          Trees.delete(earlier);
        }
      }
      Files.createDirectories(folder);
      Files.writeString(file, copy.folder().toString());
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to " + file + ": " + e, e);
    }
  }

  /**
   * Goes on with what is there, when it is of the same key. A result of another question no longer
   * holds and is moved beside.
   *
   * @param key of {@link FixKey#text}
   */
  Logbook logbook(String key, FixScope scope, Progress progress) {
    Path log = folder.resolve(LOG);
    Path result = folder.resolveSibling("");
    Optional<String> earlier = Logbook.keyOf(log);
    String other = Logbook.scopeOf(log).orElse("");
    boolean isSame = earlier.equals(Optional.of(key));
    if (!isSame || !scope.covers(other)) {
      Optional<Path> aside = new FixFormer(result).setAside(isSame && FixScope.isChosen(other));
      if (isSame) {
        aside.ifPresent(path ->
            progress.line(
                "this search tries other remedies (%s) than the one before (%s), whose result is kept in %s"
                    .formatted(scope.words(), other, path)));
      } else {
        String why = FixKey.difference(earlier.orElse(""), key);
        aside
            .map(path ->
                "the result in %s no longer holds, since %s; it is kept in %s"
                    .formatted(result, why, path))
            .or(() ->
                earlier.map(_ ->
                    "the search that was begun in %s does not go on, since %s"
                        .formatted(result, why)))
            .ifPresent(progress::line);
      }
    }
    if (!isSame) {
      deleteAnswers();
    }
    Trees.deleteOwn(folder.resolve(ENDED));
    Logbook logbook = Logbook.open(log, key, scope.words());
    if (logbook.known() > 0) {
      progress.line(
          "going on with the search that was begun before: " + logbook.known() + " starts known");
    }
    return logbook;
  }

  /** Returns whether a search of this key and scope has come to its end. */
  boolean hasEnded(String key, FixScope scope) {
    return Files.exists(folder.resolve(ENDED))
        && Logbook.keyOf(folder.resolve(LOG)).equals(Optional.of(key))
        && isOf(scope);
  }

  /** Returns whether the search that was here last was of this scope. */
  boolean isOf(FixScope scope) {
    return Logbook.scopeOf(folder.resolve(LOG)).equals(Optional.of(scope.words()));
  }

  /**
   * Returns the stored result of a build with these changes.
   *
   * @param jdk feature version of the one that it was tested on; 0 for that of the base
   */
  Optional<FunctionBuild> built(Map<Path, String> texts, int jdk) {
    Path list = builds(texts, jdk).resolve("paths.json");
    if (Files.notExists(list)) {
      return Optional.empty();
    }
    try {
      JsonNode read = JSON.readTree(Files.readAllBytes(list));
      CodeSource.Built compiled =
          new CodeSource.Built(
              paths(list, read.path("classes")), paths(list, read.path("libraries")));
      JsonNode archive = read.path(ARCHIVE);
      return Optional.of(
          new FunctionBuild(
              archive.isTextual()
                  ? new CodeSource.Archive(list.resolveSibling(archive.asText()))
                  : compiled,
              compiled));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + list + ": " + e, e);
    }
  }

  /** Keeps what the build of the unchanged project took: a search that goes on expects the same. */
  void tookToBuild(Duration duration) {
    AtomicFile.write(folder.resolve(BUILD_MILLIS), Long.toString(duration.toMillis()));
  }

  /** Keeps which tests pass before any change, where others fail. */
  void passing(Set<String> tests) {
    AtomicFile.write(folder.resolve(PASSING), String.join("\n", tests));
  }

  /** Forgets that: all pass, or it is not known yet. */
  void forgetPassing() {
    Trees.deleteOwn(folder.resolve(PASSING));
  }

  /** Returns which tests pass before any change; empty where all do. */
  Optional<Set<String>> passing() {
    Path file = folder.resolve(PASSING);
    return Files.exists(file)
        ? Optional.of(
            WholeFile.text(file)
                .lines()
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new)))
        : Optional.empty();
  }

  /** Returns what that took; nothing where there was no build. */
  Duration tookToBuild() {
    Path file = folder.resolve(BUILD_MILLIS);
    try {
      return Files.exists(file)
          ? Duration.ofMillis(Long.parseLong(Files.readString(file).strip()))
          : Duration.ZERO;
    } catch (NumberFormatException e) {
      return Duration.ZERO; // of a machine that went down
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }

  private static List<Path> paths(Path list, JsonNode names) {
    return names.valueStream().map(name -> list.resolveSibling(name.asText())).toList();
  }

  /** Copies what was built to where the next build does not write. */
  FunctionBuild keep(Map<Path, String> texts, int jdk, FunctionBuild build) {
    Path into = builds(texts, jdk);
    CodeSource.Built built = build.compiled();
    try {
      Trees.delete(into);
      List<Path> classes = new ArrayList<>();
      for (Path each : built.classes()) {
        classes.add(ProjectCopy.copyInto(each, into.resolve("" + classes.size())));
      }
      List<Path> libraries = new ArrayList<>();
      for (Path each : built.libraries()) {
        // A folder each: libraries of two groups may have one file name.
        libraries.add(ProjectCopy.copyInto(each, into.resolve("lib" + libraries.size())));
      }
      ObjectNode list = JSON.createObjectNode();
      names(into, classes, list.putArray("classes"));
      names(into, libraries, list.putArray("libraries"));
      CodeSource.Built compiled = new CodeSource.Built(classes, libraries);
      CodeSource deployed = compiled;
      if (build.deployed() instanceof CodeSource.Archive(Path file)) {
        Path archive = ProjectCopy.copyInto(file, into.resolve(ARCHIVE));
        list.put(ARCHIVE, into.relativize(archive).toString());
        deployed = new CodeSource.Archive(archive);
      }
      Path partial = into.resolve("paths.partial");
      Files.writeString(partial, list.toPrettyString() + "\n");
      Files.move(partial, into.resolve("paths.json"), StandardCopyOption.ATOMIC_MOVE);
      return new FunctionBuild(deployed, compiled);
    } catch (IOException e) {
      throw new UncheckedIOException("could not keep what was built in " + into + ": " + e, e);
    }
  }

  private static void names(Path into, List<Path> paths, ArrayNode names) {
    paths.forEach(path -> names.add(into.relativize(path).toString()));
  }

  private Path builds(Map<Path, String> texts, int jdk) {
    FixKey key = new FixKey();
    if (jdk > 0) {
      key.add("" + jdk);
    }
    new TreeMap<>(texts).forEach((file, text) -> key.add(file.toString()).add(text));
    return folder.resolve(BUILT + key.text());
  }

  /** Returns the file of what made the figures of the last run less sure. */
  Path noise() {
    return folder.resolve("noise");
  }

  void explained(Draft draft, Explanation explanation) {
    WhyJson.write(explanation, explanationOf(draft));
  }

  /** Returns the explanation of a draft, without its profile; empty when none is kept. */
  Optional<Explanation> explained(Draft draft) {
    Path file = explanationOf(draft);
    return Files.exists(file) ? Optional.of(WhyJson.read(file)) : Optional.empty();
  }

  private Path explanationOf(Draft draft) {
    FixKey key = new FixKey();
    draft.remedies().forEach(each -> key.add(each.id()).add(RemedyJson.text(each.change())));
    return folder.resolve("why-" + key.text() + ".json");
  }

  /** All but where the copy of a killed search is. */
  private void deleteAnswers() {
    try (Stream<Path> entries = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
      for (Path entry : entries.filter(each -> !each.endsWith(COPY)).toList()) {
        Trees.delete(entry);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not clear " + folder + ": " + e, e);
    }
  }

  /** Keeps the answers for a search that asks the same, and no builds: these are large. */
  void end() {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        String name = entry.getFileName().toString();
        if (name.startsWith(BUILT) || name.equals(COPY)) {
          Trees.delete(entry);
        }
      }
      Files.writeString(folder.resolve(ENDED), "");
    } catch (IOException e) {
      throw new UncheckedIOException("could not clear " + folder + ": " + e, e);
    }
  }
}
