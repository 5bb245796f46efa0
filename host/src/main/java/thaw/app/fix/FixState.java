package thaw.app.fix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import thaw.app.build.FunctionBuild;
import thaw.app.build.ProjectCopy;
import thaw.app.shared.Progress;
import thaw.attribution.Explanation;
import thaw.explanation.WhyJson;
import thaw.files.Trees;
import thaw.fix.Checkpoint;
import thaw.function.packaging.CodeSource;
import thaw.presentation.text.AtomicFile;
import thaw.remedy.Draft;
import thaw.remedy.RemedyJson;

/**
 * The state that a search leaves in its result's folder, so that the same command goes on with it:
 * what was decided, and what was built until it has come to its end.
 */
final class FixState {
  private static final ObjectMapper JSON =
      RemedyJson.mapper().enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
  static final String NAME = "thaw-state";
  private static final String BUILT = "built-";
  private static final String EXPLAINED = "why-";

  private final Path folder;
  private final Path file;
  private SearchFile known;

  private FixState(Path folder) {
    this.folder = folder;
    this.file = folder.resolve("search.json");
    this.known = read();
  }

  static FixState in(Path result) {
    return new FixState(result.resolve(NAME));
  }

  private SearchFile read() {
    if (!Files.exists(file)) {
      return SearchFile.NONE;
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      try {
        return Objects.requireNonNullElse(JSON.readValue(bytes, SearchFile.class), SearchFile.NONE);
      } catch (JsonProcessingException e) {
        return ofResult(bytes); // of another version, or damaged
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }

  /** What was decided is lost, but the result beside it holds as long as it is of the same key. */
  private static SearchFile ofResult(byte[] bytes) throws IOException {
    try {
      JsonNode tree = JSON.readTree(bytes);
      return SearchFile.NONE
          .withKey(tree.path("key").asText())
          .withServed(tree.path("served").asText())
          .withScope(tree.path("scope").asText());
    } catch (JsonProcessingException e) {
      return SearchFile.NONE;
    }
  }

  private void write(SearchFile next) {
    known = next;
    try {
      AtomicFile.write(file, JSON.writeValueAsString(next));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a search has no JSON: " + next, e);
    }
  }

  Path folder() {
    return folder;
  }

  /** Remembers a copy that lives as long as the search, and deletes that of a killed one. */
  void use(ProjectCopy copy) {
    Path earlier = Path.of(known.copy());
    if (earlier.isAbsolute() && earlier.getFileName().toString().startsWith(ProjectCopy.PREFIX)) {
      Trees.deleteOwn(earlier);
    }
    write(known.withCopy(copy.folder().toString()));
  }

  /**
   * Begins a search, or goes on with the one before where that is of the same key. A result of
   * another question no longer holds and is moved beside.
   *
   * @param key of {@link FixKey#text}
   * @return what was decided before
   */
  Optional<Checkpoint> begin(String key, FixScope scope, Progress progress) {
    boolean isSame = known.key().equals(key);
    if (!isSame || !scope.covers(known.scope())) {
      setAside(key, isSame, scope, progress);
    }
    if (!isSame) {
      delete("");
      write(SearchFile.NONE.withKey(key).withCopy(known.copy()));
    }
    Optional<Checkpoint> decided =
        known.scope().equals(scope.words())
            ? known.search()
            : known
                .search()
                .filter(_ -> scope.covers(known.scope()))
                .map(Checkpoint::ofOtherRemedies);
    long tried =
        decided.stream()
            .flatMap(each -> each.steps().stream())
            .filter(each -> !each.isUntried())
            .count();
    if (tried > 0) {
      progress.line("going on with the search that was begun before: steps tried: " + tried);
    }
    write(known.withScope(scope.words()).withEnded(false).withSearch(decided));
    return decided;
  }

  private void setAside(String key, boolean isSame, FixScope scope, Progress progress) {
    Path result = folder.resolveSibling("");
    Optional<Path> aside =
        new FixFormer(result).setAside(isSame && FixScope.isChosen(known.scope()));
    if (isSame) {
      aside.ifPresent(path ->
          progress.line(
              "this search tries other remedies (%s) than the one before (%s), whose result is kept in %s"
                  .formatted(scope.words(), known.scope(), path)));
      return;
    }
    String why = FixKey.difference(known.key(), key);
    aside
        .map(path ->
            "the result in %s no longer holds, since %s; it is kept in %s"
                .formatted(result, why, path))
        .or(() ->
            Optional.of(known.key())
                .filter(each -> !each.isEmpty())
                .map(_ ->
                    "the search that was begun in %s does not go on, since %s"
                        .formatted(result, why)))
        .ifPresent(progress::line);
  }

  /**
   * Notes which events the function serves, of those that its key has.
   *
   * @param events a digest of them
   * @return whether they are those of the search before; else what that has decided does not hold,
   *     and is gone
   */
  boolean isServedAsBefore(String events, Progress progress) {
    boolean isSame = known.served().isEmpty() || known.served().equals(events);
    write(known.withServed(events));
    if (!isSame) {
      Optional<Path> aside =
          new FixFormer(folder.resolveSibling("")).setAside(FixScope.isChosen(known.scope()));
      progress.line(
          "the search before no longer holds, since the function serves other events than then"
              + aside.map(path -> "; its result is kept in " + path).orElse(""));
      delete(EXPLAINED);
      write(known.withSearch(Optional.empty()));
    }
    return isSame;
  }

  /** Keeps what was decided, for the next search. */
  void decided(Checkpoint checkpoint) {
    write(known.withSearch(Optional.of(checkpoint)));
  }

  /** Returns whether a search of this key and scope has come to its end. */
  boolean hasEnded(String key, FixScope scope) {
    return known.ended() && known.key().equals(key) && isOf(scope);
  }

  /** Returns whether the search that was here last was of this scope. */
  boolean isOf(FixScope scope) {
    return known.scope().equals(scope.words());
  }

  /**
   * Returns the stored result of a build with these changes.
   *
   * @param jdk feature version of the one that it was tested on; 0 for that of the base
   */
  Optional<FunctionBuild> built(Map<Path, String> texts, int jdk) {
    return Optional.ofNullable(known.builds().get(build(texts, jdk)))
        .map(this::built)
        .filter(FixState::isThere);
  }

  private FunctionBuild built(SearchFile.Build build) {
    CodeSource.Built compiled =
        new CodeSource.Built(
            build.classes().stream().map(folder::resolve).toList(),
            build.libraries().stream().map(folder::resolve).toList());
    return new FunctionBuild(
        build.archive().isEmpty()
            ? compiled
            : new CodeSource.Archive(folder.resolve(build.archive())),
        compiled);
  }

  private static boolean isThere(FunctionBuild build) {
    return Stream.of(
            Stream.of(build.deployed().path()),
            build.compiled().classes().stream(),
            build.compiled().libraries().stream())
        .flatMap(each -> each)
        .allMatch(Files::exists);
  }

  /** Copies what was built to where the next build does not write. */
  FunctionBuild keep(Map<Path, String> texts, int jdk, FunctionBuild build) {
    String name = build(texts, jdk);
    Path into = folder.resolve(name);
    try {
      Trees.delete(into);
      List<String> classes = new ArrayList<>();
      for (Path each : build.compiled().classes()) {
        classes.add(copy(each, into.resolve("" + classes.size())));
      }
      List<String> libraries = new ArrayList<>();
      for (Path each : build.compiled().libraries()) {
        // A folder each: libraries of two groups may have one file name.
        Path own = into.resolve("lib" + libraries.size());
        libraries.add(copy(each, own));
        Path pom = AbsentLibraries.pom(each);
        if (Files.isRegularFile(pom)) {
          copy(pom, own);
        }
      }
      String archive =
          build.deployed() instanceof CodeSource.Archive(Path deployed)
              ? copy(deployed, into.resolve("archive"))
              : "";
      Map<String, SearchFile.Build> builds = new HashMap<>(known.builds());
      builds.put(name, new SearchFile.Build(classes, libraries, archive));
      write(known.withBuilds(builds));
    } catch (IOException e) {
      throw new UncheckedIOException("could not keep what was built in " + into + ": " + e, e);
    }
    return built(texts, jdk).orElseThrow();
  }

  private String copy(Path from, Path into) throws IOException {
    return folder.relativize(ProjectCopy.copyInto(from, into)).toString();
  }

  private static String build(Map<Path, String> texts, int jdk) {
    FixKey key = new FixKey();
    if (jdk > 0) {
      key.add("" + jdk);
    }
    new TreeMap<>(texts).forEach((file, text) -> key.add(file.toString()).add(text));
    return BUILT + key.text();
  }

  /** Keeps what the build of the unchanged project took: a search that goes on expects the same. */
  void tookToBuild(Duration duration) {
    write(known.withBuildMillis(duration.toMillis()));
  }

  /** Returns what that took; nothing where there was no build. */
  Duration tookToBuild() {
    return Duration.ofMillis(known.buildMillis());
  }

  /** Keeps which tests pass before any change, where others fail; none where all do. */
  void passing(Optional<Set<String>> tests) {
    write(known.withPassing(tests.map(TreeSet::new)));
  }

  /** Returns which tests pass before any change; empty where all do. */
  Optional<Set<String>> passing() {
    return known.passing();
  }

  void explained(Draft draft, Explanation explanation) {
    WhyJson.write(explanation, explanationOf(draft));
  }

  /** Returns the explanation of a draft, without its profile; empty when none is kept. */
  Optional<Explanation> explained(Draft draft) {
    Path why = explanationOf(draft);
    return Files.exists(why) ? Optional.of(WhyJson.read(why)) : Optional.empty();
  }

  private Path explanationOf(Draft draft) {
    FixKey key = new FixKey();
    draft.remedies().forEach(each -> key.add(each.id()).add(RemedyJson.text(each.change())));
    return folder.resolve(EXPLAINED + key.text() + ".json");
  }

  /** Keeps what was decided for a search that asks the same, and no builds: these are large. */
  void end() {
    write(known.withEnded(true).withCopy("").withBuilds(Map.of()));
    delete(BUILT);
  }

  /** Deletes the files whose names begin so. */
  private void delete(String prefix) {
    try (Stream<Path> entries = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
      for (Path entry : entries.toList()) {
        if (entry.getFileName().toString().startsWith(prefix)) {
          Trees.delete(entry);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not clear " + folder + ": " + e, e);
    }
  }
}
