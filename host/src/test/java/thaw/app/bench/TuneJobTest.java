package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.EventChoice;
import thaw.app.choice.SourceChoice;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.function.MemorySize;
import thaw.sandbox.SandboxHost;
import thaw.tuning.LambdaPrices;
import thaw.tuning.TuneMix;
import thaw.tuning.TunePoint;

/** Process tests: real environments that are invoked again and again. */
@Tag("linux")
@StartsProcesses("It compares warm invocations with cold ones")
class TuneJobTest {
  /** Fails the third time that an environment is invoked, if it is told to. */
  private static final String COUNTER =
      """
      package com.example;
      import java.util.Map;
      public class Counter {
        private int times;
        public Map<String, Integer> handle(Map<String, Integer> event) {
          times++;
          System.out.println("time " + times);
          if (times == event.getOrDefault("failAt", 0)) {
            throw new IllegalStateException("enough");
          }
          return Map.of("times", times);
        }
      }
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void function() throws IOException {
    assumeTrue(SandboxHost.probe().limitsCpu(), "this host cannot limit CPU time");
    Sources.compile(folder.resolve("classes"), COUNTER);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Counter:
            Type: AWS::Serverless::Function
            Properties:
              Handler: com.example.Counter::handle
              Runtime: java25
              CodeUri: classes
        """);
  }

  private static BenchRequest measured(String out) {
    List<MemorySize> sizes = List.of(new MemorySize(885), new MemorySize(1769));
    return BenchRequest.of(SourceChoice.of(folder), folder.resolve(out))
        .withAxes(new Axes(sizes, List.of(), List.of(), List.of()))
        .withRuns(2)
        .withWarm(3);
  }

  private static TuneResult tuned(BenchRequest bench) throws InterruptedException {
    return TuneJob.run(
        new TuneRequest(bench, new TuneMix(0.01, 0.5), LambdaPrices.published(LambdaPrices.X86_64)),
        BenchListener.SILENT);
  }

  @Test
  void each_cold_start_is_followed_by_invocations_of_the_same_environment() throws Exception {
    TuneResult result = tuned(measured("good"));
    assertTrue(result.isGood(), result.toString());
    List<TunePoint> points = result.tuning().curves().getFirst().measured();
    assertEquals(List.of(885, 1769), points.stream().map(TunePoint::memoryMiB).toList());
    for (TunePoint point : points) {
      assertEquals(2, point.environments());
      assertEquals(6, point.warmInvocations());
      assertTrue(point.warmMillis().max() < point.coldMillis().min(), point.toString());
    }
    for (Path file : List.of(result.document(), result.page(), result.bench().page())) {
      assertTrue(Files.size(file) > 0, file.toString());
    }
  }

  @Test
  void the_same_request_goes_on_with_what_is_there() throws Exception {
    tuned(measured("again").withRuns(1));
    List<String> first = Files.readAllLines(folder.resolve("again/results.jsonl"));
    TuneResult result = tuned(measured("again"));
    assertEquals(
        first, Files.readAllLines(folder.resolve("again/results.jsonl")).subList(0, first.size()));
    assertEquals(2, result.tuning().curves().getFirst().measured().getFirst().environments());
  }

  @Test
  void a_function_that_fails_when_it_is_warm_has_no_figure() throws Exception {
    TuneResult result =
        tuned(
            measured("failing")
                .withRuns(1)
                .withEvent(EventChoice.of(Optional.of("{\"failAt\": 3}"))));
    assertEquals(
        List.of("Counter 885 MB", "Counter 1769 MB"),
        result.tuning().curves().getFirst().withoutFigures());
    assertFalse(result.isGood(), result.toString());
    String samples = Files.readString(folder.resolve("failing/results.jsonl"));
    assertTrue(samples.contains("\"time 3\""), "the log of a warm failure: " + samples);
  }
}
