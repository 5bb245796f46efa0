package thaw.escape;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The fate of one allocating instruction in each compilation that contains it. */
final class SiteFate {
  private final Site site;
  private final String sourceFile;
  private final List<Outcome> lost = new ArrayList<>();
  private int removed;
  private boolean simple;
  private boolean counted;

  /**
   * The wall clock in ms of the first compilation, by JVM; JVMs are told apart by their logs'
   * identity.
   */
  private final Map<CompilationLog, Long> firstMillis = new IdentityHashMap<>();

  SiteFate(Site site, String sourceFile) {
    this.site = site;
    this.sourceFile = sourceFile;
  }

  private record Outcome(MethodName root, List<Reason> reasons) {
    int rank() {
      return reasons.getFirst().rank();
    }
  }

  Site site() {
    return site;
  }

  void add(LoggedRun run, Compilation compilation, Compiled in, AnalyzedProgram program) {
    CompilationLog log = run.log();
    compiled(run, compilation.doneMillis());
    if (isRemoved(compilation, in)) {
      removed++;
      return;
    }
    List<Reason> reasons =
        !log.turnedOffBy().isEmpty()
            ? List.of(Reason.noAnalysis(log.turnedOffBy()))
            : compilation.gaveUp().isPresent()
                ? List.of(Reason.gaveUp(compilation.gaveUp().get()))
                : EscapeWays.of(site, in, program, log.skipped());
    lost.add(new Outcome(compilation.method(), reasons));
  }

  /** The JDK's own instruction is where lambdas and boxes are made, below the user's. */
  private boolean isRemoved(Compilation compilation, Compiled in) {
    List<At> path = in.path(site.at().bci());
    boolean below = site.kind() == Site.Kind.LAMBDA || site.kind() == Site.Kind.BOX;
    return compilation.eliminated().stream()
        .anyMatch(place ->
            place.equals(path)
                || below
                    && place.size() > path.size()
                    && place.subList(0, path.size()).equals(path));
  }

  /** Notes that only C1 has compiled the method. */
  void simple(LoggedRun run, MethodName method) {
    simple = true;
    compiled(run, run.log().lower().getOrDefault(method, 0L));
  }

  private void compiled(LoggedRun run, long millis) {
    counted = counted || run.allocations().isPresent();
    firstMillis.merge(run.log(), run.log().startMillis() + millis, Math::min);
  }

  /** Returns whether somebody counted what was allocated in a JVM that has compiled it. */
  boolean isCounted() {
    return counted;
  }

  boolean isCompiled() {
    return simple || removed > 0 || !lost.isEmpty();
  }

  boolean isRemoved() {
    return isCompiled() && !simple && lost.isEmpty();
  }

  /**
   * Returns whether a compilation has removed it, such as another one into which its method was
   * inlined.
   */
  boolean isRemovedElsewhere() {
    return removed > 0;
  }

  /** Wall clock of its first compilation that lasted, in this JVM; never, where it has none. */
  long firstMillis(CompilationLog log) {
    return firstMillis.getOrDefault(log, Long.MAX_VALUE);
  }

  Loss loss(OptionalLong allocated, AllocatedBytes bytes) {
    if (simple && lost.isEmpty()) {
      return new Loss(
          site,
          sourceFile,
          List.of(Reason.noAnalysis("only C1 compiles in this JVM")),
          site.at().method(),
          allocated);
    }
    if (lost.isEmpty()) {
      return new Loss(
          site, sourceFile, List.of(Reason.neverOptimised()), site.at().method(), allocated);
    }
    Outcome best =
        lost.stream()
            .min(
                Comparator.comparingLong((Outcome each) -> -bytes.in(site.at(), each.root()))
                    .thenComparingInt(Outcome::rank))
            .orElseThrow();
    return new Loss(site, sourceFile, best.reasons(), best.root(), allocated);
  }
}
