package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;

/** Patterns that are compiled or matched while the cold start waits. */
final class RegexInColdStart implements Check {
  @Override
  public List<Finding> findings(AnalysisContext examined) {
    List<ProfileSample> samples =
        examined.profile().samples().stream()
            .filter(sample -> sample.cause() == Cause.REGEX)
            .filter(sample -> examined.ownFrame(sample).isPresent())
            .filter(LocaleData.tells(examined).negate()) // the JDK's own patterns
            .toList();
    Cost cost = examined.profile().cost(samples);
    if (cost.isNone()) {
      return List.of();
    }
    String place = examined.mainPlace(samples);
    return List.of(
        Check.finding(
            "regex-in-cold-start",
            place.isEmpty()
                ? "regular expressions are compiled while the cold start waits"
                : Check.method(place) + " compiles regular expressions while the cold start waits",
            "it took " + cost.text(),
            place,
            new Gain(cost.millis() / 2, cost.millis()),
            "compile a pattern when it is first used, or compare strings: text.startsWith(...),"
                + " text.indexOf(...)"));
  }
}
