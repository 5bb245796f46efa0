package thaw.experiment.gate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import thaw.experiment.Host;
import thaw.experiment.Plan;
import thaw.experiment.Sample;

/**
 * A measurement, as later ones are compared with it.
 *
 * @param thaw version that measured
 * @param host the machine
 * @param pageCache {@code warm} or {@code cold}
 * @param otherCpus CPUs that others used meanwhile; empty where nobody tells
 */
public record GateBaseline(
    String thaw, Host host, String pageCache, OptionalDouble otherCpus, List<GateSide> variants) {
  public GateBaseline {
    variants = List.copyOf(variants);
  }

  /**
   * @param thaw this program's version
   * @param samples those of other plans' variants may be among them
   */
  public static GateBaseline of(
      String thaw, Host host, OptionalDouble otherCpus, Plan plan, List<Sample> samples) {
    return new GateBaseline(
        thaw,
        host,
        text(plan.pageCache()),
        otherCpus,
        plan.variants().stream().map(each -> GateSide.of(each, samples)).toList());
  }

  /** Returns the baseline with these variants alone. */
  public GateBaseline only(Predicate<GateSide> which) {
    return new GateBaseline(
        thaw, host, pageCache, otherCpus, variants.stream().filter(which).toList());
  }

  /**
   * Returns the baseline without samples of what cannot be compared with figures of that machine,
   * whatever they will be.
   */
  public GateBaseline comparable(Host now, Plan.PageCacheState state) {
    Comparability common = Comparability.ofHosts(this, now, text(state));
    return new GateBaseline(
        thaw,
        host,
        pageCache,
        otherCpus,
        variants.stream()
            .map(side -> side.only(measure -> common.reason(measure).isEmpty()))
            .toList());
  }

  private static String text(Plan.PageCacheState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the baseline with other names of its variants. */
  public GateBaseline renamed(UnaryOperator<String> name) {
    return new GateBaseline(
        thaw,
        host,
        pageCache,
        otherCpus,
        variants.stream().map(each -> each.withName(name.apply(each.name()))).toList());
  }

  /** The variant of that name. */
  public Optional<GateSide> variant(String name) {
    return variants.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
