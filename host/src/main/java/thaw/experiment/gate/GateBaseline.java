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
 * @param otherCpus CPUs that other programs used meanwhile; empty where nobody tells
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
        plan.pageCache().name().toLowerCase(Locale.ROOT),
        otherCpus,
        plan.variants().stream().map(each -> GateSide.of(each, samples)).toList());
  }

  /** With these variants alone. */
  public GateBaseline only(Predicate<GateSide> which) {
    return new GateBaseline(
        thaw, host, pageCache, otherCpus, variants.stream().filter(which).toList());
  }

  /** With other names. */
  public GateBaseline renamed(UnaryOperator<String> name) {
    return new GateBaseline(
        thaw,
        host,
        pageCache,
        otherCpus,
        variants.stream().map(each -> each.named(name.apply(each.name()))).toList());
  }

  /** The variant of that name. */
  public Optional<GateSide> variant(String name) {
    return variants.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
