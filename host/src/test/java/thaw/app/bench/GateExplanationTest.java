package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.experiment.gate.GateBaseline;
import thaw.experiment.gate.GateComparison;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateRule;
import thaw.experiment.gate.GateSides;
import thaw.problem.UserMistake;

class GateExplanationTest {
  private static final BenchRequest REQUEST =
      BenchRequest.of(SourceChoice.of(Path.of("head")), Path.of("out"))
          .withGate(GateChoice.NONE.withAgainst(Optional.of("base")));

  private static GateBaseline build(double classes) {
    double[] cpu = GateSides.drawn(new Random(1), 30, 800, 0.03);
    return GateSides.baseline(GateSides.side("Hello", cpu, classes, 1 << 20));
  }

  @Test
  void a_failure_of_the_explanation_is_a_line_and_the_verdict_stays() throws InterruptedException {
    GateBaseline head = build(5000);
    GateResult over = GateComparison.of("base", GateRule.USUAL, build(4000), head, true);
    List<RuntimeException> failures =
        List.of(
            new UserMistake("no such function", "name another one"),
            new UncheckedIOException(new IOException("no space left on device")),
            new NullPointerException());
    for (RuntimeException failure : failures) {
      List<String> lines = new ArrayList<>();
      GateExplanation explanation =
          new GateExplanation(
              REQUEST,
              new Progress() {
                @Override
                public void line(String line) {
                  lines.add(line);
                }
              },
              _ -> {
                throw failure;
              });
      assertEquals(over, explanation.of(over, head));
      assertTrue(lines.getLast().startsWith("warning: Hello is not explained: "), lines.getLast());
    }
  }
}
