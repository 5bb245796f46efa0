package thaw.app.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import thaw.app.shared.ProgramVersion;
import thaw.app.shared.Progress;
import thaw.experiment.Experiment;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.NoiseWatch;
import thaw.experiment.Plan;
import thaw.experiment.Sample;
import thaw.experiment.Variant;
import thaw.experiment.gate.GateBaseline;
import thaw.experiment.gate.GateBaselineFile;
import thaw.experiment.gate.GateComparison;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateRule;

/**
 * A measurement that is compared: with a stored one, with another build that is measured in turn
 * with this one, or with nothing.
 */
final class GateRun {
  /** The suffix of the names of the other build's variants. */
  private final GateChoice choice;

  private final GateRule rule;
  private final Progress progress;
  private final Optional<GateBaseline> stored;
  private final Map<String, String> others = new LinkedHashMap<>(); // name of base by name
  private OptionalDouble otherCpus = OptionalDouble.empty();
  private final List<GateResult.Shortfall> shortfalls = new ArrayList<>();

  /** A plan that becomes samples. */
  interface Measuring {
    ExperimentResult of(Plan plan) throws InterruptedException;
  }

  /**
   * Reads the stored measurement: a mistake in it must not cost a new one.
   *
   * @param rule by default and by {@code budget.yaml}
   * @param out folder of the result
   * @throws thaw.problem.UserMistake when there is none, or when this run would replace it
   */
  GateRun(GateChoice choice, GateRule rule, Path out, Progress progress) {
    this.choice = choice;
    this.rule = rule.with(choice.limits(), choice.on());
    this.progress = progress;
    this.stored = choice.baseline().map(GateBaselineFile::read);
    choice.baseline().ifPresent(file -> GateBaselineFile.requireElsewhere(file, out));
  }

  /** Variants under the names of others, in their order. */
  static List<Variant> renamed(List<Variant> variants, List<Variant> names) {
    List<Variant> renamed = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      Variant each = variants.get(i);
      renamed.add(new Variant(names.get(i).name(), each.description(), each.spec(), each.event()));
    }
    return renamed;
  }

  /** The other build's variants, each before the one of the same name; both get its event. */
  List<Variant> beside(List<Variant> chosen, List<Variant> base) {
    List<Variant> all = new ArrayList<>();
    for (Variant variant : chosen) {
      for (Variant other : base) {
        if (other.name().equals(variant.name())) {
          String name = other.name() + GateResult.OTHER;
          others.put(variant.name(), name);
          all.add(new Variant(name, other.description(), other.spec(), variant.event()));
        }
      }
      all.add(variant);
    }
    return all;
  }

  /**
   * Takes as many samples as the comparison needs, or as the plan says where there is none.
   *
   * @param host this machine
   * @param noise watches from now on
   */
  ExperimentResult measured(Plan plan, Path out, Host host, NoiseWatch noise, Measuring measuring)
      throws InterruptedException {
    List<Sample> kept = Experiment.kept(out, plan);
    ExperimentResult result = measured(plan, kept, host, measuring);
    otherCpus = meanwhile(kept, samples(result), noise.otherCpus());
    return result;
  }

  /** Nobody knows what others did while an interrupted run took its samples. */
  static OptionalDouble meanwhile(List<Sample> kept, List<Sample> all, OptionalDouble seen) {
    return kept.stream().anyMatch(all::contains) ? OptionalDouble.empty() : seen;
  }

  private ExperimentResult measured(Plan plan, List<Sample> kept, Host host, Measuring measuring)
      throws InterruptedException {
    if (stored.isPresent()) {
      GateBaseline compared =
          stored
              .get()
              .comparable(host, plan.pageCache())
              .only(side ->
                  plan.variants().stream().anyMatch(each -> each.name().equals(side.name())));
      return measuring.of(withRuns(plan, needed(compared, true, plan, compared.variants().size())));
    }
    if (others.isEmpty()) {
      return measuring.of(plan);
    }
    int taken = Math.min(plan.runs(), choice.mostRuns());
    int wanted = kept.size() < taken * plan.variants().size() ? taken : needed(kept, plan);
    // Few starts often show less spread than there is: asked again with all that were taken.
    int before = kept.size();
    while (true) {
      long begun = System.nanoTime();
      ExperimentResult result = measuring.of(withRuns(plan, wanted));
      long nanos = System.nanoTime() - begun;
      int all = samples(result).size();
      int more = needed(samples(result), plan);
      if (more <= wanted) {
        return result;
      }
      if (!shortfalls.isEmpty()) {
        long each = all > before ? nanos / (all - before) : 0;
        long left = (long) (more - wanted) * plan.variants().size();
        progress.line(GateRuns.goesOn(shortfalls, more, Duration.ofNanos(each * left).toSeconds()));
      }
      before = all;
      wanted = more;
    }
  }

  private int needed(List<Sample> taken, Plan plan) {
    return needed(side(plan, taken, noHost(), true), false, plan, others.size());
  }

  private int needed(GateBaseline known, boolean isStored, Plan plan, int compared) {
    GateRuns runs =
        GateRuns.of(
            known, isStored, rule, compared, plan.runs(), Math.max(plan.runs(), choice.mostRuns()));
    runs.sentences().forEach(progress::line);
    shortfalls.clear();
    shortfalls.addAll(runs.shortfalls());
    return runs.count();
  }

  private static Plan withRuns(Plan plan, int runs) {
    return new Plan(
        plan.title(), plan.variants(), runs, plan.seed(), plan.pageCache(), plan.given());
  }

  private static List<Sample> samples(ExperimentResult result) {
    return result.variants().stream().flatMap(each -> each.samples().stream()).toList();
  }

  /** Spread is of the samples alone. */
  private static Host noHost() {
    return new Host("", "", 0, 0, "", List.of());
  }

  /**
   * Returns one side of the comparison: this build's variants, or the other build's under the same
   * names.
   */
  private GateBaseline side(Plan plan, List<Sample> samples, Host host, boolean other) {
    List<Variant> variants =
        plan.variants().stream()
            .filter(each -> others.containsValue(each.name()) == other)
            .toList();
    Plan part =
        new Plan(plan.title(), variants, plan.runs(), plan.seed(), plan.pageCache(), plan.given());
    GateBaseline side = GateBaseline.of(ProgramVersion.read(), host, otherCpus, part, samples);
    return other
        ? side.renamed(name -> name.substring(0, name.length() - GateResult.OTHER.length()))
        : side;
  }

  /** Leaves this build's figures for later comparisons. */
  GateBaseline left(Plan plan, ExperimentResult result, Path out) {
    GateBaseline left = side(plan, samples(result), result.host(), false);
    GateBaselineFile.write(left, out);
    return left;
  }

  /** Returns the comparison that was asked for; empty where nothing was. */
  Optional<GateResult> compared(Plan plan, ExperimentResult result, GateBaseline left) {
    if (stored.isPresent()) {
      String file = choice.baseline().orElseThrow().toString();
      return Optional.of(GateComparison.of(file, rule, stored.get(), left, false).with(shortfalls));
    }
    return choice
        .against()
        .map(folder ->
            GateComparison.of(
                    folder, rule, side(plan, samples(result), result.host(), true), left, true)
                .with(shortfalls));
  }
}
