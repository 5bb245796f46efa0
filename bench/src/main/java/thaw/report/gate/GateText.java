package thaw.report.gate;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.OptionalDouble;
import thaw.experiment.gate.GateMeasure;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateVerdict;
import thaw.experiment.gate.GateVerdict.Outcome;
import thaw.presentation.text.Figures;

/** A comparison's figures in words, the same for terminal, tests and reviews. */
final class GateText {
  private static final double MIB = 1024 * 1024;
  private static final double HUNDRED = 100;
  private static final DecimalFormatSymbols SYMBOLS = DecimalFormatSymbols.getInstance(Locale.ROOT);

  private GateText() {}

  /** {@code 78.0 MiB}; {@code -} where there is none. */
  static String value(GateMeasure measure, OptionalDouble value) {
    if (value.isEmpty()) {
      return Figures.MISSING;
    }
    double number = value.getAsDouble();
    return switch (measure) {
      case CPU, WALL -> Figures.millis(number) + " ms";
      case CLASSES -> Figures.whole(number);
      case MEMORY -> Figures.millis(number) + " MiB";
      case FAILURES -> String.format(Locale.ROOT, "%.0f %%", HUNDRED * number);
      case PACKAGE_SIZE -> String.format(Locale.ROOT, "%,.2f MiB", number / MIB);
    };
  }

  /** {@code +5.2 %}; empty where nothing was compared. */
  static String change(GateVerdict verdict) {
    return verdict.ratio().isPresent() ? signed(verdict.ratio().getAsDouble()) + " %" : "";
  }

  /** {@code +3.1 to +7.2 %}; empty where nothing is estimated. */
  static String interval(GateVerdict verdict) {
    return verdict.low().isPresent() && verdict.high().isPresent()
        ? signed(verdict.low().getAsDouble()) + " to " + signed(verdict.high().getAsDouble()) + " %"
        : "";
  }

  static String limit(GateVerdict verdict) {
    return "+" + new DecimalFormat("0.##", SYMBOLS).format(HUNDRED * (verdict.limit() - 1)) + " %";
  }

  /** {@code 26 / 26}; empty where no start is needed. */
  static String samples(GateVerdict verdict) {
    return verdict.samplesAfter() == 0
        ? ""
        : verdict.samplesBefore() + " / " + verdict.samplesAfter();
  }

  /** Its outcome; what only informs says so. */
  static String words(GateVerdict verdict) {
    return verdict.gates() ? verdict.outcome().words() : verdict.outcome().words() + " (informs)";
  }

  private static String signed(double factor) {
    return String.format(Locale.ROOT, "%+.1f", HUNDRED * (factor - 1));
  }

  /** The whole in one sentence. */
  static String sum(GateResult gate) {
    long over = gate.verdicts().stream().filter(GateVerdict::isOver).count();
    long open = gate.verdicts().stream().filter(GateVerdict::isOpen).count();
    long gates = gate.verdicts().stream().filter(GateVerdict::gates).count();
    long close =
        gate.verdicts().stream()
            .filter(each -> each.gates() && each.outcome() == Outcome.TOO_CLOSE && !each.isOpen())
            .count();
    return (over == 0
            ? "Nothing has grown beyond its limit"
            : "%d of %s over".formatted(over, Figures.counted(gates, "comparison")))
        + (close == 0 ? "" : ", %d too close to exclude it".formatted(close))
        + (open == 0 ? "" : ", %d could not be decided".formatted(open))
        + (gates == 0 ? ": nothing was compared" : "")
        + ".";
  }

  /** Returns a sentence that names the other side of the comparison. */
  static String against(GateResult gate) {
    return gate.interleaved()
        ? "Compared with %s, measured in turn with it in one run.".formatted(gate.against())
        : "Compared with the stored result %s.".formatted(gate.against());
  }
}
