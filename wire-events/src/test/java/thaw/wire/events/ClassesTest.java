package thaw.wire.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cold JVM loads to read a request and to write its response. */
class ClassesTest {
  /** Ours, with those of the two descriptions. */
  private static final int MOST_OF_OURS = 15;

  @TempDir private Path folder;

  @Test
  void a_request_and_its_response_load_few_classes_and_none_of_jackson() throws Exception {
    Path document =
        Path.of(
            Objects.requireNonNull(ClassesTest.class.getResource("APIGatewayV2HTTPEvent.json"))
                .toURI());
    Path log = folder.resolve("classes.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                Answering.class.getName(),
                document.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor());
    assertEquals(
        Official.tree(
            "{\"statusCode\":200,\"headers\":{\"content-type\":\"text/plain\"},\"body\":\"GET\","
                + "\"isBase64Encoded\":false}"),
        Official.tree(answer));
    List<String> loaded = loaded(log);
    TreeSet<String> ours = new TreeSet<>();
    TreeSet<String> others = new TreeSet<>();
    for (String name : loaded) {
      if (name.startsWith("thaw.") && !name.equals(Answering.class.getName())) {
        ours.add(name);
      } else if (!name.matches("(java|jdk|sun)\\..*|thaw\\..*")) {
        others.add(name);
      }
    }
    assertTrue(ours.size() <= MOST_OF_OURS, ours.size() + ": " + ours);
    assertEquals(
        List.of(
            "com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent",
            "com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent$RequestContext",
            "com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent$RequestContext$Http",
            "com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse"),
        List.copyOf(others),
        "of others: the objects that were made, and nothing of Jackson or Joda-Time");
    assertTrue(loaded.stream().noneMatch(name -> name.contains("Lambda$")), "and no lambda");
  }

  private static List<String> loaded(Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(" source: "))
        .map(line -> line.replaceFirst("^(\\[[^]]*])+ ", "").replaceFirst(" source: .*", ""))
        .toList();
  }
}
