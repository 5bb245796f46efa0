package thaw.report;

import java.util.Optional;
import thaw.attribution.Explanation;

/** How long an explained cold start took, for a headline: what the function took, and the host. */
final class WhyFigures {
  private WhyFigures() {}

  /** Without what other programs took, where the host was the limit. */
  static double ownMillis(Explanation explanation) {
    double wall = explanation.total().wallMillis();
    return explanation.wasHostLimit() ? Math.max(0, wall - explanation.hostMillis()) : wall;
  }

  /** {@code plus 398 ms (69 %) because the host was the limit: ...}, where it was. */
  static Optional<String> host(Explanation explanation) {
    double host = explanation.hostMillis();
    return explanation.wasHostLimit()
        ? Optional.of(
            "plus %s ms (%s) because the host was the limit: other programs had the CPUs"
                .formatted(
                    Figures.millis(host), Figures.percent(host / explanation.total().wallMillis())))
        : Optional.empty();
  }
}
