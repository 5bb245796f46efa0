package thaw.attribution.warmup;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import thaw.attribution.warmup.WarmUp.StretchTimes;

/** Finds what the figures speak for. Each remedy names them; none predicts what nobody measured. */
final class WarmRemedies {
  /** The ratio of two times up to which their difference may be noise. */
  private static final double SLOWER = 1.25;

  /** The share of the time from which on the CPU limit is worth a remedy. */
  private static final double MUCH_HELD_BACK = 0.25;

  /** The share of the CPU time from which on the compilers are worth a remedy, too. */
  private static final double MUCH_COMPILING = 0.2;

  private static final double LEAST_MILLIS = 0.1;

  private final WarmUp.Load load;
  private final boolean c1Only;
  private final List<StretchTimes> stretches;
  private final StretchTimes first;
  private final StretchTimes last;
  private final List<WarmRemedy> remedies = new ArrayList<>();

  private WarmRemedies(WarmUp.Load load, boolean c1Only, List<StretchTimes> stretches) {
    this.load = load;
    this.c1Only = c1Only;
    this.stretches = stretches;
    this.first = stretches.getFirst();
    this.last = stretches.getLast();
  }

  static List<WarmRemedy> of(WarmUp.Load load, boolean c1Only, List<StretchTimes> stretches) {
    WarmRemedies found = new WarmRemedies(load, c1Only, stretches);
    if (stretches.size() > 1) {
      found.priming();
      found.warming();
    }
    found.threads();
    found.compilers();
    return found.remedies;
  }

  /** The first stretch that is about as fast as the last one. */
  private StretchTimes steady() {
    return stretches.stream()
        .filter(stretch -> stretch.p50Millis() <= SLOWER * last.p50Millis())
        .findFirst()
        .orElse(last);
  }

  private boolean isSlower(StretchTimes stretch) {
    return stretch.p50Millis() > SLOWER * last.p50Millis()
        && stretch.p50Millis() - last.p50Millis() > LEAST_MILLIS;
  }

  private void priming() {
    if (!isSlower(first)) {
      return;
    }
    add(
        "prime-in-init",
        "Run the handler's code path in init",
        text(
                "A first request takes %s ms, a late one %s ms (medians of %d and %d).",
                millis(first.p50Millis()),
                millis(last.p50Millis()),
                first.requests(),
                last.requests())
            + text(
                " %.0f classes are loaded after init, and class loading has %s ms of a first"
                    + " request.",
                stretches.stream().mapToDouble(StretchTimes::classesLoaded).sum(),
                millis(first.millis(WarmWork.CLASS_LOADING))),
        "Call the handler once from its constructor, with an event such as this one and without"
            + " effects outside. No request waits for the init phase of managed instances, which"
            + " may take 130 s.");
  }

  private void warming() {
    StretchTimes steady = steady();
    if (steady.first() <= 2 || !isSlower(stretches.get(1))) {
      return;
    }
    int calls = (steady.first() - 1) * load.senders();
    add(
        "warm-up-in-init",
        "Repeat it until the code is compiled",
        text(
            "Requests 2 to %d of each of %d senders are slower than %.2f times a late one; %.0f"
                + " methods were compiled until then.",
            steady.first() - 1,
            load.senders(),
            SLOWER,
            stretches.stream()
                .filter(stretch -> stretch.last() < steady.first())
                .mapToDouble(each -> each.compiledByC1() + each.compiledByC2())
                .sum()),
        text(
                "About %d calls of the same code path in init, or as many requests to each new"
                    + " environment before it has",
                calls)
            + " traffic, bring it to where it stays. With a higher MinExecutionEnvironments fewer"
            + " environments start under load.");
  }

  private void threads() {
    if (last.heldBack() < MUCH_HELD_BACK || load.senders() < 2) {
      return;
    }
    add(
        "fewer-at-once",
        "Let fewer requests run at a time, or give them more vCPUs",
        text(
            "With %d requests at a time on %.2f vCPUs the CPU limit held the environment back for"
                + " %.0f %% of the last requests' time.",
            load.senders(), load.vcpus(), 100 * last.heldBack()),
        text(
                "Lower PerExecutionEnvironmentMaxConcurrency (now %d), or raise MemorySize, or"
                    + " lower",
                load.threads())
            + " ExecutionEnvironmentMemoryGiBPerVCpu.");
  }

  private void compilers() {
    double compiling =
        stretches.stream().mapToDouble(each -> each.jitMillis() * each.requests()).sum();
    double own = stretches.stream().mapToDouble(each -> each.cpuMillis() * each.requests()).sum();
    double share = own + compiling <= 0 ? 0 : compiling / (own + compiling);
    if (c1Only) {
      add(
          "let-c2-compile",
          "Try the C2 compiler, as environments live long",
          text(
              "The JVM runs with -XX:TieredStopAtLevel=1; a late request has %s ms of C1 code in %s"
                  + " ms of CPU time.",
              millis(last.millis(WarmWork.C1)), millis(last.cpuMillis())),
          "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=4, then measure again with more --requests:"
              + " its gain comes late, and was not measured here.");
    } else if (share > MUCH_COMPILING) {
      add(
          "compile-less",
          "The compilers compete with requests",
          text("The JIT compilers had %.0f %% of the CPU time of these requests.", 100 * share),
          "Warm up in init, where they have the CPUs to themselves, or try"
              + " JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1, which compiles less and leaves code"
              + " slower.");
    }
  }

  private void add(String id, String title, String evidence, String how) {
    remedies.add(new WarmRemedy(id, title, evidence, how));
  }

  /** Returns whether the last stretch is still faster than the one before. */
  static boolean isStillFalling(List<StretchTimes> stretches) {
    return stretches.size() > 2
        && stretches.get(stretches.size() - 2).p50Millis()
            > SLOWER * stretches.getLast().p50Millis();
  }

  /** Returns milliseconds with as many digits as are significant. */
  private static String millis(double millis) {
    return text(millis >= 99.5 ? "%.0f" : millis >= 1 ? "%.1f" : "%.2f", millis);
  }

  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
