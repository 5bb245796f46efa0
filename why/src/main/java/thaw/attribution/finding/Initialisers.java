package thaw.attribution.finding;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import thaw.attribution.Explanation;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/**
 * Finds what classes cost before they are used: their static initialisers with all that these
 * called, and of the function's own classes the constructors. The JDK's are left out.
 */
final class Initialisers {
  private static final int MOST = 100;

  private Initialisers() {}

  /** Returns the initialisers; what costs most comes first. */
  static List<Explanation.Initialiser> of(AnalysisContext examined) {
    Map<String, Cost> statics = costs(examined, frame -> frame.method().equals("<clinit>"));
    Map<String, Cost> constructors =
        costs(
            examined,
            frame -> frame.method().equals("<init>") && examined.isFirstParty(frame.className()));
    Set<String> names = new HashSet<>(statics.keySet());
    names.addAll(constructors.keySet());
    return names.stream()
        .map(name ->
            new Explanation.Initialiser(
                name,
                statics.getOrDefault(name, Cost.NONE).millis(),
                constructors.getOrDefault(name, Cost.NONE).millis()))
        .sorted(
            Comparator.comparingDouble((Explanation.Initialiser initialiser) ->
                    -initialiser.staticMillis() - initialiser.constructorMillis())
                .thenComparing(Explanation.Initialiser::className))
        .limit(MOST)
        .toList();
  }

  /** Inclusive, each class once per sample. */
  private static Map<String, Cost> costs(AnalysisContext examined, Predicate<Frame.Java> which) {
    Map<String, Cost> costs = new HashMap<>();
    for (ProfileSample sample : examined.profile().samples()) {
      Set<String> seen = new HashSet<>();
      for (Frame.Java frame : Profile.java(sample)) {
        if (which.test(frame) && !Code.JDK.test(frame.className()) && seen.add(frame.className())) {
          costs.merge(frame.className(), examined.profile().cost(List.of(sample)), Cost::plus);
        }
      }
    }
    return costs;
  }
}
