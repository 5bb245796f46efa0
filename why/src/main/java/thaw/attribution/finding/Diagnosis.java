package thaw.attribution.finding;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.Evidence;
import thaw.attribution.evidence.PackageClasses;
import thaw.attribution.owner.Libraries;
import thaw.attribution.owner.Library;
import thaw.recording.Recording;
import thaw.recording.Window;
import thaw.sandbox.kernel.ThreadTimes;

/** Explains costs by findings, and by the tables that come from bytecode. */
public final class Diagnosis {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Explanation.CostBreakdown costs;
  private final PackageClasses classes;
  private final Predicate<String> firstParty;
  private final List<Evidence.LivingThread> threads;

  private Diagnosis(
      Explanation.CostBreakdown costs,
      PackageClasses classes,
      Predicate<String> firstParty,
      List<Evidence.LivingThread> threads) {
    this.costs = costs;
    this.classes = classes;
    this.firstParty = firstParty;
    this.threads = threads;
  }

  /**
   * @param baseline a run without the probe
   * @param settings how the function ran; which compilers and which archive it had, the run itself
   *     shows better
   */
  public static Explanation explain(
      Explanation.CostBreakdown costs,
      Recording baseline,
      PackageClasses classes,
      Libraries libraries,
      Evidence.Settings settings) {
    Diagnosis diagnosis =
        new Diagnosis(
            costs,
            classes,
            name -> libraries.ofFrame(name).kind() == Library.Kind.FUNCTION,
            threads(baseline));
    return Findings.explained(diagnosis.evidence(diagnosis.seen(settings)));
  }

  private Evidence evidence(Evidence.Settings settings) {
    OptionalDouble later =
        costs.phases().stream()
            .filter(phase -> phase.name() == PhaseName.LATER_INVOCATIONS)
            .mapToDouble(Diagnosis::withoutOthers)
            .findFirst();
    return new Evidence(costs, classes, firstParty, settings, threads, later);
  }

  /**
   * Returns the wall time of a phase without what other programs of this machine took, which is no
   * cost of a later invocation.
   */
  private static double withoutOthers(Explanation.Phase phase) {
    return phase.wallMillis()
        - phase.causes().stream()
            .filter(share -> share.cause() == Cause.HOST_CONTENTION)
            .mapToDouble(Explanation.CauseShare::millis)
            .sum();
  }

  private Evidence.Settings seen(Evidence.Settings told) {
    boolean c1Only = threads.stream().noneMatch(thread -> thread.name().startsWith("C2 "));
    // Some classes are both the function's and the runtime client's, whose archive has them.
    Set<String> own = classes.names();
    List<Explanation.LoadedClass> loaded =
        costs.classes().list().stream().filter(one -> own.contains(one.name())).toList();
    long archived = loaded.stream().filter(Explanation.LoadedClass::archived).count();
    boolean archive = 2 * archived > loaded.size();
    return new Evidence.Settings(
        told.handler(),
        told.memoryMiB(),
        told.vcpus(),
        told.jdk(),
        c1Only,
        archive,
        told.snapStart(),
        told.environment(),
        told.initLimit(),
        told.source(),
        told.event(),
        told.agent());
  }

  /** Those that lived when init ended, with the CPU time that they had at the first response. */
  private static List<Evidence.LivingThread> threads(Recording baseline) {
    List<ThreadTimes> ready =
        baseline.windows().isEmpty() ? List.of() : baseline.windows().getFirst().after().threads();
    List<ThreadTimes> answered =
        baseline.windows().stream()
            .filter(window -> window.kind() == Window.Kind.FIRST_INVOCATION)
            .findFirst()
            .map(window -> window.after().threads())
            .orElse(ready);
    return ready.stream()
        .map(thread ->
            new Evidence.LivingThread(
                thread.name(),
                answered.stream()
                        .filter(later -> later.id() == thread.id())
                        .mapToLong(ThreadTimes::onCpuNanos)
                        .findFirst()
                        .orElse(thread.onCpuNanos())
                    / NANOS_PER_MILLI))
        .toList();
  }
}
