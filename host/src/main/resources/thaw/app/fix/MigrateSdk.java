import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.ParseExceptionResult;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.config.Environment;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.style.Autodetect;
import org.openrewrite.tree.ParseError;

/**
 * Has AWS's recipes change Java sources from version 1 of its SDK to version 2. Runs from its
 * source, in a JVM of its own, with the recipes and OpenRewrite on the class path.
 *
 * <p>Arguments: a folder of sources, a file with the class path of their build, one entry a line,
 * and the folder that takes the sources that have changed. All of them, or none: then the reason is
 * on standard error, and the exit code is 1.
 */
public final class MigrateSdk {
  private static final String RECIPE = "software.amazon.awssdk.v2migration.AwsSdkJavaV1ToV2";

  /** javac needs no class of an annotation that it finds in a class file, OpenRewrite does. */
  private static final Pattern MISSING =
      Pattern.compile("class file for ([\\w.]+)\\.(\\w+) not found");

  /** Each further attempt knows the classes that the one before has missed. */
  private static final int ATTEMPTS = 5;

  private final List<Throwable> failures = new ArrayList<>();
  private final ExecutionContext context = new InMemoryExecutionContext(failures::add);
  private final Path folder;
  private final List<Path> classPath;

  private MigrateSdk(Path folder, List<Path> classPath) {
    this.folder = folder;
    this.classPath = classPath;
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    List<Path> classPath =
        Files.readAllLines(Path.of(arguments[1])).stream().map(Path::of).toList();
    try {
      new MigrateSdk(folder, classPath).run(Path.of(arguments[2]));
    } catch (IllegalStateException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private void run(Path target) throws IOException {
    Map<Path, String> changed = new TreeMap<>();
    for (Result result : results(parsed())) {
      if (result.getBefore() == null || result.getAfter() == null) {
        throw new IllegalStateException("a file came or went: " + result);
      }
      String text = result.getAfter().printAll();
      if (!text.equals(result.getBefore().printAll())) { // else it is only marked
        changed.put(result.getAfter().getSourcePath(), text);
      }
    }
    for (Map.Entry<Path, String> each : changed.entrySet()) {
      Path file = target.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
    }
  }

  private List<SourceFile> parsed() throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(folder)) {
      files = tree.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    Set<String> stubs = new LinkedHashSet<>();
    for (int attempt = 1; ; attempt++) {
      List<SourceFile> sources = parsed(files, stubs);
      List<String> complaints =
          sources.stream()
              .filter(ParseError.class::isInstance)
              .map(file -> file.getSourcePath() + ": " + message(file))
              .toList();
      if (complaints.isEmpty()) {
        return sources;
      }
      boolean further = false;
      for (String complaint : complaints) {
        Matcher missing = MISSING.matcher(complaint);
        while (missing.find()) {
          further |=
              stubs.add(
                  "package %s; public @interface %s {}"
                      .formatted(missing.group(1), missing.group(2)));
        }
      }
      if (!further || attempt == ATTEMPTS) {
        throw new IllegalStateException(firstLine(complaints.get(0)));
      }
    }
  }

  private List<SourceFile> parsed(List<Path> files, Set<String> stubs) {
    JavaParser.Builder<?, ?> builder = JavaParser.fromJavaVersion().classpath(classPath);
    if (!stubs.isEmpty()) {
      builder.dependsOn(stubs.toArray(String[]::new));
    }
    List<SourceFile> sources = builder.build().parse(files, folder, context).toList();
    failures.clear(); // a file that could not be parsed is a ParseError
    Autodetect.Detector detector = Autodetect.detector();
    sources.forEach(detector::sample);
    Autodetect style = detector.build();
    return sources.stream()
        .map(file -> (SourceFile) file.withMarkers(file.getMarkers().add(style)))
        .toList();
  }

  private static String message(SourceFile file) {
    return file.getMarkers()
        .findFirst(ParseExceptionResult.class)
        .map(ParseExceptionResult::getMessage)
        .orElse("could not be parsed");
  }

  /** A recipe that fails leaves a note in the sources: then nothing of the result is used. */
  private List<Result> results(List<SourceFile> sources) {
    Recipe recipe =
        Environment.builder()
            .scanRuntimeClasspath("software.amazon.awssdk", "org.openrewrite.java")
            .build()
            .activateRecipes(RECIPE);
    List<Result> results =
        recipe.run(new InMemoryLargeSourceSet(sources), context).getChangeset().getAllResults();
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a recipe failed: " + firstLine(failures.get(0).toString()));
    }
    return results;
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse(text);
  }
}
