package thaw.app.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.app.build.FunctionProject;
import thaw.app.shared.Progress;
import thaw.environment.launch.EnvironmentSpec;
import thaw.presentation.text.AtomicFile;
import thaw.remedy.Draft;
import thaw.remedy.PoolReopening;
import thaw.remedy.Remedy;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.ReopenedPool;

/** The function's sources with a hook that closes a pool, as files to copy. */
final class ReopenedSources {
  private static final Path MAIN = Path.of("src/main/java");

  private final Path module;
  private final EnvironmentSpec spec;

  private ReopenedSources(Path module, EnvironmentSpec spec) {
    this.module = module;
    this.spec = spec;
  }

  /**
   * Replaces the files that the hook changes, in a folder of their own.
   *
   * @param field {@code com.example.Handler.DATA}
   * @return the files; empty where the sources are left alone, which the progress says why
   */
  static List<Path> write(EnvironmentSpec spec, String field, Path into, Progress progress) {
    Optional<Path> module = FunctionProject.of(spec.function()).map(FunctionProject::path);
    if (module.isEmpty() || !Files.isDirectory(module.get().resolve(MAIN))) {
      progress.line("no hook was written for " + field + ": there are no sources in " + MAIN);
      return List.of();
    }
    ReopenedSources sources = new ReopenedSources(module.get(), spec);
    try {
      JavaSources read =
          JavaSources.read(module.get(), module.get().resolve(MAIN), sources.classPath());
      Optional<Remedy> remedy = PoolReopening.of(read, field, sources.pom());
      if (remedy.isEmpty()) {
        read.takeNotes()
            .forEach(why -> progress.line("no hook was written for " + field + ": " + why));
        return List.of();
      }
      Map<Path, String> texts = new Draft(List.of(remedy.get())).texts(sources::text);
      texts.forEach((file, text) -> AtomicFile.write(into.resolve(file), text));
      return texts.keySet().stream().map(into::resolve).sorted().toList();
    } catch (IOException | RuntimeException e) { // of javac: it has many of its own
      progress.line("no hook was written for " + field + ": javac fails at the sources: " + e);
      return List.of();
    }
  }

  private List<Path> classPath() throws IOException {
    List<Path> path = new ArrayList<>(List.of(spec.code().root()));
    Path libraries = spec.code().root().resolve("lib");
    if (Files.isDirectory(libraries)) {
      try (Stream<Path> jars = Files.list(libraries)) {
        jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(path::add);
      }
    }
    return path;
  }

  private Optional<ReopenedPool.Build> pom() {
    Path pom = Path.of("pom.xml");
    return Files.exists(module.resolve(pom))
        ? Optional.of(new ReopenedPool.Build(pom, text(pom)))
        : Optional.empty();
  }

  private String text(Path file) {
    try {
      return Files.readString(module.resolve(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }
}
