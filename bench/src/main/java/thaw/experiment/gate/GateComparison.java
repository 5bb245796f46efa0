package thaw.experiment.gate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.experiment.gate.GateResult.Change;

/** Holds each variant against the one of the same name. */
public final class GateComparison {
  private static final String ANEW =
      "; measure the baseline anew on such a host, or compare two builds in one run with --against";

  private static final Set<GateMeasure> COMPARED =
      EnumSet.complementOf(EnumSet.of(GateMeasure.FAILURES));

  private final GateRule rule;
  private final GateBaseline before;
  private final GateBaseline after;
  private final boolean interleaved;
  private final List<GateVerdict> verdicts = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();

  private GateComparison(
      GateRule rule, GateBaseline before, GateBaseline after, boolean interleaved) {
    this.rule = rule;
    this.before = before;
    this.after = after;
    this.interleaved = interleaved;
  }

  /**
   * @param against file or folder that {@code before} is of
   * @param interleaved whether both were measured in turn, in one run: then a difference of JDK or
   *     memory size is one of the code
   */
  public static GateResult of(
      String against, GateRule rule, GateBaseline before, GateBaseline after, boolean interleaved) {
    return new GateComparison(rule, before, after, interleaved).of(against);
  }

  private GateResult of(String against) {
    List<GateSide> common =
        after.variants().stream().filter(side -> before.variant(side.name()).isPresent()).toList();
    double miss = rule.miss(common.size());
    for (GateSide later : after.variants()) {
      Optional<GateSide> earlier = before.variant(later.name());
      if (earlier.isPresent()) {
        compare(earlier.get(), later, miss);
      } else {
        notes.add(later.name() + " is new: there is nothing to compare it with.");
      }
    }
    for (GateSide earlier : before.variants()) {
      if (after.variant(earlier.name()).isEmpty()) {
        notes.add(earlier.name() + " is in the baseline and was not measured now.");
      }
    }
    if (verdicts.isEmpty()) {
      notes.add("No variant has the name of one in " + against + ", so nothing was compared.");
    }
    if (verdicts.stream().anyMatch(GateComparison::contradictsMedians)) {
      notes.add(
          "A change is the median of all differences between a start before and one now: it need not be the difference of the two medians.");
    }
    return new GateResult(against, interleaved, verdicts, changes, List.copyOf(notes));
  }

  private static boolean contradictsMedians(GateVerdict verdict) {
    return verdict.before().isPresent()
        && verdict.after().isPresent()
        && verdict.ratio().isPresent()
        && (verdict.after().getAsDouble() - verdict.before().getAsDouble())
                * (verdict.ratio().getAsDouble() - 1)
            < 0;
  }

  private void compare(GateSide earlier, GateSide later, double miss) {
    Optional<Comparability> common =
        interleaved
            ? Optional.empty()
            : Optional.of(Comparability.of(before, after, earlier, later));
    common.ifPresent(found -> notes.addAll(found.remarks()));
    for (GateMeasure measure : COMPARED) {
      Optional<String> reason = common.flatMap(found -> found.reason(measure));
      verdicts.add(
          reason.isPresent()
              ? GateVerdict.notMeasured(later.name(), measure, rule, reason.get() + ANEW)
              : verdict(measure, earlier, later, miss));
    }
    libraries(earlier, later);
    if (later.failed() > earlier.failed() && earlier.starts() > 0) {
      verdicts.add(GateVerdict.failures(rule, earlier, later)); // of whatever host and JDK
    }
  }

  private GateVerdict verdict(GateMeasure measure, GateSide earlier, GateSide later, double miss) {
    double[] old = earlier.values(measure);
    double[] now = later.values(measure);
    return old.length == 0 || now.length == 0
        ? GateVerdict.notMeasured(
            later.name(),
            measure,
            rule,
            (old.length == 0 ? "the baseline" : "this run")
                + " has no figure of it: no start succeeded, or such starts have none")
        : GateVerdict.of(later.name(), measure, rule, old, now, miss);
  }

  private void libraries(GateSide earlier, GateSide later) {
    for (String name : later.libraries()) {
      if (!earlier.libraries().contains(name)) {
        changes.add(new Change(later.name(), "the package now has " + name));
      }
    }
    for (String name : earlier.libraries()) {
      if (!later.libraries().contains(name)) {
        changes.add(new Change(later.name(), "the package no longer has " + name));
      }
    }
  }
}
