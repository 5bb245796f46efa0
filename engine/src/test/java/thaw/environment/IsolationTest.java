package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.Invocation;

/** Process tests: what an environment keeps from others, and from itself between requests. */
@SideBySide
class IsolationTest {
  private static final String HANDLERS =
      """
      package isolated;
      public class Handlers {
        public static long sleep(long millis) throws Exception {
          Thread.sleep(millis);
          return millis;
        }
      }
      """;

  private static final Path SAMPLE =
      Path.of("../functions/freeze-thaw/src/main/java/dev/thaw/samples/freeze/FreezeThaw.java");
  private static final Pattern SLEPT = Pattern.compile("slept (\\d+) ms");

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void functions() throws Exception {
    task = Sources.compile(folder.resolve("task"), HANDLERS, Files.readString(SAMPLE));
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    real.close();
  }

  @Test
  void the_sample_sleeps_through_the_time_between_requests() throws Exception {
    try (Environment sample = prepared("dev.thaw.samples.freeze.FreezeThaw::handleRequest");
        Environment other = prepared("isolated.Handlers::sleep")) {
      sample.initialise();
      other.initialise();
      answer(sample, "{}");
      int before = log.size();
      answer(other, "3000");
      List<String> meanwhile = List.copyOf(log.subList(before, log.size()));
      assertEquals(List.of(), meanwhile.stream().filter(SLEPT.asPredicate()).toList());
      answer(sample, "{\"busyMillis\": 1500}");
      List<Long> slept =
          log.subList(before, log.size()).stream()
              .map(SLEPT::matcher)
              .filter(Matcher::find)
              .map(found -> Long.parseLong(found.group(1)))
              .toList();
      // The first beat spans the gap; the second is the interval again.
      assertTrue(slept.getFirst() >= 3000, "slept " + slept);
      assertTrue(slept.size() >= 2 && slept.get(1) < 3000, "slept " + slept);
    }
  }

  private Environment prepared(String handler) {
    return Environment.prepareWithLog(
        real.instance(), real.spec(task, handler, 1769, 20), log::add);
  }

  private static String answer(Environment environment, String event) throws InterruptedException {
    InvocationResult result =
        environment.invoke(Invocation.of(event.getBytes(StandardCharsets.UTF_8)));
    return new String(result.outcome().payload(), StandardCharsets.UTF_8);
  }
}
