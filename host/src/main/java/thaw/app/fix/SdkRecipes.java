package thaw.app.fix;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.files.Trees;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;
import thaw.service.process.RecipeJars;

/**
 * AWS's recipes for its SDK in a JVM of their own, which compiles the small program that runs them:
 * they and OpenRewrite are fetched when they are needed, and are never on Thaw's class path. What
 * they made of sources is remembered, and that they could not be fetched.
 */
final class SdkRecipes {
  private static final String PROGRAM = "MigrateSdk.java";

  /** Twenty classes take 20 s of CPU. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path cache;
  private final Progress progress;
  private final Map<Map<Path, String>, Map<Path, String>> known = new HashMap<>();
  private @Nullable UserMistake unavailable;

  /**
   * @param cache where the jars are kept
   */
  SdkRecipes(Path cache, Progress progress) {
    this.cache = cache;
    this.progress = progress;
  }

  /**
   * @param sources of a whole module
   * @param classPath of their build
   * @return those that changed
   * @throws UserMistake when the recipes cannot be run, or fail
   */
  Map<Path, String> applied(Map<Path, String> sources, List<Path> classPath) {
    Map<Path, String> made = known.get(sources);
    if (made == null) {
      made = run(sources, classPath);
      known.put(Map.copyOf(sources), made);
    }
    return made;
  }

  private Map<Path, String> run(Map<Path, String> sources, List<Path> classPath) {
    Path jars = jars();
    progress.line("migrating from the AWS SDK 1 by AWS's recipes ...");
    try {
      Path work = Files.createTempDirectory("thaw-migration-");
      Runnable hook = Interruption.onInterrupt(() -> Trees.deleteOwn(work));
      try {
        return run(sources, classPath, jars, work);
      } finally {
        Interruption.forget(hook);
        Trees.deleteOwn(work);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not run AWS's recipes: " + e, e);
    }
  }

  private Path jars() {
    if (unavailable != null) {
      throw unavailable;
    }
    try {
      return RecipeJars.find(cache, progress::line);
    } catch (UserMistake e) {
      unavailable = e;
      throw e;
    } catch (UncheckedIOException e) {
      unavailable = new UserMistake(String.valueOf(e.getMessage()), "make room in " + cache);
      throw unavailable;
    }
  }

  private static Map<Path, String> run(
      Map<Path, String> sources, List<Path> classPath, Path jars, Path work) throws IOException {
    Path before = work.resolve("before");
    for (Map.Entry<Path, String> each : sources.entrySet()) {
      Path file = before.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
    }
    Path entries =
        Files.write(work.resolve("class-path"), classPath.stream().map(Path::toString).toList());
    Path after = Files.createDirectory(work.resolve("after"));
    Tool run =
        Tool.run(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                jars + "/*",
                program(work).toString(),
                before.toString(),
                entries.toString(),
                after.toString()),
            PATIENCE);
    if (!run.succeeded()) {
      throw new UserMistake(
          "AWS's migration recipes failed: " + complaint(run.output()),
          "migrate by hand, or tell Thaw's authors");
    }
    return texts(after);
  }

  private static String complaint(String output) {
    return output
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("SLF4J") && !line.startsWith("WARNING"))
        .findFirst()
        .orElse("without a word");
  }

  private static Path program(Path work) throws IOException {
    try (InputStream source = SdkRecipes.class.getResourceAsStream(PROGRAM)) {
      if (source == null) {
        throw new IllegalStateException("our own program is not to be found: " + PROGRAM);
      }
      return Files.write(work.resolve(PROGRAM), source.readAllBytes());
    }
  }

  private static Map<Path, String> texts(Path folder) throws IOException {
    Map<Path, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.put(folder.relativize(file), Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    return texts;
  }
}
