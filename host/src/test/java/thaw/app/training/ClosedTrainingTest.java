package thaw.app.training;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.fix.FixJob;
import thaw.app.fix.FixListener;
import thaw.app.fix.FixRequest;
import thaw.app.shared.Progress;
import thaw.fixture.SideBySide;
import thaw.fixture.SmallFunction;
import thaw.problem.UserMistake;
import thaw.remedy.RemedyKind;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Deadline;

/** A training reaches local services only. */
@Tag("linux")
@SideBySide
class ClosedTrainingTest {
  private static final String FUNCTION =
      """
      package com.example;
      import java.net.URI;
      public class Payer {
        public int pay(String host) throws Exception {
          return URI.create("https://" + host + "/pay").toURL().openStream().read();
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void a_function_that_calls_another_host_gets_an_error_and_a_line_names_the_host()
      throws Exception {
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    assumeTrue(
        Files.exists(Path.of("/etc/resolv.conf"))
            && Files.readString(Path.of("/etc/resolv.conf")).contains("nameserver "),
        "this host asks no name server");
    SmallFunction.write(folder, "Payer", "Payer::pay", FUNCTION);
    Path training = folder.resolve("training");
    Files.createDirectories(training.resolve("Payer"));
    Files.writeString(training.resolve("Payer/0001-by-hand.json"), "\"pay.example.com\"");
    List<String> said = Collections.synchronizedList(new ArrayList<>());
    FixListener listener =
        new FixListener() {
          @Override
          public Progress progress() {
            return new Progress() {
              @Override
              public void lines(String text) {
                said.add(text);
              }
            };
          }
        };
    FixRequest request =
        FixRequest.of(
                SourceChoice.of(folder), FunctionChoice.of(Optional.empty()), folder.resolve("fix"))
            .withTraining(Optional.of(TrainingChoice.of(training)))
            .withKinds(Set.of(RemedyKind.SAFE));
    UserMistake mistake = assertThrows(UserMistake.class, () -> FixJob.run(request, listener));
    assertTrue(mistake.getMessage().contains("java.net.UnknownHostException"), mistake::toString);
    Deadline.await(
        Duration.ofSeconds(10),
        "the host is named",
        () ->
            said.stream()
                .anyMatch(line ->
                    line.startsWith(
                        "Payer asks for pay.example.com, which a training does not reach")));
  }
}
