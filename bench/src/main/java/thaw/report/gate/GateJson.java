package thaw.report.gate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateVerdict;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;

/**
 * {@code gate.json}: a comparison for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-gate-1", "against", "interleaved", "over", "open",
 *  "verdicts": [{"variant", "measure", "gates", "limit", "before", "after", "ratio", "low", "high",
 *                "samplesBefore", "samplesAfter", "outcome", "reason"}],
 *  "changes": [{"variant", "text"}], "notes": []}
 * }</pre>
 *
 * {@code limit}, {@code ratio}, {@code low} and {@code high} are factors: 1.05 is 5 % more. Members
 * may be added, none of these goes away.
 */
final class GateJson {
  private static final String FORMAT = "thaw-gate-1";
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().addModule(new Jdk8Module()).build();

  private GateJson() {}

  private record Document(
      String format,
      String against,
      boolean interleaved,
      boolean over,
      boolean open,
      List<Judgement> verdicts,
      List<GateResult.Change> changes,
      List<String> notes) {}

  private record Judgement(
      String variant,
      String measure,
      boolean gates,
      double limit,
      OptionalDouble before,
      OptionalDouble after,
      OptionalDouble ratio,
      OptionalDouble low,
      OptionalDouble high,
      int samplesBefore,
      int samplesAfter,
      String outcome,
      Optional<String> reason) {
    static Judgement of(GateVerdict verdict) {
      return new Judgement(
          verdict.variant(),
          verdict.measure().key(),
          verdict.gates(),
          verdict.limit(),
          verdict.before(),
          verdict.after(),
          verdict.ratio(),
          verdict.low(),
          verdict.high(),
          verdict.samplesBefore(),
          verdict.samplesAfter(),
          verdict.outcome().words(),
          verdict.reason());
    }
  }

  static void write(GateResult gate, Path file) {
    AtomicFile.write(
        file,
        JsonLayout.lines(
            MAPPER,
            new Document(
                FORMAT,
                gate.against(),
                gate.interleaved(),
                gate.isOver(),
                gate.isOpen(),
                gate.verdicts().stream().map(Judgement::of).toList(),
                gate.changes(),
                gate.notes())));
  }
}
