package thaw.attribution.finding;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import thaw.attribution.Cause;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.recording.Frame;

/** Linkage of call sites in own code that the cold start waited for, by call site. */
record Linkage(Map<CallSite, Cost> sites, Predicate<ProfileSample> which) {
  /**
   * @param kind of call sites that are looked for
   */
  static Linkage of(AnalysisContext examined, Predicate<CallSite> kind) {
    Predicate<ProfileSample> linked =
        sample ->
            sample.cause() == Cause.INVOKEDYNAMIC
                && site(examined, sample).filter(kind).isPresent();
    Map<CallSite, Cost> sites = new LinkedHashMap<>();
    examined
        .profile()
        .by(linked, sample -> site(examined, sample))
        .forEach((site, samples) -> sites.put(site, examined.profile().cost(samples)));
    return new Linkage(sites, linked);
  }

  /** Linkage asked for by own code itself, not by a library that it called. */
  private static Optional<CallSite> site(AnalysisContext examined, ProfileSample sample) {
    return Code.requester(sample)
        .filter(frame -> examined.isOwn(frame))
        .flatMap((Frame.Java frame) -> examined.code().site(frame, Optional.empty()));
  }

  Cost cost() {
    return sites.values().stream().reduce(Cost.NONE, Cost::plus);
  }

  /**
   * The machinery that the first link sets up is paid by the next one where this one goes: then
   * nothing is certain to be gained.
   */
  Gain gain(AnalysisContext examined) {
    Cost all = cost();
    boolean others =
        !examined
            .profile()
            .cost(sample -> sample.cause() == Cause.INVOKEDYNAMIC && !which.test(sample))
            .isNone();
    return others
        ? new Gain(0, all.millis(), "if the code that links next pays for it")
        : new Gain(all.millis() / 2, all.millis());
  }

  String place(AnalysisContext examined) {
    return sites.keySet().stream().findFirst().map(examined.code()::place).orElse("");
  }

  /** {@code Handler.java:12, Handler.java:14}: the most that is worth reading. */
  String where(AnalysisContext examined) {
    List<String> places = sites.keySet().stream().map(examined.code()::place).limit(3).toList();
    return String.join(", ", places);
  }
}
