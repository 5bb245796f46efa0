package thaw.explanation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.model.PublishedRestores;
import thaw.presentation.text.Figures;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.stats.ShiftInterval;

/**
 * The figures that every result of {@code thaw fix} begins with: what the function gains where it
 * is deployed as before, and what it gains in a package with its own JVM, each with the command
 * that brings it there. Words ways, verdict and remarks for terminals, pages and JSON.
 *
 * @param ways that gain or not, or of which the time limit has left what could tell, the managed
 *     runtime first; where nothing was kept, none but one that nobody tried
 * @param verdict which of the ways to take, where there is no choice
 * @param remarks on what else the figures depend on, one sentence each
 */
record FixHeadline(List<Way> ways, Optional<String> verdict, List<String> remarks) {
  private static final String OWN_JVM = "in a package with its own JVM";
  private static final String SNAP_START = "snapStart";
  private static final String NOT_MEASURED = "not measured yet";
  private static final String NO_PATCH =
      "; there is no patch, so that deploying as before changes nothing";
  private static final int FIRST_WITH_AOT_CACHE = 25;
  private static final double MIB_PER_GB = 1_024;
  private static final double MILLIS_PER_SECOND = 1_000;

  /** The factor below which a share is easier to understand. */
  private static final double LEAST_TIMES = 1.5;

  /** The factor from which on tenths say nothing. */
  private static final double MANY_TIMES = 10;

  FixHeadline {
    ways = List.copyOf(ways);
    remarks = List.copyOf(remarks);
  }

  /**
   * A way to deploy what was kept.
   *
   * @param id {@code managed}, {@code package}, or {@code snapStart} where nobody tried that
   * @param where in words
   * @param figures absent where it gains nothing, or was not measured
   * @param otherwise why there are no figures; empty where there are
   * @param command that brings it there, or goes on where that is not known; absent where there is
   *     nothing to bring
   */
  record Way(
      String id,
      String where,
      Optional<FixResult.Figures> figures,
      String otherwise,
      Optional<String> command) {}

  static FixHeadline of(FixSubject subject, FixResult result) {
    List<Way> ways = new ArrayList<>();
    if (!result.gains()) {
      snapStart(subject, result).ifPresent(ways::add);
      return new FixHeadline(ways, Optional.empty(), remarks(subject, result));
    }
    ways.add(deployed(subject, result));
    if (result.needsPackage()) {
      ways.add(
          new Way(
              "package",
              OWN_JVM
                  + memory(subject, result.kept()).map(", "::concat).orElse("")
                  + otherArchive(subject, result),
              Optional.of(result.result()),
              "",
              Optional.of(subject.commands().packaged())));
    } else {
      notKnown(result, true)
          .ifPresent(words ->
              ways.add(
                  new Way(
                      "package",
                      OWN_JVM,
                      Optional.empty(),
                      words,
                      Optional.of(again(subject, result)))));
    }
    snapStart(subject, result).ifPresent(way -> ways.add(place(ways, subject, result), way));
    return new FixHeadline(ways, verdict(subject, result, ways), remarks(subject, result));
  }

  /**
   * Returns what milliseconds are of, and what tells those of Lambda, in the words of all results.
   */
  static String ofThisMachine(FixSubject subject, FixResult result) {
    boolean isRestored =
        subject.deployment().snapStart() || result.patched().has(Change.SnapStart.class);
    String deployed =
        isRestored
            ? subject.commands().restoredAsLambda() + " predicts those with SnapStart"
            : subject.deployment().jdk().isPresent()
                ? subject.commands().asLambda() + " predicts those on the managed runtime"
                : "these are not predicted for AWS: measure there by thaw bench --on lambda";
    return "Milliseconds are of this machine; on Lambda they are others: %s%s."
        .formatted(
            deployed,
            result.needsPackage()
                ? ". Those of the package are not predicted for AWS: measure it there by thaw bench --on lambda"
                : "");
  }

  /**
   * Returns in words what is known where nothing was kept: how much nothing of what was tried gains
   * at most, or what could not be seen; with what only CPU time has proven.
   */
  static String nothing(FixSubject subject, FixResult result) {
    List<Step> tried = result.steps().stream().filter(step -> step.gain().isPresent()).toList();
    if (tried.isEmpty()) {
      long open = result.steps().stream().filter(Step::isOpen).count();
      return open > 0
          ? "the time limit left no time to try %s; %s"
              .formatted(
                  open == 1 ? "the one step" : "any of %d steps".formatted(open), goOn(result))
          : "nothing was tried that could make it shorter";
    }
    String byCpu =
        tried.stream()
            .filter(step -> measured(step).filter(ShiftInterval::isAboveZero).isEmpty())
            .flatMap(step ->
                step
                    .cpuGain()
                    .filter(ShiftInterval::isAboveZero)
                    .map(gain -> "; " + step.remedy().id() + ": " + byCpuOnly(gain))
                    .stream())
            .collect(Collectors.joining());
    List<Step> untold = tried.stream().filter(step -> step.isNoisy() || step.isOpen()).toList();
    if (!untold.isEmpty()) {
      boolean isNoisy = result.isNoisy();
      return "%s whether anything that was tried makes it shorter: gains below %s ms could not be seen%s; %s%s"
          .formatted(
              isNoisy ? "too noisy to tell" : "the time limit left too few starts to tell",
              Figures.whole(most(untold, gain -> (gain.high() - gain.low()) / 2)),
              subject.busy() ? " (the machine was busy)" : "",
              isNoisy
                  ? "run it again on a machine that has no other work, or with a larger --budget"
                  : goOn(result),
              byCpu);
    }
    double most = Math.max(0, most(tried, ShiftInterval::high));
    return "measured: nothing that was tried gains more than %s ms (%s of it)%s"
        .formatted(Figures.whole(most), Figures.percent(most / result.base().totalMillis()), byCpu);
  }

  /** Returns in words how to go on with what is left: with more time, where that needs more. */
  static String goOn(FixResult result) {
    return "run the same command"
        + result
            .needs()
            .map(needs -> " with" + FixSubject.Again.budget(needs))
            .orElse(" to continue");
  }

  private static double most(List<Step> steps, ToDoubleFunction<ShiftInterval> figure) {
    return steps.stream()
        .flatMap(step -> measured(step).stream())
        .mapToDouble(figure)
        .max()
        .orElse(0);
  }

  /** Returns what was measured of a step last: what a last run has taken back is no gain. */
  static Optional<ShiftInterval> measured(Step step) {
    return step.leftOut().or(step::gain);
  }

  /** Returns in words what only CPU time has proven; empty where wall time has, or nothing has. */
  static Optional<String> byCpuOnly(FixResult.Figures figures) {
    return figures.gain().isEmpty() || figures.isFaster() || !figures.takesLessCpu()
        ? Optional.empty()
        : figures.cpuGain().map(FixHeadline::byCpuOnly);
  }

  private static String byCpuOnly(ShiftInterval cpuGain) {
    return "CPU time %s ms less, proven; wall time not proven"
        .formatted(Figures.whole(cpuGain.median()));
  }

  private static Optional<Way> snapStart(FixSubject subject, FixResult result) {
    Optional<String> failure = subject.deployment().failsRestored();
    return result.steps().stream().anyMatch(FixHeadline::isSnapStart)
        ? Optional.empty()
        : subject
            .commands()
            .snapStart()
            .map(command ->
                new Way(
                    SNAP_START,
                    "with SnapStart",
                    Optional.empty(),
                    failure
                            .map("not measured: it would fail wherever it needs its keys: "::concat)
                            .or(() -> subject.deployment().measuredRestored())
                            .orElse(NOT_MEASURED)
                        + (failure.isEmpty() && subject.initMillis() > 0
                            ? "; a restore takes the place of init, which takes %s of the %s ms as it is deployed"
                                .formatted(
                                    Figures.whole(subject.initMillis()),
                                    Figures.whole(result.patchedFigures().totalMillis()))
                            : ""),
                    Optional.of(command).filter(_ -> failure.isEmpty())));
  }

  /** SnapStart is named before a package that leaves more than init has. */
  private static int place(List<Way> ways, FixSubject subject, FixResult result) {
    boolean isFirst =
        subject.initMillis() > 0
            && subject.deployment().failsRestored().isEmpty()
            && ways.getLast().id().equals("package")
            && afterInit(subject, result) < result.result().totalMillis();
    return isFirst ? ways.size() - 1 : ways.size();
  }

  private static Way deployed(FixSubject subject, FixResult result) {
    String where = "as it is deployed (" + place(subject, result) + ")";
    Optional<String> command =
        Optional.of(
            subject.commands().zip(result).isPresent()
                ? subject.commands().managed()
                : subject.commands().patched());
    if (!result.needsPackage()) {
      FixResult.Figures figures = result.result();
      boolean isRefuted =
          result.isOfLastRun()
              && figures.gain().filter(gain -> gain.median() <= 0).isPresent()
              && !figures.takesLessCpu();
      return isRefuted
          ? new Way("managed", where, Optional.empty(), noGain(figures, result), Optional.empty())
          : new Way("managed", where, Optional.of(figures), "", command);
    }
    if (result.deployed().isEmpty()) {
      return new Way(
          "managed",
          where,
          Optional.empty(),
          result
              .unmeasured()
              .map(why -> "not measured: " + why + "; so there is no patch")
              .orElse("not measured yet"),
          result.isOfLastRun() ? Optional.empty() : command);
    }
    FixResult.Deployed deployed = result.deployed().get();
    if (deployed.gains()) {
      return new Way("managed", where, Optional.of(deployed.figures()), "", command);
    }
    return new Way(
        "managed",
        where,
        Optional.empty(),
        deployed
            .gain()
            .map(_ -> noGain(deployed.figures(), result) + NO_PATCH)
            .or(() -> notKnown(result, false).map(words -> words + NO_PATCH))
            .orElse("nothing: all that was kept gains in the package only"),
        isKnown(result) ? Optional.empty() : Optional.of(again(subject, result)));
  }

  private static String noGain(FixResult.Figures figures, FixResult result) {
    String steps =
        result.kept().remedies().stream()
            .filter(each -> !each.change().needsPackage())
            .map(Remedy::id)
            .collect(Collectors.joining(", "));
    return "no gain was proven%s: with %s %s ms in place of %s ms"
        .formatted(
            result.cut()
                ? " by the last run, which the time limit cut to "
                    + Figures.counted(figures.samples(), "start")
                : "",
            steps.isEmpty() ? "the steps" : steps,
            Figures.millis(figures.totalMillis()),
            Figures.millis(result.base().totalMillis()));
  }

  /**
   * Returns in words that steps which only the package gets, or which the function gets as it is
   * deployed, are not decided, with the figures of those that were started; empty where all are.
   */
  private static Optional<String> notKnown(FixResult result, boolean packaged) {
    List<Step> open = open(result, packaged);
    List<Step> begun = open.stream().filter(step -> step.gain().isPresent()).toList();
    List<Step> untried = open.stream().filter(step -> step.gain().isEmpty()).toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    String words =
        begun.isEmpty()
            ? "not known: "
            : "not proven: "
                + begun.stream()
                    .map(step -> step.remedy().id() + ", " + interval(step.gain().orElseThrow()))
                    .collect(Collectors.joining("; "))
                + " by its trial; ";
    return Optional.of(words + (untried.isEmpty() ? "" : untried(untried) + "; ") + goOn(result));
  }

  /** Returns whether a last run or trial has told what is gained where it is deployed as before. */
  static boolean isKnown(FixResult result) {
    return result
            .deployed()
            .filter(each -> each.gains() || (each.gain().isPresent() && !result.cut()))
            .isPresent()
        || open(result, false).isEmpty();
  }

  private static List<Step> open(FixResult result, boolean packaged) {
    return result.isOfLastRun()
        ? result.steps().stream()
            .filter(step -> step.isOpen() || (step.isNoisy() && !step.kept()))
            .filter(step -> step.remedy().change().needsPackage() == packaged)
            .toList()
        : List.of();
  }

  /** {@code 6 steps as it is deployed were not tried, the largest worth up to 363 ms}. */
  private static String untried(List<Step> open) {
    long packaged = open.stream().filter(each -> each.remedy().change().needsPackage()).count();
    double most =
        open.stream().mapToDouble(step -> step.remedy().predicted().highMillis()).max().orElse(0);
    return "%s%s %s not tried%s, %sworth up to %s ms"
        .formatted(
            Figures.counted(open.size(), "step"),
            packaged == 0
                ? " as it is deployed"
                : packaged == open.size()
                    ? " in the package"
                    : " (%d as it is deployed, %d in the package)"
                        .formatted(open.size() - packaged, packaged),
            open.size() == 1 ? "was" : "were",
            open.stream().allMatch(Step::isUntried) ? "" : " to the end",
            open.size() == 1 ? "" : "the largest ",
            Figures.whole(most));
  }

  private static String place(FixSubject subject, FixResult result) {
    FixSubject.Deployment deployment = subject.deployment();
    String snapStart =
        deployment.snapStart()
            ? " with SnapStart"
            : result.patched().has(Change.SnapStart.class)
                ? ", in a version that is published with the patch's SnapStart"
                : "";
    String runtime = result.patched().runtimeName().orElse(deployment.runtime());
    return "managed "
        + runtime
        + snapStart
        + memory(subject, result.patched()).map(", "::concat).orElse("")
        + standIn(subject, result).map(words -> ", measured " + words).orElse("");
  }

  /** Returns in words that a draft has other memory than the function that it is compared with. */
  private static Optional<String> memory(FixSubject subject, Draft draft) {
    return draft
        .memoryMiB()
        .map(size ->
            "with %s MB in place of %s MB"
                .formatted(Figures.whole(size), Figures.whole(subject.memoryMiB())));
  }

  /** Returns what other memory costs, as far as cold starts tell it. */
  private static Optional<String> price(FixSubject subject, FixResult result) {
    return result
        .kept()
        .memoryMiB()
        .map(after -> {
          boolean isDeployed = result.patched().memoryMiB().isPresent();
          FixResult.Figures figures = isDeployed ? result.patchedFigures() : result.result();
          return "The gain is that of the memory, too, which has a price: with %s MB in place of %s MB a millisecond costs %s times as much%s. This cold start takes %s GB-s in place of %s; warm requests were not measured: thaw tune tells what they cost."
              .formatted(
                  Figures.whole(after),
                  Figures.whole(subject.memoryMiB()),
                  times(after, subject.memoryMiB()),
                  subject
                      .deployment()
                      .memoryMiB()
                      .map(each ->
                          ", and %s times as much as with the %s MB of the template"
                              .formatted(times(after, each), Figures.whole(each)))
                      .orElse(""),
                  gbSeconds(after, figures),
                  gbSeconds(subject.memoryMiB(), result.base()));
        });
  }

  private static String times(int size, int other) {
    return String.format(Locale.ROOT, "%.2f", (double) size / other);
  }

  /** What Lambda bills by, whose GB are of 1,024 MB. */
  private static String gbSeconds(int mebibytes, FixResult.Figures figures) {
    return String.format(
        Locale.ROOT, "%.2f", mebibytes / MIB_PER_GB * figures.totalMillis() / MILLIS_PER_SECOND);
  }

  /** CPU time compares starts that get the same share of a CPU. */
  static boolean isByCpu(FixSubject subject, FixResult result) {
    return subject.busy() && result.kept().memoryMiB().isEmpty();
  }

  /**
   * Returns in words that the runtime's JDK was not there: {@code on JDK 25 in place of JDK 21}.
   */
  static Optional<String> standIn(FixSubject subject, FixResult result) {
    return subject
        .deployment()
        .jdk()
        .filter(_ -> result.patched().runtime().isEmpty())
        .filter(jdk -> jdk != subject.jdkFeature())
        .map(jdk -> "on JDK %d in place of JDK %d".formatted(subject.jdkFeature(), jdk));
  }

  /** Returns in words that the figure is of another archive than that of the package to deploy. */
  private static String otherArchive(FixSubject subject, FixResult result) {
    int measured = measuredJdk(subject, result);
    return isOfOtherArchive(subject, result)
        ? " (measured with an AppCDS archive on JDK %d; thaw package makes an AOT cache on JDK %d, which was not measured)"
            .formatted(measured, FIRST_WITH_AOT_CACHE)
        : "";
  }

  /** Returns whether the package's figures are not those of the package that its command makes. */
  static boolean isOfOtherArchive(FixSubject subject, FixResult result) {
    return result.kept().isArchived() && measuredJdk(subject, result) < FIRST_WITH_AOT_CACHE;
  }

  /** Feature version of the JDK that the archive's starts ran on. */
  private static int measuredJdk(FixSubject subject, FixResult result) {
    return result.kept().runtime().orElse(subject.jdkFeature());
  }

  private static Optional<String> verdict(FixSubject subject, FixResult result, List<Way> ways) {
    if (!result.needsPackage()) {
      return result.patched().has(Change.SnapStart.class)
          ? Optional.empty() // a remark says what to do
          : Optional.of(
              subject
                  .commands()
                  .zip(result)
                  .map(why ->
                      "Deploy the zip that this command makes: %s, and no step needs a JVM of its own."
                          .formatted(why))
                  .orElse("Deploy it as it is: no step that was kept needs a package."));
    }
    return ways.getFirst().figures().isEmpty()
            && result.isOfLastRun()
            && notKnown(result, false).isEmpty()
        ? Optional.of(packageOrSnapStart(subject, result, ways))
        : Optional.empty();
  }

  /** Returns which of two ways to take first, with what is known of both. */
  private static String packageOrSnapStart(FixSubject subject, FixResult result, List<Way> ways) {
    List<String> ids = ways.stream().filter(way -> way.command().isPresent()).map(Way::id).toList();
    if (!ids.contains(SNAP_START)) {
      return "Deploy the package: the gain needs its JVM.";
    }
    String packaged =
        "%s ms in place of %s ms%s"
            .formatted(
                Figures.whole(result.result().totalMillis()),
                Figures.whole(result.base().totalMillis()),
                isOfOtherArchive(subject, result) ? ", measured with another JDK and archive" : "");
    String told = subject.deployment().measuredRestored().orElse(NOT_MEASURED);
    String restored =
        subject.initMillis() > 0
            ? "which leaves %s ms beside the restore, %s"
                .formatted(Figures.whole(afterInit(subject, result)), told)
            : told;
    return ids.indexOf(SNAP_START) < ids.indexOf("package")
        ? "Try SnapStart first, %s; the alternative is the package: %s."
            .formatted(restored, packaged)
        : "Deploy the package: %s; the alternative is SnapStart, %s.".formatted(packaged, restored);
  }

  private static double afterInit(FixSubject subject, FixResult result) {
    return result.patchedFigures().totalMillis() - subject.initMillis();
  }

  /** Returns what the same command goes on with. */
  static List<String> unfinished(FixResult result) {
    List<String> remarks = new ArrayList<>();
    if (result.cut()) {
      remarks.add(
          "The time limit cut the last run to %s of each variant: %s."
              .formatted(
                  Figures.counted(result.base().samples(), "start"),
                  result.needs().isEmpty()
                      ? "the same command makes it again; give a larger --budget if it is cut again"
                      : "for a whole one " + goOn(result)));
    }
    List<String> open =
        result.steps().stream()
            .filter(Step::isOpen)
            .sorted(Comparator.comparingDouble(each -> -each.remedy().predicted().highMillis()))
            .map(FixHeadline::predicted)
            .toList();
    if (result.isOfLastRun() && !open.isEmpty()) {
      remarks.add(
          "The time limit left no time to tell whether these gain: %s. %s."
              .formatted(
                  String.join(", ", open),
                  result.needs().isEmpty()
                      ? "The same command goes on with them"
                      : "For the largest of them " + goOn(result)));
    }
    if (result.isOfLastRun() && result.gains()) {
      noisy(result, false, "whether these gain").ifPresent(remarks::add);
      noisy(result, true, "what the set loses without these, which gained in their trials")
          .ifPresent(remarks::add);
    }
    return remarks;
  }

  private static Optional<String> noisy(FixResult result, boolean kept, String question) {
    String ids =
        result.steps().stream()
            .filter(each -> each.isNoisy() && each.kept() == kept)
            .map(each -> each.remedy().id())
            .collect(Collectors.joining(", "));
    return ids.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The starts were too noisy to tell %s: %s. The same command, on a machine that has no other work, measures them again."
                .formatted(question, ids));
  }

  private static String predicted(Step step) {
    return "%s (up to %s ms)"
        .formatted(step.remedy().id(), Figures.whole(step.remedy().predicted().highMillis()));
  }

  private static List<String> remarks(FixSubject subject, FixResult result) {
    List<String> remarks = unfinished(result);
    price(subject, result).ifPresent(remarks::add);
    subject
        .deployment()
        .memoryMiB()
        .map(each ->
            "Measured against the %s MB of --memory, not the %s MB that the template deploys: leave --memory out to start from those."
                .formatted(Figures.whole(subject.memoryMiB()), Figures.whole(each)))
        .ifPresent(remarks::add);
    FixSubject.Deployment deployment = subject.deployment();
    boolean archived = result.kept().isArchived();
    int measured = measuredJdk(subject, result);
    deployment
        .jdk()
        .filter(_ -> result.kept().runtime().isEmpty())
        .filter(jdk -> jdk != measured)
        .ifPresent(jdk ->
            remarks.add(
                "%s has JDK %d on AWS, and these starts ran on JDK %d (thaw setup --jdk %d has the commands that bring that one)%s."
                    .formatted(
                        deployment.runtime(),
                        jdk,
                        measured,
                        jdk,
                        archived && measured >= FIRST_WITH_AOT_CACHE && jdk < FIRST_WITH_AOT_CACHE
                            ? "; the package brings JDK %d, with an AOT cache, which JDK %d has not"
                                .formatted(measured, jdk)
                            : "")));
    if (result.patched().has(Change.SnapStart.class)) {
      remarks.add(firstRestore(subject, result));
    }
    if (deployment.snapStart() && !deployment.restored()) {
      remarks.add(
          "Measured without the snapshots of SnapStart, which this machine cannot take: thaw doctor says what they need, and thaw setup brings it.");
    }
    if (!deployment.snapStart() && result.patched().has(Change.SnapStart.class)) {
      remarks.add(
          "SnapStart is of published versions only: with the patch, publish one (AutoPublishAlias in the template, or aws lambda publish-version) and call that one.");
    }
    List<String> unjudged =
        result.steps().stream()
            .filter(step -> result.needsPackage() && result.patched().has(step.remedy()))
            .map(step -> step.remedy().id())
            .toList();
    if (!unjudged.isEmpty() && result.isOfLastRun()) {
      remarks.add(
          "Judged as it is deployed, and not by itself in the package, which may be slower with it: %s."
              .formatted(String.join(", ", unjudged)));
    }
    if (result.needsPackage() && isOfOtherArchive(subject, result)) {
      remarks.add(
          "The figure of the package is of another JDK and archive than the package has: thaw package --compare measures what it has, beside the function as it is.");
    }
    if (result.needsPackage()) {
      subject
          .commands()
          .noZip()
          .ifPresent(why -> remarks.add(why + ": so the package is a container image."));
    }
    if (deployment.snapStart() && result.needsPackage()) {
      remarks.add("The package is a container image: a zip with its own JVM has no SnapStart.");
    }
    return remarks;
  }

  /** A restore on AWS reads the snapshot from remote storage. */
  private static String firstRestore(FixSubject subject, FixResult result) {
    PublishedRestores published = PublishedRestores.read();
    int version =
        result
            .patched()
            .runtime()
            .or(() -> subject.deployment().jdk())
            .orElse(published.newestVersion());
    PublishedRestores.Cell cell = published.nearest(version, subject.memoryMiB());
    return "A restore on AWS takes longer than here: a first restore at least %s ms (published: %s of %s at %s MB, of a handler that does nothing, %s). %s tells whether it pays there."
        .formatted(
            Figures.millis(cell.total().millis()),
            Figures.counted(cell.restores(), "restore"),
            cell.runtime(),
            Figures.whole(cell.memoryMiB()),
            published.where(),
            subject.commands().restoredAsLambda());
  }

  /**
   * Returns the lines that a result ends with: what to do now, each way's command below what it is
   * expected to bring. The ways exclude each other.
   */
  static List<String> wayOn(FixSubject subject, FixResult result) {
    List<Way> open =
        of(subject, result).ways().stream()
            .filter(way -> way.command().isPresent())
            .filter(way -> way.figures().isPresent() || way.id().equals(SNAP_START))
            .toList();
    List<String> lines = new ArrayList<>();
    if (open.stream().allMatch(way -> way.figures().isEmpty())) {
      lines.add(
          result.isNoisy()
              ? "not decided whether anything gains: the starts were too noisy to tell; this measures them again, best on a machine that has no other work:"
              : result.isLeft()
                  ? "not decided yet whether anything gains: this goes on with what the time limit has left:"
                  : untold(result) + ": deploy it as it is");
      if (result.isOpen()) {
        lines.add("  " + again(subject, result));
      }
    }
    for (Way way : open) {
      lines.add(
          "%s%s: %s:"
              .formatted(
                  lines.isEmpty() ? "" : "or ",
                  way.where(),
                  way.figures()
                      .map(figures -> expected(figures, result, isByCpu(subject, result)))
                      .orElse(way.otherwise())));
      lines.add("  " + way.command().orElseThrow());
      boolean isNew =
          way.id().equals("managed")
              && result.patched().has(Change.SnapStart.class)
              && !subject.deployment().snapStart();
      if (isNew) {
        lines.add(
            "  then deploy it, publish a version and call that: SnapStart is of versions only");
      } else if (way.id().equals("package") && isOfOtherArchive(subject, result)) {
        lines.add("  how fast that package is, this measures beside the function as it is:");
        lines.add("  " + subject.commands().compared());
      } else if (way.figures().isPresent() && !result.needsPackage()) {
        lines.add(
            subject
                .commands()
                .zip(result)
                .map(
                    "  then deploy that zip, as CodeUri of this function where your template has others: "
                        ::concat)
                .orElse("  then deploy it as it is: no step needs a package"));
      }
    }
    if (result.gains() && result.isLeft()) {
      List<Step> left = result.steps().stream().filter(Step::isOpen).toList();
      lines.add(
          "before that, to go on with what the time limit has left%s:"
              .formatted(left.isEmpty() ? "" : " (" + untried(left) + ")"));
      lines.add("  " + again(subject, result));
    }
    foreign(subject).ifPresent(words -> lines.add("These figures are " + words + "."));
    return lines;
  }

  /** Returns the command that goes on with what is not decided. */
  static String again(FixSubject subject, FixResult result) {
    return subject.commands().again().goingOn(result.needs());
  }

  /** Returns in words that nothing is open, where nothing was kept. */
  static String untold(FixResult result) {
    return result.steps().stream().anyMatch(step -> step.gain().isPresent())
        ? "nothing that was tried gains"
        : "there was nothing to try that could gain";
  }

  private static String expected(FixResult.Figures figures, FixResult result, boolean busy) {
    String cpu =
        "CPU %s ms in place of %s ms, "
            .formatted(
                Figures.whole(figures.cpuMillis()), Figures.whole(result.base().cpuMillis()));
    return "%s%s ms in place of %s ms%s"
        .formatted(
            busy && figures.takesLessCpu() ? cpu : "",
            Figures.whole(figures.totalMillis()),
            Figures.whole(result.base().totalMillis()),
            figures.gain().isEmpty() || figures.isFaster()
                ? ""
                : figures.takesLessCpu() ? ", proven by CPU time only" : ", not proven");
  }

  /**
   * Returns in words how fast it is beside the function as it is, as far as the last run has proven
   * that: by wall time, else by CPU time; on a busy machine by CPU time first, as the warning
   * advises.
   */
  static String speed(FixResult.Figures figures, FixResult result, boolean busy) {
    String byCpu = byCpu(cpuRatio(figures, result));
    if (busy && figures.takesLessCpu()) {
      return figures.isFaster()
          ? byCpu
              + " ("
              + speed(result.ratio(figures))
              + " by the clock, while the machine was busy)"
          : byCpu;
    }
    if (figures.gain().isEmpty() || figures.isFaster()) {
      return speed(result.ratio(figures)) + (busy ? " (" + byCpu + ")" : "");
    }
    return figures.takesLessCpu() ? byCpu : "not proven to be faster";
  }

  private static String byCpu(double ratio) {
    return 1 / ratio >= LEAST_TIMES
        ? speed(ratio) + " by CPU time"
        : "with " + Figures.percent(ratio) + " of the CPU time";
  }

  static double cpuRatio(FixResult.Figures figures, FixResult result) {
    return figures.cpuMillis() / result.base().cpuMillis();
  }

  /**
   * Returns the gains with their intervals, and what of them is not proven: {@code gain 301 (290 to
   * 312) ms}; empty where there is nothing to compare with.
   */
  static Optional<String> gain(FixResult.Figures figures) {
    boolean isSaid = byCpuOnly(figures).isPresent(); // which says that wall time proves nothing
    return figures.gain().map(gain -> isSaid ? interval(gain) : words(gain));
  }

  /** Likewise of CPU time. */
  static Optional<String> cpuGain(FixResult.Figures figures) {
    return figures.cpuGain().map(FixHeadline::words);
  }

  private static String words(ShiftInterval gain) {
    return interval(gain)
        + (gain.isAboveZero() ? "" : gain.high() < 0 ? ", a loss" : ", not proven");
  }

  private static String interval(ShiftInterval gain) {
    return "gain %s (%s to %s) ms"
        .formatted(
            Figures.whole(gain.median()), Figures.whole(gain.low()), Figures.whole(gain.high()));
  }

  private static boolean isSnapStart(Step step) {
    return step.remedy().change() instanceof Change.SnapStart;
  }

  /**
   * Returns what the base's figure has besides the function's own time; empty where that is
   * nothing.
   */
  static Optional<String> foreign(FixSubject subject) {
    return subject.busy()
        ? Optional.of(
            "with the time that other programs of this machine took, which thaw why leaves out")
        : Optional.empty();
  }

  /** {@code 17 times as fast}, or the share of the time where that says more. */
  static String speed(double ratio) {
    double times = 1 / ratio;
    return times >= LEAST_TIMES
        ? String.format(Locale.ROOT, times < MANY_TIMES ? "%.1f" : "%,.0f", times)
            + " times as fast"
        : "in " + Figures.percent(ratio) + " of the time";
  }

  /** Returns by which way a step gains: {@code managed} includes the package. */
  static String gainsIn(Step step, FixResult result) {
    boolean needsPackage =
        step.kept() ? result.needsPackage(step.remedy()) : step.remedy().change().needsPackage();
    return needsPackage ? "package" : "managed";
  }
}
