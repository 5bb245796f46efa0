package thaw.app.invoke;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.bench.PodStart;
import thaw.app.choice.SourceChoice;
import thaw.cli.Transcript;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.pods.PodLine;
import thaw.fixture.SideBySide;
import thaw.fixture.SmallFunction;
import thaw.function.FunctionDefinition;

/** What a pod of {@code bench --on kubernetes} runs, here without a pod. */
@Tag("linux")
@SideBySide
class PodStartTest {
  @TempDir Path folder;

  /** Of the command of a pod, what is behind the folder of the application. */
  private Object[] words(String event) {
    FunctionDefinition function = SourceChoice.of(folder).read().functions().getFirst();
    var command =
        PodStart.of("Hello", "image", function, event.getBytes(UTF_8), List.of()).command();
    Object[] words = command.subList(command.indexOf("invoke"), command.size()).toArray();
    assertEquals("/app", words[1]);
    words[1] = folder;
    return words;
  }

  @Test
  void one_cold_start_is_one_line_with_where_it_was() throws Exception {
    SmallFunction.write(folder);
    Transcript started = Transcript.of(words("{\"name\":\"Pepper\"}"));
    assertEquals(0, started.exit(), started.err());
    Sample sample = PodLine.read(started.out(), "Hello", 3).orElseThrow();
    assertNull(sample.failure());
    assertTrue(sample.values().get(Metric.INIT) > 0);
    assertTrue(sample.values().get(Metric.TOTAL) > sample.values().get(Metric.INIT));
    assertTrue(sample.values().get(Metric.POD_ANSWERED) > sample.values().get(Metric.TOTAL));
    assertTrue(sample.values().get(Metric.POD_READY) > 0);
    assertFalse(sample.values().containsKey(Metric.POD_TOTAL), "what precedes it is not known");
    Sample.Place place = sample.place();
    assertNotNull(place);
    assertFalse(place.host().cpuModel().isEmpty());
    assertEquals("plain", place.start());
    assertEquals(44, place.codeSha256().length());
  }

  @Test
  void a_function_that_fails_is_a_sample_that_failed() throws Exception {
    SmallFunction.write(
        folder,
        "Hello",
        "Hello::handle",
        """
        package com.example;
        public class Hello {
          public String handle(String event) {
            throw new IllegalStateException("no");
          }
        }
        """);
    Transcript started = Transcript.of(words("\"x\""));
    assertEquals(0, started.exit(), started.err());
    Sample.Failure failure = PodLine.read(started.out(), "Hello", 1).orElseThrow().failure();
    assertNotNull(failure);
    assertEquals("no", failure.message());
  }
}
