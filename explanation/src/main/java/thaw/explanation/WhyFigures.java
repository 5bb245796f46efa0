package thaw.explanation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.finding.FindingOrder;
import thaw.presentation.text.Figures;
import thaw.remedy.Family;

/**
 * Figures and words that several forms of an explanation share: how long it took, and what can be
 * fixed.
 */
final class WhyFigures {
  private static final Pattern LINE = Pattern.compile("\\(([^()]+:\\d+)\\)$");

  /** The share of other programs from which on it is told. */
  private static final double LEAST_HOST = 0.01;

  /** The place of a finding about the JVM, the packages or the settings. */
  static final String NOT_IN_CODE = "not in your code";

  /** What is said of a finding whose remedy is for people alone. */
  static final String BY_HAND = "by hand, not by thaw fix";

  private WhyFigures() {}

  /** Returns the share of the function's own cold start whose cause is known, 0..1. */
  static double explainedRatio(Explanation explanation) {
    Explanation.Total total = explanation.total();
    return own(total.wallMillis(), total.explainedRatio(), explanation.hostMillis());
  }

  /** The same of a phase. */
  static double explainedRatio(Phase phase) {
    return own(phase.wallMillis(), phase.explainedRatio(), OwnClock.hostMillis(phase));
  }

  /** Other programs are a known cause, and no part of it. */
  private static double own(double wall, double ratio, double host) {
    return wall > host ? Math.max(0, (wall * ratio - host) / (wall - host)) : ratio;
  }

  /** Returns the wall time of a phase without what other programs took of it. */
  static double ownMillis(Phase phase) {
    return Math.max(0, phase.wallMillis() - OwnClock.hostMillis(phase));
  }

  /** {@code PetModule.java:12} of a finding's place, or nothing. */
  static String line(Finding finding) {
    Matcher line = LINE.matcher(finding.place());
    return line.find() ? line.group(1) : "";
  }

  /**
   * Returns the place of a finding in words, as the reader's first question is whether the code is
   * to blame.
   */
  static String where(Finding finding) {
    return FindingOrder.isInCode(finding) ? "at " + finding.place() : NOT_IN_CODE;
  }

  /** Returns the numbers of other findings about the line of this one; all are numbered from 1. */
  static List<Integer> onSameLine(int number, List<Finding> findings) {
    Finding finding = findings.get(number - 1);
    return IntStream.rangeClosed(1, findings.size())
        .filter(other -> other != number && FindingOrder.isInCode(finding))
        .filter(other -> findings.get(other - 1).place().equals(finding.place()))
        .boxed()
        .toList();
  }

  /** {@code 0 if the work is only moved to the first request}, where the interval has a reason. */
  static String lowIf(Finding finding) {
    String low = Figures.millis(finding.lowMillis());
    boolean isInterval = !low.equals(Figures.millis(finding.highMillis()));
    return isInterval && !finding.lowIf().isEmpty() ? low + " " + finding.lowIf() : "";
  }

  /** Chains of calls with arrows that no line break separates from the name behind them. */
  static String arrows(String text) {
    return text.replace(" -> ", " \u2192\u00a0");
  }

  /** Returns the number by which a page's script sorts. */
  static String value(double millis) {
    return String.format(Locale.ROOT, "%.3f", millis);
  }

  /** Returns the options by which {@code thaw fix} answers a finding, or that it has none. */
  static String fixes(Explanation explanation, Finding finding) {
    String families =
        Family.answering(explanation, finding).stream()
            .map(Family::id)
            .collect(Collectors.joining(", "));
    return families.isEmpty() ? BY_HAND : "thaw fix: " + families;
  }

  /**
   * {@code plus 398 ms, 69 % of the whole, because the host was the limit: ...}: what other
   * programs took is in no other figure. Empty where it was next to nothing.
   */
  static Optional<String> host(Explanation explanation) {
    return host(
        explanation,
        "plus %s ms, %s of the whole, %s",
        explanation.wasHostLimit()
            ? "because the host was the limit: other programs had the CPUs"
            : "in which other programs had the CPUs");
  }

  /** The same, where the total has them and what is drawn below has not. */
  static Optional<String> hostWithin(Explanation explanation) {
    return host(
        explanation,
        "%s ms of it (%s) %s",
        explanation.wasHostLimit()
            ? "because the host was the limit, which is not drawn: other programs had the CPUs"
            : "is not drawn: other programs had the CPUs");
  }

  private static Optional<String> host(Explanation explanation, String format, String why) {
    double host = explanation.hostMillis();
    double share = host / explanation.total().wallMillis();
    return share >= LEAST_HOST
        ? Optional.of(format.formatted(Figures.millis(host), Figures.percent(share), why))
        : Optional.empty();
  }

  /**
   * Returns whether findings save more together than there is: each is of the whole start, so that
   * they overlap.
   */
  static boolean overlap(List<Finding> findings, Explanation explanation) {
    return findings.stream().mapToDouble(Finding::highMillis).sum() > explanation.ownMillis();
  }

  /**
   * Returns whether the start has a request; false on managed instances, where no request waits for
   * the start.
   */
  static boolean hasRequest(Explanation explanation) {
    return explanation.phases().stream().noneMatch(phase -> phase.name() == PhaseName.HANDLER_INIT)
        || explanation.phases().stream()
            .anyMatch(phase -> phase.name() == PhaseName.FIRST_INVOCATION);
  }
}
