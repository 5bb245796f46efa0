package thaw.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.packaging.PackageJob;
import thaw.app.packaging.PackageRequest;
import thaw.app.packaging.PackageResult;
import thaw.app.packaging.PackageWay;
import thaw.app.shared.Progress;
import thaw.attribution.TrainingCoverage;
import thaw.fixture.SideBySide;
import thaw.fixture.SmallFunction;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** What a training covers is told by starts of the packaged function. */
@Tag("linux")
@Thorough(
    "It trains sample functions by Maven; ClosedTrainingTest and PrimingRunTest train small ones")
@SideBySide
class CoverageRunTest {
  /** Each topic has classes of its own. */
  private static final String FUNCTION =
      """
      package com.example;
      public class Topics {
        public String handle(String topic) throws Exception {
          return switch (topic) {
            case "xml" ->
                javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument().toString();
            case "script" -> java.text.NumberFormat.getInstance(java.util.Locale.GERMANY).format(1234.5);
            default -> topic;
          };
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void a_package_tells_what_its_archive_has_of_trained_left_out_and_unseen_events()
      throws Exception {
    SandboxHost host = SandboxHost.probe();
    assumeTrue(host.canIsolate(), "this host cannot isolate sandboxes");
    SmallFunction.write(folder, "Topics", "Topics::handle", FUNCTION);
    Path training = folder.resolve("training");
    Files.createDirectories(training.resolve("Topics"));
    Files.writeString(training.resolve("Topics/0001-a.json"), "\"plain\"");
    Files.writeString(training.resolve("Topics/0002-b.json"), "\"script\"");
    Path out = folder.resolve("package");
    PackageResult made =
        PackageJob.make(
            PackageRequest.of(
                    SourceChoice.of(folder),
                    FunctionChoice.of(Optional.empty()),
                    Optional.of(PackageWay.PROVIDED),
                    out)
                .withTraining(Optional.of(TrainingChoice.of(training, List.of("\"xml\"")))),
            Progress.SILENT);
    List<TrainingCoverage.Request> requests = made.coverage().orElseThrow().requests();
    assertEquals(3, requests.size());
    TrainingCoverage.Request plain = requests.get(0);
    TrainingCoverage.Request script = requests.get(1);
    TrainingCoverage.Request unseen = requests.get(2);
    assertTrue(script.classes() > plain.classes(), requests.toString());
    assertTrue(
        script.leftOutShare().orElseThrow() < script.share(), "its own classes are left out");
    assertTrue(unseen.share() < script.share(), "no event has loaded the parser: " + requests);
    assertTrue(unseen.missing() > plain.missing(), requests.toString());
    JsonNode written = new ObjectMapper().readTree(out.resolve("training.json").toFile());
    assertEquals(unseen.missing(), written.path("requests").get(2).path("missing").asInt());
  }

  @Test
  void of_many_events_some_are_chosen_evenly() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    IntStream.range(0, 24).forEach(i -> all.put("event " + i, new byte[0]));
    assertEquals(
        List.of(
            "event 0",
            "event 3",
            "event 6",
            "event 9",
            "event 12",
            "event 15",
            "event 18",
            "event 21"),
        List.copyOf(CoverageRun.spread(all).keySet()));
  }
}
