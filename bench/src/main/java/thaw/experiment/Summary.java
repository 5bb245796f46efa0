package thaw.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.NewMachine;
import thaw.environment.launch.PackagedJvm;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.FunctionDefinition;

/** Makes the result of an experiment from its samples: what they amount to. */
final class Summary {
  private Summary() {}

  static ExperimentResult of(Plan plan, List<Sample> samples, Host host, List<Warning> noise) {
    List<VariantResult> results = new ArrayList<>();
    double[] baseline = totals(samples, plan.variants().getFirst().name());
    for (Variant variant : plan.variants()) {
      results.add(result(variant, samples, results.isEmpty() ? null : baseline));
    }
    List<Warning> warnings = new ArrayList<>(noise);
    warnings.addAll(foreign(plan.variants()));
    warnings.addAll(unequal(plan.variants()));
    warnings.addAll(notRestored(plan.variants()));
    results.forEach(result -> addFailures(result, warnings));
    warnings.addAll(statuses(results, plan));
    results.forEach(result -> addMissingStatuses(result, plan.given(), warnings));
    return new ExperimentResult(plan.title(), host, method(plan), results, warnings);
  }

  private static VariantResult result(
      Variant variant, List<Sample> samples, double @Nullable [] baseline) {
    List<Sample> own =
        samples.stream().filter(sample -> sample.name().equals(variant.name())).toList();
    double[] totals = Distribution.values(own, Metric.TOTAL);
    return new VariantResult(
        variant.name(),
        variant.description(),
        variant.spec().code().codeSha256(),
        variant.spec().program().label(),
        variant.spec().start().words(),
        variant.spec().snapshot().isPresent() ? Metric.RESTORE : Metric.INIT,
        own,
        Distribution.ofAll(own),
        baseline == null ? null : Comparison.of(totals, baseline),
        Optional.of(
            new VariantSetting(
                    variant.spec().function().memory().mebibytes(),
                    runtime(variant.spec().function()),
                    variant.whyOptions())
                .archived(PackagedJvm.isArchived(variant.spec()))
                .titled(variant.spec().function().title())));
  }

  /** An image has its runtime in itself. */
  private static String runtime(FunctionDefinition function) {
    return function.isImage() ? "" : function.runtime();
  }

  private static double[] totals(List<Sample> samples, String name) {
    return Distribution.values(
        samples.stream().filter(sample -> sample.name().equals(name)).toList(), Metric.TOTAL);
  }

  private static void addFailures(VariantResult result, List<Warning> warnings) {
    long withoutInit =
        result.samples().stream()
            .filter(sample -> sample.failure() == null)
            .filter(sample -> repeated(sample, result.beginning()))
            .count();
    if (withoutInit > 0) {
      warnings.add(
          new Warning(
              result.name()
                  + ": the "
                  + (result.beginning() == Metric.RESTORE ? "restore" : "init phase")
                  + " did not end well and was repeated in the invocation",
              withoutInit + " of " + result.samples().size() + " samples",
              result.beginning() == Metric.RESTORE
                  ? "look at the function's afterRestore hooks, and at thaw doctor"
                  : "move work out of static initialisers, or look at the log with thaw invoke"));
    }
  }

  /** A quick 404 is no figure of a function's work. One warning for all that answer it. */
  private static List<Warning> statuses(List<VariantResult> results, Plan plan) {
    Plan.Given given = plan.given();
    Map<Integer, List<VariantResult>> unexpected = new TreeMap<>();
    for (VariantResult result : results) {
      result.statuses().keySet().stream()
          .filter(status -> !given.isExpected(status))
          .forEach(
              status -> unexpected.computeIfAbsent(status, _ -> new ArrayList<>()).add(result));
    }
    List<Warning> warnings = new ArrayList<>();
    unexpected.forEach((status, answering) -> {
      long count =
          answering.stream().mapToLong(each -> each.statuses().getOrDefault(status, 0)).sum();
      long all = answering.stream().mapToLong(each -> each.samples().size()).sum();
      String names =
          answering.size() > 1 && answering.size() == results.size()
              ? "all %d variants".formatted(answering.size())
              : String.join(", ", answering.stream().map(VariantResult::name).toList());
      warnings.add(
          Warning.saying(
              names + " answered " + status,
              count + " of " + all + " samples",
              reason(status, answering, plan),
              answering.stream().allMatch(each -> isBrokenByRestore(each, results, plan))
                  ? "without a snapshot it serves the same event: mend what a restore breaks, which"
                      + " thaw snapstart tells"
                  : "give an event that it can serve with --event, and data for it with --seed or"
                      + " --before"
                      + (given.canExpect() ? "; if it is meant: --expect-status " + status : "")));
    });
    return warnings;
  }

  /**
   * Returns what the function has said of its answer with this status; empty where it said nothing,
   * and where several functions answer so.
   */
  private static String reason(int status, List<VariantResult> answering, Plan plan) {
    Set<String> names =
        answering.stream().map(VariantResult::name).collect(Collectors.toUnmodifiableSet());
    List<String> functions =
        plan.variants().stream()
            .filter(each -> names.contains(each.name()))
            .map(each -> each.spec().function().logicalId())
            .distinct()
            .toList();
    ErrorReason reason = plan.given().reasons().get(functions.getFirst());
    return functions.size() == 1 && reason != null && reason.status() == status
        ? "; " + reason.words()
        : "";
  }

  /** Returns whether the function serves the event whenever it was started without a snapshot. */
  private static boolean isBrokenByRestore(
      VariantResult result, List<VariantResult> results, Plan plan) {
    Map<String, Variant> variants = new TreeMap<>();
    plan.variants().forEach(each -> variants.put(each.name(), each));
    Variant own = Objects.requireNonNull(variants.get(result.name()));
    List<VariantResult> plain =
        results.stream()
            .filter(each -> each.beginning() != Metric.RESTORE)
            .filter(each -> {
              Variant other = Objects.requireNonNull(variants.get(each.name()));
              return other.spec().function().logicalId().equals(own.spec().function().logicalId())
                  && Arrays.equals(other.event(), own.event());
            })
            .toList();
    return result.beginning() == Metric.RESTORE
        && !plain.isEmpty()
        && plain.stream()
            .allMatch(each ->
                each.samples().stream().allMatch(sample -> sample.failure() == null)
                    && each.statuses().keySet().stream().allMatch(plan.given()::isExpected));
  }

  private static void addMissingStatuses(
      VariantResult result, Plan.Given given, List<Warning> warnings) {
    long without = result.samples().stream().filter(sample -> sample.status() == null).count();
    if (!given.statuses().isEmpty() && without > 0) {
      warnings.add(
          new Warning(
              result.name() + " answered without an HTTP status",
              without + " of " + result.samples().size() + " samples",
              "leave out --expect-status, or choose functions behind an API with --function"));
    }
  }

  /**
   * Returns warnings on settings that differ between variants although no variant's name mentions
   * them, as that may be unintended.
   */
  private static List<Warning> unequal(List<Variant> variants) {
    List<Warning> warnings = new ArrayList<>();
    Map<String, String> jdks = new TreeMap<>();
    Map<String, String> sizes = new TreeMap<>();
    for (Variant variant : variants) {
      if (variant.spec().program() instanceof RuntimeProgram.Java java) { // others bring theirs
        jdks.putIfAbsent(java.label(), variant.name());
      }
      sizes.putIfAbsent(variant.spec().function().memory().mebibytes() + " MB", variant.name());
    }
    if (jdks.size() > 1 && variants.stream().anyMatch(v -> !v.name().contains("JDK "))) {
      warnings.add(unequal("JDKs", jdks, "--jdk"));
    }
    if (sizes.size() > 1 && variants.stream().anyMatch(v -> !v.name().contains(" MB"))) {
      warnings.add(unequal("memory sizes", sizes, "--memory"));
    }
    return warnings;
  }

  /** One for all functions that the template wants on the same other machine. */
  private static List<Warning> foreign(List<Variant> variants) {
    Map<String, Set<String>> functions = new TreeMap<>();
    for (Variant variant : variants) {
      FunctionDefinition function = variant.spec().function();
      function
          .foreignMachine()
          .ifPresent(words ->
              functions.computeIfAbsent(words, _ -> new TreeSet<>()).add(function.logicalId()));
    }
    List<Warning> warnings = new ArrayList<>();
    functions.forEach((words, of) ->
        warnings.add(
            new Warning(
                words.substring(0, words.length() - 1),
                "Architectures of " + String.join(", ", of),
                "measure on a machine of that kind, or on Lambda: thaw bench --on lambda")));
    return warnings;
  }

  /** Versions are published for SnapStart only; what starts otherwise is not what Lambda does. */
  private static List<Warning> notRestored(List<Variant> variants) {
    return variants.stream()
        .filter(variant -> !variant.spec().version().equals(EnvironmentSpec.LATEST))
        .filter(variant -> variant.spec().snapshot().isEmpty())
        .map(variant ->
            new Warning(
                variant.name() + " has SnapStart and was not restored from a snapshot",
                "it started: " + variant.spec().start().words(),
                "thaw doctor says what is missing for snapshots"))
        .toList();
  }

  private static Warning unequal(String what, Map<String, String> examples, String option) {
    List<String> evidence = new ArrayList<>();
    examples.forEach((value, variant) -> evidence.add(value + ": " + variant));
    return new Warning(
        "the variants ran with different " + what,
        String.join(", ", evidence),
        "give all the same with " + option + " when that is not what you compare");
  }

  /** The init phase failed, or its time was up: what came of it is in the invocation. */
  private static boolean repeated(Sample sample, Metric beginning) {
    Double init = sample.values().get(beginning);
    return init == null || init >= Environment.INIT_LIMIT.toMillis();
  }

  private static List<String> method(Plan plan) {
    List<String> method = new ArrayList<>();
    method.add(
        String.format(
            Locale.ROOT,
            "%d cold starts of each of %d variants, interleaved: every round starts each variant"
                + " once, in an order shuffled with seed %d.",
            plan.runs(),
            plan.variants().size(),
            plan.seed()));
    method.add(
        "Each cold start is a new JVM in a new execution environment: init on two unthrottled"
            + " CPUs, the first invocation on memory / 1769 vCPU in periods of 20 ms.");
    method.add(
        switch (plan.pageCache()) {
          case WARM -> "Page cache warm: one start of each variant, not measured, came first.";
          case COLD ->
              "Page cache cold: code, runtime client, class archive and JDK were dropped from it"
                  + " before each start; pages that a living process has mapped stay.";
          case LAMBDA ->
              String.format(
                  Locale.ROOT,
                  "Page cache as on Lambda: each environment reads code, runtime client, class"
                      + " archive and JDK anew from storage, %.2f ms a read and %,d MB/s; up to"
                      + " Java 21 an agent looks at each class, as AWS's against Log4Shell does.",
                  NewMachine.READ_COST.latency().toNanos() / 1e6,
                  NewMachine.READ_COST.bytesPerSecond() / 1_000_000);
        });
    method.add(
        "init: from the start of the JVM to its first call of the Runtime API; first invocation:"
            + " until it asks for the next event; start to response: from the start of the JVM to"
            + " the response. All on the monotonic clock, from outside the JVM.");
    if (plan.variants().stream().anyMatch(variant -> variant.spec().snapshot().isPresent())) {
      method.add(
          "Restored: a snapshot of the initialised process was taken once, before the first start;"
              + " each start restores it in a new, empty environment. restore: from the start of"
              + " the restore to the first call of the Runtime API, in place of init.");
    }
    if (plan.given().warm() > 0) {
      method.add(
          String.format(
              Locale.ROOT,
              "Warm: %d further invocations of each environment with the same event, frozen for 25"
                  + " ms before each.",
              plan.given().warm()));
    }
    method.add(
        "The runtime is the official AWS runtime interface client; its own classes come from a"
            + " class archive (CDS or AOT cache), as in the managed runtimes.");
    return method;
  }
}
