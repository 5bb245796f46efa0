package thaw.app.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.app.why.WhyJob;
import thaw.app.why.WhyRequest;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.LoadedClass;
import thaw.attribution.Explanation.MethodTime;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.experiment.gate.GateBaseline;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateResult.Change;
import thaw.problem.UserMistake;

/** Explains why something has grown: both builds are explained, and what differs is named. */
final class GateExplanation {
  /** The number of causes that are named of each kind. */
  private static final int NAMED = 3;

  private static final int LEAST_CLASSES = 10;

  /**
   * The share of the cold start that a difference must have; two explanations of the same code
   * differ by less.
   */
  private static final double LEAST_SHARE = 0.03;

  private final BenchRequest request;
  private final Progress progress;
  private final ExplainedBuild build;

  /** Explains a build, and writes that. */
  interface ExplainedBuild {
    Explanation of(WhyRequest request) throws InterruptedException;
  }

  GateExplanation(BenchRequest request, Progress progress) {
    this(request, progress, each -> WhyJob.explain(each, progress, true).explanation());
  }

  GateExplanation(BenchRequest request, Progress progress, ExplainedBuild build) {
    this.request = request;
    this.progress = progress;
    this.build = build;
  }

  /**
   * Returns the result with causes of what is over, as far as they are found. What cannot be
   * explained is said, and is over all the same.
   */
  GateResult of(GateResult gate, GateBaseline measured) throws InterruptedException {
    Set<String> done = new HashSet<>();
    List<Change> changes = new ArrayList<>();
    for (String name : gate.overVariants()) {
      String function = measured.variant(name).map(side -> side.function()).orElse(name);
      if (done.add(function)) {
        try {
          changes.addAll(of(name, function));
        } catch (RuntimeException e) {
          String fact = e instanceof UserMistake ? String.valueOf(e.getMessage()) : e.toString();
          progress.line("warning: " + function + " is not explained: " + fact);
        }
      }
    }
    return gate.explained(changes);
  }

  private List<Change> of(String variant, String function) throws InterruptedException {
    SourceChoice other = request.source().withText(request.gate().against());
    Path folder = request.out().resolve("why");
    Path base = folder.resolve(function + "-base");
    Explanation before = explained(other, function, Optional.empty(), base);
    Explanation after =
        explained(request.source(), function, Optional.of(base), folder.resolve(function));
    List<Change> changes = new ArrayList<>();
    causes(before, after).forEach(text -> changes.add(new Change(variant, text)));
    changes.add(new Change(variant, "compared in " + folder.resolve(function).resolve("why.html")));
    return changes;
  }

  private Explanation explained(
      SourceChoice source, String function, Optional<Path> earlier, Path out)
      throws InterruptedException {
    progress.line("explaining " + function + " of " + source.named());
    return build.of(
        WhyRequest.of(
                source.withText(Optional.of(source.source().toString())),
                FunctionChoice.of(Optional.of(function)),
                out)
            .with()
            .event(request.event())
            .data(request.data())
            .earlier(earlier)
            .build());
  }

  /** One sentence each: libraries by classes, methods by time, findings by place. */
  static List<String> causes(Explanation before, Explanation after) {
    List<String> causes = new ArrayList<>();
    Map<String, Integer> classes = classes(after);
    classes(before).forEach((library, count) -> classes.merge(library, -count, Integer::sum));
    classes.entrySet().stream()
        .filter(each -> each.getValue() >= LEAST_CLASSES)
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(NAMED)
        .forEach(each ->
            causes.add(
                String.format(
                    Locale.ROOT, "%s: %,d more classes", each.getKey(), each.getValue())));
    causes.addAll(findings(before, after));
    causes.addAll(methods(before, after));
    return causes;
  }

  private static Map<String, Integer> classes(Explanation explanation) {
    Map<String, Integer> classes = new LinkedHashMap<>();
    for (LoadedClass loaded : explanation.classes().list()) {
      if (loaded.phase() != PhaseName.LATER_INVOCATIONS) {
        classes.merge(loaded.library(), 1, Integer::sum);
      }
    }
    return classes;
  }

  private static List<String> findings(Explanation before, Explanation after) {
    return after.findings().stream()
        .filter(finding -> !finding.place().isEmpty())
        .filter(finding -> before.findings().stream().noneMatch(each -> isSame(each, finding)))
        .limit(NAMED)
        .map(finding -> finding.place() + ": " + finding.title())
        .toList();
  }

  private static boolean isSame(Finding one, Finding other) {
    return one.id().equals(other.id()) && one.place().equals(other.place());
  }

  private static List<String> methods(Explanation before, Explanation after) {
    Map<String, Double> known = new LinkedHashMap<>();
    before.methods().forEach(each -> known.merge(each.method(), each.selfMillis(), Double::sum));
    double least = LEAST_SHARE * after.total().wallMillis();
    record Grown(MethodTime method, double millis) {}
    return after.methods().stream()
        .map(each -> new Grown(each, each.selfMillis() - known.getOrDefault(each.method(), 0.0)))
        .filter(each -> each.millis() > least)
        .sorted(Comparator.comparingDouble(Grown::millis).reversed())
        .limit(NAMED)
        .map(each ->
            String.format(
                Locale.ROOT,
                "%s of %s: %,.0f ms more",
                each.method().method(),
                each.method().library(),
                each.millis()))
        .toList();
  }
}
