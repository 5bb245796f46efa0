package thaw.attribution.finding;

import java.util.List;
import java.util.Locale;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Evidence;

/** A first invocation that mostly waits for its quota. */
final class SmallMemory implements Check {
  private static final double MUCH = 0.3;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Evidence.Settings settings = examined.settings();
    double throttled = examined.profile().cause(PhaseName.FIRST_INVOCATION, Cause.THROTTLED);
    if (settings.vcpus() >= 1 || throttled < MUCH * examined.totalMillis()) {
      return List.of();
    }
    double factor = Math.min(2, 1 / settings.vcpus());
    double stretch = examined.profile().stretch(PhaseName.FIRST_INVOCATION);
    double busy = throttled * stretch / (stretch - 1);
    double gain = Math.min(throttled, busy * (1 - 1 / factor));
    return List.of(
        Check.finding(
            "small-memory",
            "the first invocation waits for its CPU quota",
            "throttled for %s, at %.2f vCPUs (%d MiB)"
                .formatted(Cost.millis(throttled), settings.vcpus(), settings.memoryMiB()),
            "",
            new Gain(gain * 0.92, Math.min(throttled, gain * 1.08)),
            String.format(
                Locale.ROOT,
                "MemorySize: %d; a millisecond then costs %.2f times as much",
                Math.round(settings.memoryMiB() * factor),
                factor)));
  }
}
