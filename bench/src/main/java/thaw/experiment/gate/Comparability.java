package thaw.experiment.gate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import thaw.environment.launch.StandIn;
import thaw.experiment.Host;

/**
 * The conditions that two measurements at different times must share; without them some figures
 * cannot be compared.
 */
final class Comparability {
  private static final Set<GateMeasure> TIMES = EnumSet.of(GateMeasure.CPU, GateMeasure.WALL);
  private static final Set<GateMeasure> STARTS =
      EnumSet.complementOf(EnumSet.of(GateMeasure.PACKAGE_SIZE, GateMeasure.FAILURES));
  private static final Set<GateMeasure> ALL_BUT_COUNTED =
      EnumSet.of(GateMeasure.CPU, GateMeasure.WALL, GateMeasure.MEMORY);

  /**
   * The most by which the use of CPUs by others may differ, in CPUs: what is busier than that has
   * caches and a clock rate of its own.
   */
  private static final double OTHER_CPUS = 0.2;

  private final Map<GateMeasure, String> spoilt = new EnumMap<>(GateMeasure.class);
  private final List<String> remarks = new ArrayList<>();

  private Comparability() {}

  static Comparability of(
      GateBaseline before, GateBaseline after, GateSide earlier, GateSide later) {
    Comparability found = ofHosts(before, after.host(), after.pageCache());
    found.requireLoad(before.otherCpus(), after.otherCpus());
    found.require("JDK", StandIn.jdkOf(earlier.jdk()), StandIn.jdkOf(later.jdk()), STARTS);
    found.require("kind of start", earlier.start(), later.start(), STARTS);
    found.require("memory size", earlier.memoryMb() + " MB", later.memoryMb() + " MB", STARTS);
    if (!earlier.event().equals(later.event())) {
      STARTS.forEach(measure ->
          found.spoilt.putIfAbsent(measure, "the event of the first invocation was another one"));
    }
    if (!before.thaw().equals(after.thaw())) {
      found.remarks.add(
          "The baseline is of Thaw %s and this run of %s: what Thaw itself brings into the JVM, such as the runtime client's archive, may differ."
              .formatted(before.thaw(), after.thaw()));
    }
    return found;
  }

  /** Compares the hosts, which are known before anything is measured. */
  static Comparability ofHosts(GateBaseline before, Host now, String pageCache) {
    Comparability found = new Comparability();
    Host old = before.host();
    found.require("CPU", old.cpuModel(), now.cpuModel(), TIMES);
    found.require("number of CPUs", "" + old.cpus(), "" + now.cpus(), TIMES);
    found.require("kernel", major(old.kernel()), major(now.kernel()), ALL_BUT_COUNTED);
    found.require(
        "list of what this host cannot guarantee",
        listed(old.missingGuarantees()),
        listed(now.missingGuarantees()),
        TIMES);
    found.require("page cache", before.pageCache(), pageCache, TIMES);
    return found;
  }

  private void require(String what, String before, String after, Set<GateMeasure> measures) {
    if (!before.equals(after)) {
      measures.forEach(measure ->
          spoilt.putIfAbsent(measure, "the %s was %s and is %s".formatted(what, before, after)));
    }
  }

  /** A busy neighbour makes the same work cost more CPU time: some 10 % of it for one core. */
  private void requireLoad(OptionalDouble before, OptionalDouble after) {
    if (before.isEmpty() || after.isEmpty()) {
      spoil(
          "it is unknown how much CPU others used during %s: the host does not count it, or a measurement was interrupted"
              .formatted(before.isEmpty() ? "the baseline" : "this run"));
      return;
    }
    double then = before.getAsDouble();
    double now = after.getAsDouble();
    if (Math.abs(now - then) > OTHER_CPUS) {
      spoil(
          String.format(
              Locale.ROOT,
              "others used %.0f %% of one CPU during the baseline and %.0f %% now",
              100 * then,
              100 * now));
    }
  }

  private void spoil(String reason) {
    TIMES.forEach(measure -> spoilt.putIfAbsent(measure, reason));
  }

  private static String listed(List<String> texts) {
    return texts.isEmpty() ? "empty" : String.join("; ", texts);
  }

  /** {@code 6} of {@code 6.1.0-18-amd64}. */
  private static String major(String kernel) {
    int dot = kernel.indexOf('.');
    return dot < 0 ? kernel : kernel.substring(0, dot);
  }

  /** Returns why a measure cannot be compared; empty where it can. */
  Optional<String> reason(GateMeasure measure) {
    return Optional.ofNullable(spoilt.get(measure));
  }

  /** Returns differences that a reader has to know but that are no reason to refuse. */
  List<String> remarks() {
    return remarks;
  }
}
