package thaw.attribution.finding;

import java.util.List;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;

/**
 * Numbers, dates and calendars that own code formats or makes by a locale: the first one has the
 * JDK find its providers of locale data and load their bundles. The data that only a library needs
 * are no finding.
 *
 * @see <a href="https://openjdk.org/jeps/252">JEP 252</a>
 */
final class LocaleData implements Check {
  /** Providers, the data of CLDR and of the JDK before it, and the classes that ask for them. */
  private static final Code DATA =
      Code.of(
          "sun.util.locale.provider.",
          "sun.util.cldr.",
          "sun.util.resources.",
          "sun.text.resources.",
          "java.text.DateFormatSymbols",
          "java.text.DecimalFormatSymbols",
          "java.time.format.DateTimeTextProvider");

  /** The least share that goes: other code in its place costs something, 5 of 53 ms in one case. */
  private static final double LEAST = 0.8;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Predicate<ProfileSample> asked = tells(examined);
    Cost cost = examined.profile().work(asked);
    if (cost.isNone()) {
      return List.of();
    }
    Cost first =
        examined.profile().work(asked.and(sample -> sample.phase() == PhaseName.FIRST_INVOCATION));
    String place = examined.mainPlace(asked);
    return List.of(
        Check.finding(
            "locale-data",
            Check.method(place) + " has the JDK load its locale data",
            "it took %s, %s of it in the first invocation; %,d of its classes were loaded"
                .formatted(cost.wholeText(), Cost.millis(first.millis()), examined.loads(DATA)),
            place,
            gain(examined, asked, cost),
            "write numbers and dates without a locale: date.toString(),"
                + " DateTimeFormatter.ISO_INSTANT, a + b in place of String.format; where people"
                + " read it, format once in init, so that no event waits for the data"));
  }

  private static Gain gain(AnalysisContext examined, Predicate<ProfileSample> asked, Cost cost) {
    boolean others = !examined.profile().work(asked.negate().and(LocaleData::isLoading)).isNone();
    double most = cost.wholeMillis();
    return others
        ? new Gain(0, most, "if the code that asks next for locale data pays for it")
        : new Gain(cost.millis() * LEAST, most);
  }

  /** Whether a finding of this kind has it: what own code asked for by way of the JDK alone. */
  static Predicate<ProfileSample> tells(AnalysisContext examined) {
    return sample ->
        isLoading(sample)
            && Code.requester(sample).filter(frame -> examined.isOwn(frame)).isPresent();
  }

  private static boolean isLoading(ProfileSample sample) {
    return Profile.java(sample).stream()
        .takeWhile(frame -> Code.JDK.test(frame.className()))
        .anyMatch(frame -> DATA.test(frame.className()));
  }
}
