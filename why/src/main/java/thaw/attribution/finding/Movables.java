package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/**
 * Work of the first invocation that happens once, whatever the event is: classes that are loaded
 * and linked, call sites, static initialisers, containers and clients that are built.
 */
final class Movables {
  private static final int MOST = 50;
  private static final Set<String> MAKERS =
      Set.of(
          "<clinit>",
          "<init>",
          "build",
          "create",
          "createInjector",
          "getInstance",
          "compile",
          "prepare");

  private Movables() {}

  /** Returns the work that can be moved; what costs most comes first. */
  static List<Explanation.Movable> of(AnalysisContext examined) {
    List<Explanation.Movable> found = new ArrayList<>();
    examined
        .profile()
        .by(isMovable(examined), sample -> call(examined, sample))
        .forEach((call, samples) -> found.add(movable(examined, call, samples)));
    return found.stream().limit(MOST).toList();
  }

  private static Optional<OwnCall> call(AnalysisContext examined, ProfileSample sample) {
    return OwnCall.in(examined, sample).map(OwnCall.Sampled::call);
  }

  static Predicate<ProfileSample> isMovable(AnalysisContext examined) {
    return sample ->
        sample.phase() == PhaseName.FIRST_INVOCATION
            && call(examined, sample).isPresent()
            && (isOnce(sample) || isMaking(examined, sample));
  }

  private static Explanation.Movable movable(
      AnalysisContext examined, OwnCall call, List<ProfileSample> samples) {
    Cost all = examined.profile().cost(samples);
    Cost once = examined.profile().cost(samples.stream().filter(Movables::isOnce).toList());
    long percent = Math.round(100 * once.millis() / Math.max(all.millis(), 1e-9));
    return new Explanation.Movable(
        call.method(),
        call.place(),
        all.millis(),
        "%d %% of it is loading, linking and initialising, which happen once".formatted(percent));
  }

  private static boolean isOnce(ProfileSample sample) {
    return NoClassArchive.isLoading(sample)
        || sample.cause().kind() == Cause.Kind.LINKAGE
        || sample.cause() == Cause.STATIC_INIT
        || sample.cause() == Cause.INJECTION;
  }

  /**
   * Returns whether the work is below something that makes what is then kept: an own static
   * initialiser, or a factory.
   */
  private static boolean isMaking(AnalysisContext examined, ProfileSample sample) {
    Optional<Frame.Java> called = Optional.empty();
    for (Frame.Java frame : Profile.java(sample)) {
      if (examined.isOwn(frame)) {
        return frame.method().equals("<clinit>")
            || called
                .filter(maker -> MAKERS.contains(maker.method()))
                .filter(maker -> !Code.JDK.test(maker.className()))
                .isPresent();
      }
      called = Optional.of(frame);
    }
    return false;
  }
}
