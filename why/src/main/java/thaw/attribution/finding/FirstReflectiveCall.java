package thaw.attribution.finding;

import java.util.List;
import java.util.Map;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/**
 * Accessors that the JDK makes when methods and constructors are first called by reflection: of
 * method handles from JDK 18 on (JEP 416), of generated classes at the 16th call before.
 *
 * @see <a href="https://openjdk.org/jeps/416">JEP 416</a>
 */
final class FirstReflectiveCall implements Check {
  private static final int FIRST_WITH_METHOD_HANDLES = 18;

  private static final double MOST_WITH_ARCHIVE = 2.5;

  private static final String FLAG =
      "where calls by reflection are few, let the JDK make them natively: the variable"
          + " JAVA_TOOL_OPTIONS=-Djdk.reflect.useNativeAccessorOnly=true";

  private static final Code REFLECTION = Code.of("java.lang.reflect.", "java.lang.Class");

  /** The JDK's classes that make accessors. */
  private static final Code MAKERS =
      Code.of(
          "jdk.internal.reflect.MethodHandleAccessorFactory",
          "jdk.internal.reflect.MethodAccessorGenerator");

  /** Accessors, whose first call links what they are made of. */
  private static final Code ACCESSORS =
      Code.of(
          "jdk.internal.reflect.DirectMethodHandleAccessor",
          "jdk.internal.reflect.DirectConstructorHandleAccessor",
          "jdk.internal.reflect.MethodHandle");

  /** The code that links an accessor, and the collections and strings that it uses. */
  private static final Code LINKERS =
      Code.of(
          "java.lang.invoke.",
          "jdk.internal.reflect.",
          "sun.invoke.",
          "jdk.internal.loader.",
          "java.lang.classfile.",
          "jdk.internal.classfile.",
          "jdk.internal.org.objectweb.asm.",
          "java.lang.constant.",
          "jdk.internal.constant.",
          "java.lang.Class",
          "java.lang.String",
          "java.lang.AbstractStringBuilder",
          "java.util.ArrayList",
          "java.util.Arrays",
          "java.util.HashMap",
          "java.util.ImmutableCollections",
          "java.util.concurrent.ConcurrentHashMap",
          "jdk.internal.misc.",
          "jdk.internal.util.");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Map<String, List<ProfileSample>> callers =
        examined
            .profile()
            .by(
                sample -> makesAccessor(sample),
                sample -> Code.requester(sample).map(frame -> examined.code().place(frame)));
    List<ProfileSample> samples = callers.values().stream().flatMap(List::stream).toList();
    Cost cost = examined.profile().cost(samples);
    if (cost.isNone()) {
      return List.of();
    }
    boolean handles = examined.settings().jdk() >= FIRST_WITH_METHOD_HANDLES;
    boolean others =
        handles
            && !examined
                .profile()
                .cost(sample -> sample.cause() == Cause.INVOKEDYNAMIC && !makesAccessor(sample))
                .isNone();
    List<ProfileSample> own =
        samples.stream().filter(sample -> isOwnCall(examined, sample)).toList();
    boolean isOwn = 2 * examined.profile().cost(own).millis() >= cost.millis();
    if (!isOwn && !handles) {
      return List.of(); // nothing to be done about what libraries call
    }
    return List.of(
        Check.finding(
            "first-reflective-call",
            (isOwn ? "" : "in libraries and the runtime client ")
                + (handles
                    ? "the first calls by reflection link method handles"
                    : "calls by reflection generate classes"),
            "%s in accessors%s, asked for by %s"
                .formatted(
                    cost.text(),
                    examined.settings().classArchive()
                        ? ", which stand for up to "
                            + Cost.millis(cost.millis() * MOST_WITH_ARCHIVE)
                            + " beside an archive"
                        : "",
                    callers(callers)),
            isOwn ? examined.mainPlace(own) : "",
            gain(examined, cost, others),
            isOwn
                ? "call the method itself, or have an annotation processor write the call"
                : FLAG));
  }

  /**
   * The machinery of method handles is paid by whoever links next. In an archive it is ready, but
   * not what is made for each accessor: three functions gained 1.9 to 2.5 times what was sampled.
   *
   * @param others whether something else links, too
   */
  private static Gain gain(AnalysisContext examined, Cost cost, boolean others) {
    if (examined.settings().classArchive()) {
      return new Gain(cost.millis(), cost.millis() * MOST_WITH_ARCHIVE);
    }
    return others
        ? new Gain(0, cost.millis(), "if the code that links next pays for it")
        : new Gain(cost.millis() / 2, cost.millis());
  }

  /** Own code calls by reflection, rather than something of the JDK's that does. */
  private static boolean isOwnCall(AnalysisContext examined, ProfileSample sample) {
    List<Frame.Java> frames = Profile.java(sample);
    for (int i = 1; i < frames.size(); i++) {
      if (!Code.JDK.test(frames.get(i).className())) {
        return examined.isOwn(frames.get(i)) && REFLECTION.test(frames.get(i - 1).className());
      }
    }
    return false;
  }

  /**
   * Tells whether a sample makes an accessor: between the accessor's caller and the leaf there is
   * nothing but the JDK, and below an accessor nothing but what links it. Code that is called is
   * not in it, be it the JDK's own, such as a provider of TLS.
   */
  private static boolean makesAccessor(ProfileSample sample) {
    List<Frame.Java> jdk =
        Profile.java(sample).stream().takeWhile(frame -> Code.JDK.test(frame.className())).toList();
    if (jdk.stream().anyMatch(frame -> MAKERS.test(frame.className()))) {
      return true;
    }
    boolean links =
        sample.cause().kind() == Cause.Kind.LINKAGE
            || sample.cause().kind() == Cause.Kind.CLASS_LOADING;
    return links
        && jdk.stream()
            .dropWhile(frame -> !ACCESSORS.test(frame.className()) && isLinker(frame))
            .findFirst()
            .filter(frame -> ACCESSORS.test(frame.className()))
            .isPresent();
  }

  private static boolean isLinker(Frame.Java frame) {
    return LINKERS.test(frame.className());
  }

  private static String callers(Map<String, List<ProfileSample>> callers) {
    return String.join(", ", callers.keySet().stream().limit(3).toList());
  }
}
