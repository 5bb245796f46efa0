import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tests of functions with thaw-junit, as users write them, in a JVM of their own that JUnit's launcher
 * runs. Each test invokes one function with one event; nothing but the application differs from a
 * user's project.
 */
final class TestJvm {
  /** A test. */
  record Call(String function, Path event) {}

  /**
   * What a run took.
   *
   * @param millis from the first test's start until all has ended, the program {@code thaw run} too
   * @param invocations what each test waited for its response, in order
   * @param restores what the REPORT lines tell of restores
   * @param starts how each function started
   * @param cpuMillis that the tests' JVM has used and all programs that it and they have waited for, the program {@code thaw run} among them
   */
  record Run(double millis, List<Double> invocations, List<Double> restores, List<String> starts, double cpuMillis) {}

  private static final List<String> JARS =
      List.of(
          "org/junit/jupiter/junit-jupiter-api", "org/junit/jupiter/junit-jupiter-engine",
          "org/junit/platform/junit-platform-commons", "org/junit/platform/junit-platform-engine",
          "org/junit/platform/junit-platform-launcher", "org/opentest4j/opentest4j",
          "org/apiguardian/apiguardian-api", "org/jspecify/jspecify",
          "com/amazonaws/aws-lambda-java-serialization");

  private static final String MAIN =
      """
      import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
      import org.junit.platform.launcher.core.*;
      import org.junit.platform.launcher.listeners.*;
      public class Main {
        public static void main(String[] arguments) throws Exception {
          SummaryGeneratingListener listener = new SummaryGeneratingListener();
          var launcher = LauncherFactory.create();
          long begin = System.nanoTime();
          launcher.execute(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Class.forName("LambdaTests"))).build(), listener);
          System.out.println("total " + (System.nanoTime() - begin) / 1e6);
          listener.getSummary().getFailures().forEach(failure -> failure.getException().printStackTrace());
          System.exit(listener.getSummary().getTestsFailedCount() == 0 ? 0 : 1);
        }
      }
      """;

  private static final String TESTS =
      """
      import java.nio.file.Path;
      import org.junit.jupiter.api.*;
      import thaw.junit.*;
      @ThawApplication(value = "%s", start = StartMode.%s, startTimeoutSeconds = 900, options = {%s})
      @TestMethodOrder(MethodOrderer.MethodName.class)
      class LambdaTests {
        private static void invoke(LambdaFunction function, String event) {
          long begin = System.nanoTime();
          LambdaResponse response = function.invoke(Path.of(event));
          double millis = (System.nanoTime() - begin) / 1e6;
          response.assertSucceeded();
          System.out.println("test " + millis + " " + response.start() + " " + response.report().restoreMillis().orElse(-1));
        }
      %s}
      """;

  private static final String TEST =
      """
        @Test
        void a_request_is_served_%03d(@ThawFunction("%s") LambdaFunction function) {
          invoke(function, "%s");
        }
      """;

  private static final Pattern CPU = Pattern.compile("cpu (\\S+) (\\S+)");
  private static final Pattern TOLD = Pattern.compile("test (\\S+) (\\S+) (\\S+)");

  private final Path root = Path.of(System.getProperty("thaw.program")).resolve("../../..").normalize();
  private final Path work;
  private final String classPath;

  /**
   * @param work a folder of ours
   */
  TestJvm(Path work) throws IOException {
    this.work = work;
    List<String> parts = new ArrayList<>();
    for (String module : List.of("thaw-junit", "thaw-build")) {
      parts.add(require(root.resolve(module).resolve("target/classes")).toString());
    }
    for (String jar : JARS) {
      parts.add(newest(jar).toString());
    }
    classPath = String.join(":", parts);
  }

  private static Path require(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + " is not there; build it first: mvn -pl thaw-junit -am process-test-classes");
    }
    return folder;
  }

  /** Where the build of thaw-junit has found it. */
  private static Path newest(String artifact) throws IOException {
    Path folder = Path.of(System.getProperty("user.home"), ".m2/repository", artifact);
    try (Stream<Path> files = Files.walk(folder, 2)) {
      return files
          .filter(file -> file.toString().matches(".*\\d\\.jar"))
          .max((a, b) -> number(a).compareTo(number(b)))
          .orElseThrow(() -> new IOException("no " + artifact + " in " + folder));
    }
  }

  private static String number(Path jar) {
    StringBuilder key = new StringBuilder();
    Matcher parts = Pattern.compile("\\d+").matcher(jar.getParent().getFileName().toString());
    while (parts.find()) {
      key.append("%06d.".formatted(Integer.parseInt(parts.group())));
    }
    return key.toString();
  }

  /**
   * @param mode FASTEST or COLD
   * @param options of {@code thaw run}
   * @param record gets the events
   */
  Run run(Path application, List<Call> calls, String mode, List<String> options, Optional<Path> record) throws Exception {
    Path folder = Files.createTempDirectory(work, "tests");
    StringBuilder tests = new StringBuilder();
    for (int i = 0; i < calls.size(); i++) {
      tests.append(TEST.formatted(i, calls.get(i).function(), calls.get(i).event()));
    }
    String given = String.join(", ", options.stream().map(option -> '"' + option + '"').toList());
    Files.writeString(folder.resolve("Main.java"), MAIN);
    Files.writeString(folder.resolve("LambdaTests.java"), TESTS.formatted(application, mode, given, tests));
    int compiled =
        java.util.spi.ToolProvider.findFirst("javac").orElseThrow().run(
            System.out, System.err, "-proc:none", "-nowarn", "-cp", classPath, "-d", folder.toString(),
            folder.resolve("Main.java").toString(), folder.resolve("LambdaTests.java").toString());
    if (compiled != 0) {
      throw new IOException("javac ended with " + compiled);
    }
    List<String> command = new ArrayList<>(List.of(
        "bash", "-c", "TIMEFORMAT='cpu %U %S'; time \"$@\"", "tests",
        Path.of(System.getProperty("java.home")).resolve("bin/java").toString(),
        "-Dthaw.home=" + System.getProperty("thaw.home", root.toString()), "-cp", folder + ":" + classPath));
    record.ifPresent(into -> command.add("-Dthaw.record=" + into));
    command.add("Main");
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    int code = process.waitFor();
    List<String> lines = Files.readAllLines(out);
    if (code != 0) {
      throw new IOException("the tests ended with " + code + ":\n" + String.join("\n", lines));
    }
    return told(lines);
  }

  private static Run told(List<String> lines) {
    double total = 0;
    double cpu = 0;
    List<Double> invocations = new ArrayList<>();
    List<Double> restores = new ArrayList<>();
    List<String> starts = new ArrayList<>();
    for (String line : lines) {
      Matcher told = TOLD.matcher(line);
      Matcher used = CPU.matcher(line);
      if (used.matches()) {
        cpu = 1000 * (Double.parseDouble(used.group(1)) + Double.parseDouble(used.group(2)));
      } else if (told.matches()) {
        invocations.add(Double.parseDouble(told.group(1)));
        starts.add(told.group(2));
        if (!told.group(3).startsWith("-")) {
          restores.add(Double.parseDouble(told.group(3)));
        }
      } else if (line.startsWith("total ")) {
        total = Double.parseDouble(line.substring("total ".length()));
      }
    }
    return new Run(total, invocations, restores, starts, cpu);
  }
}
