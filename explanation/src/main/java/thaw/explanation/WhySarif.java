package thaw.explanation;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.presentation.sarif.SarifFile;

/** Findings of cold starts in SARIF. */
public final class WhySarif {
  private static final String PAGE = "docs/findings.md#";

  private WhySarif() {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param version of this program
   * @param lines where the place of a finding is, as a URI relative to this folder; of one without
   *     a place in own sources what stands for the whole
   */
  public static void write(
      Explanation explanation, String version, Function<String, SarifFile.Line> lines, Path file) {
    SarifFile.write(results(explanation, lines), version, file);
  }

  static String text(
      Explanation explanation, String version, Function<String, SarifFile.Line> lines) {
    return SarifFile.text(results(explanation, lines), version);
  }

  private static List<SarifFile.Result> results(
      Explanation explanation, Function<String, SarifFile.Line> lines) {
    return explanation.findings().stream()
        .map(finding -> result(explanation, finding, lines.apply(finding.place())))
        .toList();
  }

  private static SarifFile.Result result(
      Explanation explanation, Finding finding, SarifFile.Line line) {
    String function = explanation.subject().function();
    Map<String, Double> properties = new LinkedHashMap<>();
    properties.put("predictedLowMillis", finding.lowMillis());
    properties.put("predictedHighMillis", finding.highMillis());
    return new SarifFile.Result(
        new SarifFile.Rule(finding.id(), finding.title(), "See " + PAGE + finding.id()),
        SarifFile.Level.WARNING,
        String.format(
            Locale.ROOT,
            "%s: %s. %s. %s. Remedy: %s",
            function,
            finding.title(),
            finding.evidence(),
            gain(function, finding),
            finding.remedy()),
        line,
        finding.place(),
        finding.id() + " " + finding.place(),
        properties);
  }

  private static String gain(String function, Finding finding) {
    return finding.hasFigure()
        ? String.format(
            Locale.ROOT,
            "Predicted gain in the cold start of %s: %,.0f to %,.0f ms%s",
            function,
            finding.lowMillis(),
            finding.highMillis(),
            finding.lowIf().isEmpty() ? "" : " (the least " + finding.lowIf() + ")")
        : "What it gains is not known here";
  }
}
