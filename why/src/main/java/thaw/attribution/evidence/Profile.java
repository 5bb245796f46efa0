package thaw.attribution.evidence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.recording.Frame;

/**
 * The samples for which the cold start waited, and what it would be without some of them.
 *
 * <p>A sample stands for time on a CPU. Where the CPU quota is used up, each millisecond on a CPU
 * costs 1/quota milliseconds of wall time: a phase's {@link #stretch} is that factor, taken from
 * what the phase itself was throttled. Blocked time is not stretched.
 */
public final class Profile {
  /**
   * The same code needs 1.25 to 1.5 times the CPU at 256 MiB as it does unthrottled, in init: cold
   * caches after each pause.
   */
  private static final double CHEAPER_IN_INIT = 1.5;

  /**
   * The share of a prediction that is the least gain: of 195 ms that were predicted for priming,
   * 171 ms came.
   */
  public static final double LEAST_OF_MOVED = 171.0 / 195;

  private final List<ProfileSample> cold;
  private final Map<PhaseName, Double> stretch = new EnumMap<>(PhaseName.class);

  /**
   * The CPU time that the JVM's own threads took of the quota, as a multiple of the critical
   * thread's.
   */
  private final Map<PhaseName, Double> beside = new EnumMap<>(PhaseName.class);

  private final Explanation.CostBreakdown costs;
  private final Set<String> methods = new HashSet<>();

  Profile(Explanation.CostBreakdown costs) {
    this.costs = costs;
    this.cold =
        costs.profile().stream()
            .filter(ProfileSample::critical)
            .filter(sample -> sample.phase() != PhaseName.LATER_INVOCATIONS)
            .toList();
    Set<Frame> frames = Collections.newSetFromMap(new IdentityHashMap<>()); // few are alike
    cold.forEach(sample -> frames.addAll(sample.frames()));
    frames.forEach(frame -> methods.add(frame.text()));
    for (Explanation.Phase phase : costs.phases()) {
      double onCpu =
          cold.stream()
              .filter(sample -> sample.phase() == phase.name())
              .filter(Profile::isOnCpu)
              .mapToDouble(ProfileSample::millis)
              .sum();
      double throttled = cause(phase.name(), Cause.THROTTLED);
      stretch.put(phase.name(), onCpu > 0 ? 1 + throttled / onCpu : 1);
      double jvm =
          cause(phase.name(), Cause.JIT_THREADS)
              + cold.stream()
                  .filter(sample -> sample.phase() == phase.name())
                  .filter(Profile::isCollectorsQuota)
                  .mapToDouble(ProfileSample::millis)
                  .sum();
      beside.put(phase.name(), onCpu > 0 ? jvm / onCpu : 0);
    }
  }

  private static boolean isOnCpu(ProfileSample sample) {
    return sample.cause().kind() != Cause.Kind.BLOCKED
        && !isBeside(sample)
        && sample.cause().kind() != Cause.Kind.CPU_WAIT;
  }

  /** The wait for a quota that the JVM's own threads used up, not the thread that waited. */
  private static boolean isBeside(ProfileSample sample) {
    return sample.cause() == Cause.JIT_THREADS || isCollectorsQuota(sample);
  }

  /** It was measured and belongs to no run, whereas a pause is sampled. */
  private static boolean isCollectorsQuota(ProfileSample sample) {
    return sample.cause() == Cause.GC && sample.run() == 0;
  }

  public List<ProfileSample> samples() {
    return cold;
  }

  /** Wall time per time on a CPU. */
  public double stretch(PhaseName phase) {
    return stretch.getOrDefault(phase, 1.0);
  }

  /** Returns the milliseconds of wall time that a phase spent on a cause. */
  public double cause(PhaseName name, Cause cause) {
    return costs.phases().stream()
        .filter(phase -> phase.name() == name)
        .flatMap(phase -> phase.causes().stream())
        .filter(share -> share.cause() == cause)
        .mapToDouble(Explanation.CauseShare::millis)
        .sum();
  }

  /** Returns the milliseconds of wall time of a phase, without what other programs took. */
  public double own(PhaseName name) {
    return costs.wallMillis(name) - cause(name, Cause.HOST_CONTENTION);
  }

  /** Wall time that goes when these samples go. */
  public Cost cost(Predicate<ProfileSample> which) {
    return cost(cold.stream().filter(which).toList());
  }

  public Cost cost(Collection<ProfileSample> samples) {
    return new Cost(
        samples.stream().mapToDouble(this::wall).sum(),
        samples.stream().mapToDouble(ProfileSample::millis).sum(),
        samples.stream().filter(Profile::isOnCpu).mapToDouble(this::beside).sum(),
        samples.size());
  }

  /** The same, but what is waited for outside the JVM: other code would wait for it as well. */
  public Cost work(Predicate<ProfileSample> which) {
    return cost(which.and(Profile::isWork));
  }

  /** Waiting for the quota is in the wall time of what uses it up. */
  private static boolean isWork(ProfileSample sample) {
    return switch (sample.cause().kind()) {
      case BLOCKED -> sample.cause() == Cause.VM_WAIT;
      case CPU_WAIT -> false;
      default -> true;
    };
  }

  /** Wall time that a sample stands for. */
  public double wall(ProfileSample sample) {
    return isOnCpu(sample) ? sample.millis() * stretch(sample.phase()) : sample.millis();
  }

  private double beside(ProfileSample sample) {
    return sample.millis() * beside.getOrDefault(sample.phase(), 0.0);
  }

  /**
   * Predicts what the cold start gains when work of the first invocation is done in init, which has
   * CPUs to itself; what is waited for takes as long there. The JIT's and the collector's shares of
   * the quota go along, for in init they work beside. With SnapStart it is gained whole: init is
   * over before.
   */
  public Gain moved(Predicate<ProfileSample> which, boolean snapStart) {
    return moved(cold.stream().filter(which).toList(), snapStart);
  }

  public Gain moved(Collection<ProfileSample> samples, boolean snapStart) {
    double throttled = 0;
    double onCpu = 0;
    double blocked = 0;
    for (ProfileSample sample : samples) {
      if (sample.phase() == PhaseName.FIRST_INVOCATION && !isBeside(sample)) {
        if (isOnCpu(sample)) {
          throttled += wall(sample);
          onCpu += sample.millis();
        } else {
          blocked += sample.millis();
        }
      }
    }
    double wall = throttled + onCpu * beside.getOrDefault(PhaseName.FIRST_INVOCATION, 0.0);
    return snapStart
        ? new Gain((wall + blocked) * LEAST_OF_MOVED, wall + blocked)
        : new Gain(
            wall - onCpu,
            wall - onCpu / CHEAPER_IN_INIT,
            "if init needs as much CPU time for it as the first invocation does");
  }

  /**
   * The least time that these runs can tell from none: with no sample seen, the true share is below
   * three samples with 95 % confidence.
   */
  public double resolution() {
    double weight =
        cold.stream().mapToDouble(this::wall).sorted().skip(cold.size() / 2).findFirst().orElse(1);
    return 3 * weight;
  }

  /** Returns what such work may have taken, of which no sample need have been seen. */
  public double most(Cost cost) {
    return cost.isNone() ? resolution() : cost.millis();
  }

  /** Says what work took, or that it is too short to be seen. */
  public String text(Cost cost) {
    return cost.isNone() ? "less than " + Cost.millis(resolution()) + " (no sample)" : cost.text();
  }

  /** Samples by something, what costs most first; samples for which it is absent are left out. */
  public <K> Map<K, List<ProfileSample>> by(
      Predicate<ProfileSample> which, Function<ProfileSample, Optional<K>> key) {
    return by(cold.stream().filter(which).toList(), key);
  }

  public <K> Map<K, List<ProfileSample>> by(
      Collection<ProfileSample> samples, Function<ProfileSample, Optional<K>> key) {
    Map<K, List<ProfileSample>> groups = new LinkedHashMap<>();
    for (ProfileSample sample : samples) {
      key.apply(sample)
          .ifPresent(k -> groups.computeIfAbsent(k, none -> new ArrayList<>()).add(sample));
    }
    Map<K, List<ProfileSample>> sorted = new LinkedHashMap<>();
    groups.entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                (Map.Entry<K, List<ProfileSample>> group) -> -cost(group.getValue()).millis()))
        .forEach(group -> sorted.put(group.getKey(), group.getValue()));
    return sorted;
  }

  /** Returns whether a method was on the stack of any sample. */
  boolean wasSampled(String method) {
    return methods.contains(method);
  }

  /** Java frames, the leaf first. */
  public static List<Frame.Java> java(ProfileSample sample) {
    List<Frame.Java> frames = new ArrayList<>(sample.frames().size());
    for (Frame frame : sample.frames()) {
      if (frame instanceof Frame.Java java) {
        frames.add(java);
      }
    }
    return frames;
  }
}
