package thaw.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import thaw.recording.Frame;

/**
 * Work of the first invocation that happens once, whatever the event is: classes that are loaded
 * and linked, call sites, static initialisers, containers and clients that are built.
 */
public final class Movables {
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

  /** What costs most first. */
  public static List<Explanation.Movable> of(Evidence evidence) {
    return of(new Case(evidence));
  }

  static List<Explanation.Movable> of(Case examined) {
    List<Explanation.Movable> found = new ArrayList<>();
    examined
        .profile()
        .by(isMovable(examined), sample -> asked(examined, sample))
        .forEach((asked, samples) -> found.add(movable(examined, asked, samples)));
    return found.stream().limit(MOST).toList();
  }

  static Predicate<ProfileSample> isMovable(Case examined) {
    return sample ->
        sample.phase() == PhaseName.FIRST_INVOCATION
            && asked(examined, sample).isPresent()
            && (isOnce(sample) || isMaking(examined, sample));
  }

  private static Explanation.Movable movable(
      Case examined, Map.Entry<String, String> asked, List<ProfileSample> samples) {
    Cost all = examined.profile().cost(samples);
    Cost once = examined.profile().cost(samples.stream().filter(Movables::isOnce).toList());
    long percent = Math.round(100 * once.millis() / Math.max(all.millis(), 1e-9));
    return new Explanation.Movable(
        asked.getKey(),
        asked.getValue(),
        all.millis(),
        "%d %% of it is loading, linking and initialising, which happen once".formatted(percent));
  }

  private static boolean isOnce(ProfileSample sample) {
    return sample.cause().kind() == Cause.Kind.CLASS_LOADING
        || sample.cause().kind() == Cause.Kind.LINKAGE
        || sample.cause() == Cause.STATIC_INIT
        || sample.cause() == Cause.INJECTION;
  }

  /** Below something that makes what is then kept: an own static initialiser, or a factory. */
  private static boolean isMaking(Case examined, ProfileSample sample) {
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

  /** Nobody calls a class loader by hand: it is the JVM that needs a class for what comes then. */
  private static Optional<String> called(Frame.Java frame) {
    return frame.className().equals("java.lang.ClassLoader")
        ? Optional.empty()
        : Optional.of(frame.text());
  }

  /** What own code calls, and where: by its bytecode, or else by the sample's next frame. */
  private static Optional<Map.Entry<String, String>> asked(Case examined, ProfileSample sample) {
    Optional<Frame.Java> before = Optional.empty();
    for (Frame.Java frame : Profile.java(sample)) {
      if (examined.isOwn(frame)) {
        Frame.Java callee = before.orElse(frame);
        Optional<String> method =
            examined
                .code()
                .site(frame)
                .filter(site -> !site.owner().isEmpty() && !examined.isFirstParty(site.owner()))
                .map(site -> site.owner() + "." + site.name())
                .or(() -> called(callee));
        return method.map(name -> Map.entry(name, examined.code().place(frame)));
      }
      before = Optional.of(frame);
    }
    return Optional.empty();
  }
}
