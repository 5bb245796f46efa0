package thaw.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchRequest;
import thaw.app.bench.BenchResult;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.fix.FixJob;
import thaw.app.fix.FixListener;
import thaw.app.fix.FixOutcome;
import thaw.app.fix.FixRequest;
import thaw.app.fix.FixSearched;
import thaw.app.invoke.InvokeJob;
import thaw.app.invoke.InvokeListener;
import thaw.app.invoke.InvokeRequest;
import thaw.app.invoke.InvokeResult;
import thaw.app.packaging.PackageJob;
import thaw.app.packaging.PackageRequest;
import thaw.app.packaging.PackageResult;
import thaw.app.packaging.PackageWay;
import thaw.app.run.RunJob;
import thaw.app.run.RunListener;
import thaw.app.run.RunRequest;
import thaw.app.run.Server;
import thaw.app.running.RunFile;
import thaw.app.shared.Folders;
import thaw.app.shared.Progress;
import thaw.app.why.ClassLoadPath;
import thaw.app.why.WhyJob;
import thaw.app.why.WhyLive;
import thaw.app.why.WhyRequest;
import thaw.app.why.WhyResult;
import thaw.environment.InvocationResult;
import thaw.experiment.Sample;
import thaw.fixture.SideBySide;
import thaw.fixture.SmallFunction;
import thaw.problem.UserMistake;
import thaw.remedy.RemedyKind;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Deadline;

/**
 * Process tests: every job as a front end calls it that is no command line. None prints anything.
 */
@Tag("linux")
@SideBySide
class AppJobsTest {
  private static final String SAID = "{\"said\":\"hello\"}";

  private static final FunctionChoice ONLY = FunctionChoice.of(Optional.empty());

  @TempDir static Path folder;

  private final Lines lines = new Lines();

  /** What a front end is told. */
  private static final class Lines implements Progress {
    private final List<String> said = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void lines(String text) {
      said.add(text);
    }
  }

  private interface Job<T> {
    T run() throws Exception;
  }

  @BeforeAll
  static void function() throws IOException {
    SmallFunction.write(folder);
  }

  private static SourceChoice source() {
    return SourceChoice.of(folder);
  }

  /** With a home of its own, as the tests of commands have it. */
  private static <T> T silently(Job<T> job) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    String home = System.getProperty("user.home");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    T result;
    try {
      PrintStream kept = new PrintStream(printed, true, StandardCharsets.UTF_8);
      System.setOut(kept);
      System.setErr(kept);
      System.setProperty("user.home", Path.of("target/test-home").toAbsolutePath().toString());
      result = job.run();
    } finally {
      System.setOut(out);
      System.setErr(err);
      System.setProperty("user.home", home);
    }
    assertEquals("", printed.toString(StandardCharsets.UTF_8));
    return result;
  }

  private static void assertFiles(Path... files) {
    for (Path file : files) {
      assertTrue(Files.isRegularFile(file), file.toString());
    }
  }

  @Test
  void a_bench_gives_its_samples_its_files_and_tells_how_it_goes() throws Exception {
    List<String> events = new ArrayList<>();
    Path out = folder.resolve("bench");
    BenchListener listener =
        new BenchListener() {
          @Override
          public Progress progress() {
            return lines;
          }

          @Override
          public void planned(int samples, Path into) {
            events.add("planned " + samples + " into " + into);
          }

          @Override
          public void measured(Sample sample, int done, int total) {
            events.add(sample.name() + " " + done + " of " + total);
          }

          @Override
          public void ended() {
            events.add("ended");
          }
        };
    BenchResult result =
        silently(() -> BenchJob.run(BenchRequest.of(source(), out).withRuns(2), listener));
    assertTrue(result.isGood(), result.toString());
    assertEquals(List.of(), result.leftOut());
    assertEquals(2, result.experiment().variants().getFirst().samples().size());
    assertEquals(List.of("planned 2 into " + out, "Hello 1 of 2", "Hello 2 of 2", "ended"), events);
    assertFiles(result.samples(), result.summary(), result.page());
    assertTrue(
        lines.said.stream().anyMatch(line -> line.startsWith("Hello gets the event {}")),
        lines.said.toString());
  }

  @Test
  void nobody_has_to_listen() throws Exception {
    Path out = folder.resolve("unheard");
    BenchResult result =
        silently(
            () -> BenchJob.run(BenchRequest.of(source(), out).withRuns(1), BenchListener.SILENT));
    assertEquals(1, result.experiment().variants().getFirst().samples().size());
  }

  @Test
  void an_explanation_comes_with_its_files() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path out = folder.resolve("why");
    WhyResult result =
        silently(() -> WhyJob.explain(WhyRequest.of(source(), ONLY, out).withRuns(1), lines));
    assertEquals("Hello", result.explanation().subject().function());
    assertFalse(result.explanation().phases().isEmpty());
    assertTrue(result.files().contains(result.page()), result.files().toString());
    assertFiles(result.files().toArray(Path[]::new));
  }

  @Test
  void the_paths_to_a_class_are_told_without_a_file() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path out = folder.resolve("loads");
    WhyRequest request = WhyRequest.of(source(), ONLY, out).withRuns(1);
    List<ClassLoadPath> paths = silently(() -> WhyJob.loads(request, "com.example.Hello", lines));
    assertEquals(
        List.of("com.example.Hello"), paths.stream().map(ClassLoadPath::className).toList());
    assertFalse(paths.getFirst().frames().isEmpty());
    assertFalse(Files.exists(out));
  }

  @Test
  void an_invocation_gives_its_outcomes_and_the_log_line_by_line() throws Exception {
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    List<InvocationResult> told = new ArrayList<>();
    InvokeListener listener =
        new InvokeListener() {
          @Override
          public void logged(String line) {
            log.add(line);
          }

          @Override
          public void invoked(InvocationResult result) {
            told.add(result);
          }
        };
    InvokeResult result =
        silently(() -> InvokeJob.run(InvokeRequest.of(source(), ONLY).withTimes(2), listener));
    assertTrue(result.isGood());
    assertEquals(told, result.invocations());
    assertEquals(
        List.of(SAID, SAID),
        result.invocations().stream()
            .map(each -> new String(each.outcome().payload(), StandardCharsets.UTF_8))
            .toList());
    assertEquals(
        2, log.stream().filter(line -> line.startsWith("greets ")).count(), log.toString());
    assertEquals(2, log.stream().filter(line -> line.startsWith("REPORT ")).count());
  }

  @Test
  void an_application_runs_until_its_server_is_closed() throws Exception {
    List<String> announced = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public Progress progress() {
            return lines;
          }

          @Override
          public void announced(String line) {
            announced.add(line);
          }
        };
    URI invocations =
        silently(() -> {
          try (Server server = RunJob.start(RunRequest.of(source()), listener)) {
            assertEquals("Lambda API of Hello at " + server.url(), announced.getFirst());
            URI uri = URI.create(server.url() + "/2015-03-31/functions/Hello/invocations");
            assertEquals(SAID, post(uri));
            assertSlowest(server.url());
            return uri;
          }
        });
    boolean refused = false;
    try {
      post(invocations);
    } catch (IOException e) {
      refused = true;
    }
    assertTrue(refused, "the server is closed");
  }

  /** By the events of the running platform, which are written behind the request. */
  private static void assertSlowest(String url) {
    Path cache = Folders.of(System.getenv()).cache();
    RunFile run =
        RunFile.all(cache).stream()
            .filter(each -> each.url().equals(url))
            .findFirst()
            .orElseThrow();
    Deadline.await(Duration.ofSeconds(20), "its end", () -> ended(run) == 1);
    assertEquals("Hello", WhyLive.of(run, Optional.of("Hello")).slowest().function());
  }

  private static int ended(RunFile run) {
    try {
      return WhyLive.of(run, Optional.empty()).requests();
    } catch (UserMistake e) {
      return 0;
    }
  }

  private static String post(URI uri) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .timeout(Duration.ofSeconds(60))
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  @Test
  void a_package_is_in_its_folder() throws Exception {
    Path out = folder.resolve("package");
    PackageRequest request =
        PackageRequest.of(source(), ONLY, Optional.of(PackageWay.MANAGED), out);
    PackageResult result = silently(() -> PackageJob.make(request, lines));
    assertTrue(result.started().isPresent());
    assertEquals(Files.size(out.resolve("function.zip")), result.bytes());
    assertFiles(out.resolve("template.yaml"), out.resolve("manifest.json"));
  }

  @Test
  void only_what_was_applied_can_be_taken_back() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> FixJob.undo(folder.resolve("nothing")));
    assertTrue(mistake.getMessage().startsWith("nothing was applied from "), mistake.toString());
  }

  @Test
  void a_search_for_fixes_tells_its_result_before_it_returns_it() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    List<FixSearched> told = new ArrayList<>();
    FixListener listener =
        new FixListener() {
          @Override
          public Progress progress() {
            return lines;
          }

          @Override
          public void searched(FixSearched result) {
            told.add(result);
          }
        };
    FixRequest request =
        FixRequest.of(source(), ONLY, folder.resolve("fix"))
            .withKinds(Set.of(RemedyKind.SAFE))
            .withLimit(Duration.ofSeconds(1));
    FixOutcome outcome = silently(() -> FixJob.run(request, listener));
    FixSearched searched = outcome.searched().orElseThrow();
    assertEquals(List.of(searched), told);
    assertTrue(searched.isOpen(), "one second is too short");
    assertEquals(Optional.empty(), outcome.applied());
    assertFiles(searched.page(), searched.json());
    assertTrue(
        lines.said.contains("making Hello as it is ..." + System.lineSeparator()),
        lines.said.toString());
  }
}
