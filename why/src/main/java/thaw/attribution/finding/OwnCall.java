package thaw.attribution.finding;

import java.util.Optional;
import thaw.attribution.Cause;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/**
 * The call of own code that is nearest to what was sampled: the call that the sampled frame was in,
 * whatever else stands on its line.
 *
 * @param method {@code org.lib.Engine.create}
 * @param place class, method and line of own code
 */
record OwnCall(String method, String place) {
  /**
   * An own frame, and what it called there.
   *
   * @param site empty where the bytecode has no call at the frame
   */
  record Sampled(OwnCall call, Frame.Java frame, Optional<CallSite> site) {}

  /**
   * Returns the call of own code that a sample is in; empty where no own code was on the stack, or
   * the JVM alone asked.
   */
  static Optional<Sampled> in(AnalysisContext examined, ProfileSample sample) {
    Optional<Frame.Java> callee = Optional.empty();
    for (Frame.Java frame : Profile.java(sample)) {
      if (examined.isOwn(frame)) {
        return of(examined, frame, callee, sample.cause());
      }
      callee = Optional.of(frame);
    }
    return Optional.empty();
  }

  private static Optional<Sampled> of(
      AnalysisContext examined, Frame.Java frame, Optional<Frame.Java> callee, Cause cause) {
    boolean computes = callee.isEmpty() && cause == Cause.USER_CODE;
    Optional<CallSite> site = computes ? Optional.empty() : examined.code().site(frame, callee);
    return site.filter(found -> leads(examined, found))
        .map(found -> found.owner() + "." + found.name())
        .or(() -> called(callee.orElse(frame)))
        .map(method -> new Sampled(new OwnCall(method, examined.code().place(frame)), frame, site));
  }

  /**
   * Tells whether a site leads to code of others: what a lambda runs is not run where the lambda is
   * made.
   */
  private static boolean leads(AnalysisContext examined, CallSite site) {
    return switch (site.kind()) {
      case STATIC_CALL, CALL, NEW, STATIC_FIELD -> !examined.isFirstParty(site.owner());
      case LAMBDA, CONCATENATION -> false;
    };
  }

  /** Nobody calls a class loader by hand: it is the JVM that needs a class for what comes then. */
  private static Optional<String> called(Frame.Java frame) {
    return frame.className().equals("java.lang.ClassLoader")
        ? Optional.empty()
        : Optional.of(frame.text());
  }
}
