package thaw.runtime.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a first metric makes a JVM load. */
class ColdPublishingTest {
  private static final int OURS_TO_STANDARD_OUTPUT = 20;
  private static final int ALL_TO_STANDARD_OUTPUT = 60;
  private static final int OURS_BY_HTTP = 37;

  @Test
  void a_metric_on_standard_output_takes_few_classes() throws Exception {
    List<String> loaded = loaded();
    assertEquals(OURS_TO_STANDARD_OUTPUT, ours(loaded), loaded::toString);
    assertTrue(loaded.size() <= ALL_TO_STANDARD_OUTPUT, loaded::toString);
  }

  @Test
  void a_metric_by_http_takes_few_classes_of_ours_and_no_lambda() throws Exception {
    try (Peer peer = new Peer((number, request) -> Peer.OK)) {
      List<String> loaded = loaded(peer.url());
      assertEquals(OURS_BY_HTTP, ours(loaded), loaded::toString);
      assertTrue(loaded.stream().noneMatch(name -> name.startsWith("thaw") && name.contains("$$")));
    }
  }

  private static long ours(List<String> loaded) {
    return loaded.stream().filter(name -> name.startsWith("thaw.")).count();
  }

  private static List<String> loaded(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xlog:class+load:stdout:",
                "-cp",
                System.getProperty("java.class.path"),
                ColdPublishing.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int begin = output.indexOf("[begin]");
    int end = output.indexOf("[end]");
    assertTrue(begin >= 0 && end > begin, output);
    return output
        .substring(begin, end)
        .lines()
        .filter(line -> line.contains(" source: "))
        .map(line -> line.substring(0, line.indexOf(" source: ")))
        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
        .toList();
  }
}
