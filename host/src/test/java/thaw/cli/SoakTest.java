package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.FreePorts;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/**
 * {@code thaw run} for long: twenty functions that start cold, time out, kill themselves, leave
 * processes behind and are reloaded. When all is quiet, the program has what it had before.
 *
 * <p>For half a minute in a build; {@code -Dthaw.soak.seconds=3600} for an hour.
 */
@Thorough(
    "It runs functions for half a minute to see what grows; single runs are looked at by LeavesNothingTest")
@StartsProcesses("It looks at processes, groups and files of the whole machine")
class SoakTest {
  private static final int FUNCTIONS = 20;
  private static final int REQUESTS_A_CYCLE = 40;
  private static final int AT_ONCE = 4;
  private static final long SECONDS = Long.getLong("thaw.soak.seconds", 30);

  private static final String SOURCE =
      """
      package soaked;
      import java.util.Map;
      public class Handler {
        public static Object handle(Map<String, Object> event) throws Exception {
          switch ((String) event.get("do")) {
            case "sleep": Thread.sleep(60_000); break;
            case "exit": System.exit(3); break;
            case "halt": Runtime.getRuntime().halt(4); break;
            case "throw": throw new IllegalStateException("as asked");
            case "leave": new ProcessBuilder("setsid", "sleep", "1000").start(); break;
            case "log": for (int i = 0; i < 2000; i++) System.out.println("line " + i); break;
            case "large": return "x".repeat(2_000_000);
            default: break;
          }
          return "VERSION";
        }
      }
      """;

  private static final List<String> DEEDS =
      List.of(
          "echo", "echo", "echo", "echo", "sleep", "exit", "halt", "throw", "leave", "log",
          "large");

  /** What must not grow, and by how much it may differ for reasons of the JVM's own. */
  private static final Map<String, Long> SLACK =
      Map.of(
          "threads", 12L,
          "descriptors", 12L,
          "heap after collection, KiB", 24L * 1024,
          "children", 0L,
          "cgroups", 0L,
          "mounts", 0L,
          "files", 4L);

  /** Which collector a JVM has makes no difference to its histogram of classes. */
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

  @TempDir Path folder;

  @Test
  void a_long_run_keeps_nothing_of_what_has_ended() throws Exception {
    compile(0);
    Files.writeString(folder.resolve("template.yaml"), template());
    try (RunProcess life =
        RunProcess.start(
            List.of(),
            FreePorts.next(),
            folder.resolve("log"),
            folder.toString(),
            "--idle",
            "1",
            "--concurrency",
            "" + AT_ONCE)) {
      long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
      Random random = new Random(17);
      cycle(life, random); // classes are loaded, pools are made
      List<Map<String, Long>> samples = new ArrayList<>();
      samples.add(quiet(life));
      for (int i = 1; System.nanoTime() < end || i < 3; i++) {
        compile(i);
        cycle(life, random);
        samples.add(quiet(life));
        System.out.println("soak: cycle " + i + " " + samples.getLast());
      }
      Map<String, Long> first = samples.getFirst();
      Map<String, Long> last = samples.getLast();
      last.forEach((what, count) ->
          assertTrue(
              count <= first.get(what) + SLACK.get(what),
              what + " grew from " + first.get(what) + " to " + count + ": " + samples));
    }
  }

  private void compile(int version) throws Exception {
    Sources.compile(folder.resolve("classes"), SOURCE.replace("VERSION", "version " + version));
  }

  private static String template() {
    StringBuilder text = new StringBuilder("Transform: AWS::Serverless-2016-10-31\nResources:\n");
    for (int i = 0; i < FUNCTIONS; i++) {
      text.append(
          """
            Soaked%d:
              Type: AWS::Serverless::Function
              Properties: {Runtime: java25, CodeUri: classes, Handler: 'soaked.Handler::handle', MemorySize: 512, Timeout: 2}
          """
              .formatted(i));
    }
    return text.toString();
  }

  private static void cycle(RunProcess life, Random random) throws Exception {
    try (ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);
        HttpClient client = HttpClient.newHttpClient()) {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < REQUESTS_A_CYCLE; i++) {
        String function = "Soaked" + random.nextInt(FUNCTIONS);
        String deed = DEEDS.get(random.nextInt(DEEDS.size()));
        answers.add(
            clients.submit(() ->
                client
                    .send(
                        life.invocation(function, "{\"do\": \"" + deed + "\"}").build(),
                        HttpResponse.BodyHandlers.ofByteArray())
                    .statusCode()));
      }
      for (Future<Integer> answer : answers) {
        assertEquals(200, answer.get(), "what the function did is told with status 200");
      }
    }
  }

  /**
   * When all environments have ended. One whose function has ended its process gets a new one after
   * the response, so that for a moment there may be none.
   */
  private static Map<String, Long> quiet(RunProcess life) {
    List<Map<String, Long>> last = new ArrayList<>();
    Deadline.await(
        Duration.ofSeconds(60),
        "environments end, with their control groups",
        () -> {
          if (!hasNone(life)) {
            return false;
          }
          last.add(counts(life));
          return hasNone(life);
        });
    return last.getLast();
  }

  private static boolean hasNone(RunProcess life) {
    int janitorOnly = 1;
    return life.process().children().count() <= janitorOnly && cgroups(instance(life)) == 0;
  }

  private static Map<String, Long> counts(RunProcess life) {
    long pid = life.process().pid();
    Map<String, Long> counts = new TreeMap<>();
    counts.put("threads", entries(Path.of("/proc/" + pid + "/task")));
    counts.put("descriptors", entries(Path.of("/proc/" + pid + "/fd")));
    counts.put("heap after collection, KiB", heap(pid));
    String id = instance(life);
    counts.put("mounts", lines(Path.of("/proc/" + pid + "/mountinfo")));
    counts.put("files", files(id));
    counts.put("children", life.process().children().count());
    counts.put("cgroups", cgroups(id));
    return counts;
  }

  private static long entries(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    try (Stream<String> all = Files.lines(file)) {
      return all.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is reachable: the histogram collects first. */
  private static long heap(long pid) {
    Matcher total = TOTAL.matcher(jcmd(pid, "GC.class_histogram"));
    assertTrue(total.find(), "the heap is known");
    return Long.parseLong(total.group(1)) / 1024;
  }

  private static String jcmd(long pid, String command) {
    try {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                  "" + pid,
                  command)
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes());
      assertEquals(0, process.waitFor(), said);
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its folder's name begins with the program's pid. */
  private static String instance(RunProcess life) {
    Path base =
        Path.of(System.getProperty("java.io.tmpdir"), "thaw-" + System.getProperty("user.name"));
    try (Stream<Path> all = Files.list(base)) {
      return all.map(Path::toString)
          .filter(path -> path.contains("/thaw-" + life.process().pid() + "-"))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long files(String instance) {
    try (Stream<Path> all = Files.walk(Path.of(instance))) {
      return all.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long cgroups(String instance) {
    String id = Path.of(instance).getFileName().toString();
    try (Stream<Path> all =
        Files.find(Path.of("/sys/fs/cgroup"), 12, (path, facts) -> facts.isDirectory())) {
      return all.filter(path -> path.toString().contains("/" + id + "/")).count();
    } catch (IOException | UncheckedIOException e) {
      return 0; // none is ours to see
    }
  }
}
