package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import thaw.app.why.Explaining;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.sandbox.jdk.Jdks;

/** Process tests: real cold starts of the sample functions, explained. */
@Tag("linux")
@StartsProcesses("It adds up the parts of cold starts that it measures")
class WhyTest {
  private static final double LEAST_EXPLAINED = 0.95;

  private static final Set<String> PLANTED =
      Set.of(
          "client-built-in-handler",
          "client-without-settings",
          "several-http-clients",
          "run-time-injection",
          "reflective-json",
          "blocked-on-network-in-init",
          "background-thread");

  @Thorough(
      "SevenMistakesTest finds the same mistakes in recordings, and KnownCostsTest explains a real"
          + " start")
  @Test
  void seven_planted_mistakes_are_found_and_the_clean_version_has_none_of_these_kinds()
      throws IOException, InterruptedException {
    try (SlowAnswers peer = SlowAnswers.open();
        Explaining orders =
            Explaining.sample("seven-mistakes", Map.of("ConfigPeer", peer.address()))) {
      assertEquals(new TreeSet<>(PLANTED), planted(orders.explain("Mistaken", 17, 1)));
      assertEquals(new TreeSet<>(), planted(orders.explain("Clean", 17, 1)));
    }
  }

  private static Set<String> planted(Explaining.Explained explained) {
    return explained.explanation().findings().stream()
        .map(Finding::id)
        .filter(PLANTED::contains)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Thorough(
      "It explains one function on two JDKs at two sizes; KnownCostsTest explains a real start")
  @Test
  void nearly_all_of_every_phase_is_explained_on_each_jdk_at_each_size()
      throws IOException, InterruptedException {
    try (Explaining pets = Explaining.sample("petstore", Map.of())) {
      for (int jdk : List.of(17, 25)) {
        assumeTrue(
            Jdks.find(System.getenv(), Path.of(System.getProperty("user.home")))
                .ofFeature(jdk)
                .isPresent(),
            "there is no JDK " + jdk);
        for (int memory : List.of(256, 1769)) {
          assertExplained(pets.explain("Dagger", jdk, memory, 1).explanation());
        }
      }
    }
  }

  private static void assertExplained(Explanation explanation) {
    assertEquals(
        List.of(
            PhaseName.BOOT,
            PhaseName.RUNTIME_CLIENT,
            PhaseName.HANDLER_INIT,
            PhaseName.FIRST_INVOCATION,
            PhaseName.LATER_INVOCATIONS),
        explanation.phases().stream().map(Explanation.Phase::name).toList());
    for (Explanation.Phase phase : explanation.phases()) {
      assertTrue(
          phase.explainedRatio() >= LEAST_EXPLAINED,
          () -> explanation.subject() + ": " + phase.toString());
      assertEquals(
          phase.wallMillis(),
          phase.causes().stream().mapToDouble(Explanation.CauseShare::millis).sum(),
          1e-6);
    }
    assertTrue(explanation.total().explainedRatio() >= LEAST_EXPLAINED, explanation::toString);
  }
}
