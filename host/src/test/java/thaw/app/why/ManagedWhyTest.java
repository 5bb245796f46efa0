package thaw.app.why;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.attribution.PhaseName;
import thaw.attribution.warmup.WarmUp;
import thaw.attribution.warmup.WarmWork;
import thaw.fixture.Browser;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.problem.UserMistake;
import thaw.sandbox.SandboxHost;

/** Process test: first requests of a function on managed instances are explained. */
@Tag("linux")
@StartsProcesses("It compares the CPU time of first and later requests")
class ManagedWhyTest {
  private static final String HANDLER =
      """
      package warm;
      import com.amazonaws.services.lambda.runtime.Context;
      public class Handler {
        public String handle(Object event, Context context) {
          double sum = 0;
          for (int i = 1; i < 200_000; i++) { sum += Math.sqrt(i) / (i + 1); }
          return Late.text(sum);
        }
      }
      class Late {
        static String text(double sum) { return "sum " + sum; }
      }
      """;

  @TempDir Path folder;

  private WhyRequest request(WarmUpChoice choice) throws Exception {
    Sources.compile(folder.resolve("code"), HANDLER);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Warm:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              Handler: warm.Handler::handle
              CodeUri: code/
              MemorySize: 4096
              Timeout: 60
              CapacityProviderConfig:
                Arn: arn:aws:lambda:us-east-1:123456789012:capacity-provider:fleet
                PerExecutionEnvironmentMaxConcurrency: 4
        """);
    return WhyRequest.of(
            SourceChoice.of(folder), FunctionChoice.of(Optional.empty()), folder.resolve("out"))
        .withRuns(1)
        .withWarmUp(choice);
  }

  @Test
  void first_requests_are_explained_with_the_init_of_their_environment() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    WhyResult result =
        WhyJob.explain(request(new WarmUpChoice(40, OptionalInt.of(2))), Progress.SILENT);
    assertTrue(
        result.explanation().phases().stream()
            .anyMatch(phase -> phase.name() == PhaseName.HANDLER_INIT),
        "the init phase is explained");
    WarmUp warmUp = result.warmUp().orElseThrow();
    assertEquals(2, warmUp.load().senders());
    assertEquals(0, warmUp.load().failures());
    assertEquals(40, warmUp.points().size());
    WarmUp.StretchTimes first = warmUp.stretches().getFirst();
    WarmUp.StretchTimes last = warmUp.stretches().getLast();
    assertTrue(first.cpuMillis() > last.cpuMillis(), first + " " + last);
    assertTrue(
        warmUp.classes().stream().anyMatch(late -> late.name().equals("warm.Late")),
        warmUp.classes().toString());
    assertTrue(
        last.millis(WarmWork.C1) > last.millis(WarmWork.INTERPRETED),
        "a loop that is compiled: " + last);
    assertTrue(Files.readString(result.page()).contains("id=\"first-requests\""));
    JsonNode json = new ObjectMapper().readTree(Files.readString(result.json()));
    assertEquals("thaw-why-1", json.path("format").asText());
    assertEquals(2, json.at("/warmUp/load/senders").asInt());
    assertFalse(json.at("/warmUp/stretches/0/work").isEmpty());
    looksWell(result.page());
  }

  /** Last, as it is skipped where there is no browser. */
  private void looksWell(Path page) throws Exception {
    try (Browser browser = Browser.start(folder.resolve("profile"))) {
      for (int width : new int[] {1280, 390}) {
        for (boolean dark : new boolean[] {false, true}) {
          browser.open(page, width, 900, dark);
          String where = width + (dark ? ", dark" : "");
          assertEquals(
              "true",
              browser.text("String(document.documentElement.scrollWidth <= innerWidth)"),
              "the page is no wider than the window: " + where);
          String legible =
              "String([...document.querySelectorAll('.warm-up .tick')]"
                  + ".every(each => each.getBoundingClientRect().height >= 9))";
          assertEquals("true", browser.text(legible), "its figures can be read: " + where);
          assertEquals(
              "none",
              browser.text("getComputedStyle(document.querySelector('.warm-up .course')).fill"));
        }
      }
      assertEquals(List.of(), browser.errors());
    }
  }

  @Test
  void more_threads_than_the_environment_has_are_refused() throws Exception {
    WhyRequest request = request(new WarmUpChoice(40, OptionalInt.of(5)));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> WhyJob.explain(request, Progress.SILENT));
    assertTrue(mistake.getMessage().contains("takes 4 requests at a time"), mistake.toString());
  }
}
