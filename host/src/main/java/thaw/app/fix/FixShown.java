package thaw.app.fix;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.app.shared.Progress;
import thaw.app.shared.Unwinding;
import thaw.attribution.Explanation;
import thaw.deployment.ExpectedSize;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.explanation.FixSubject;
import thaw.explanation.FixTerminal;
import thaw.fix.FixResult;
import thaw.fix.Search;
import thaw.fix.Step;
import thaw.fix.Worth;
import thaw.function.packaging.DeploymentPackage;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;

/** Shows the search on the screen and on disk while it goes on. */
record FixShown(
    Progress progress,
    Ongoing ongoing,
    FixFolder folder,
    FixWorkshop workshop,
    FixPage page,
    FixKept base,
    FixSubject subject,
    FixNoise noise,
    FixTold before,
    FunctionsOfModule functions,
    Unwinding unwinding)
    implements Search.Listener {
  /** The least part of a start that makes its figure another one than that of thaw why. */
  private static final double SHARED = 0.05;

  /**
   * A result that is in its folder.
   *
   * @param subject of it, with the package that Lambda takes of it
   * @param notes about what cannot be written into a file of the project
   */
  record Written(FixSubject subject, List<String> notes) {}

  /** Writes a result; empty where a better one is there, which stays. */
  Optional<Written> write(FixResult result) throws InterruptedException {
    EnvironmentSpec spec = workshop.madeOf(result.kept());
    OtherUsers others = new OtherUsers(functions, workshop.classes(result.kept()));
    return unwinding.whole(() -> written(result, spec, others));
  }

  private FixSubject subject(EnvironmentSpec spec, FixResult result) {
    FixSubject told =
        warned(result)
            .withInitMillis(
                workshop
                    .explained(result.patched())
                    .map(each -> each.initShare() * result.patchedFigures().totalMillis())
                    .orElse(0.0));
    return size(spec).objectionToProvided().map(told::inImage).orElse(told);
  }

  /** Returns what the function has unpacked, as it is started. */
  static ExpectedSize size(EnvironmentSpec spec) {
    return ExpectedSize.of(
        spec.code().root(),
        spec.layers().map(DeploymentPackage::root),
        spec.program() instanceof RuntimeProgram.Java java
            ? java.archive().map(archive -> archive.folder().resolve(archive.format().fileName()))
            : Optional.empty());
  }

  /**
   * Returns the subject with what makes the figures less sure, and what of an earlier result no
   * longer holds.
   */
  private FixSubject warned(FixResult result) {
    return subject.warned(
        Stream.of(
                subject.warnings().stream(),
                workshop.explained(base.kept()).flatMap(Explanation::callsNone).stream(),
                result.isOfLastRun() ? told(result) : Stream.<String>of(),
                noise.sentences(isOfMemory(result)).stream())
            .flatMap(each -> each)
            .toList(),
        noise.isKnown() ? noise.isBusy() : noise.isBusy() || isShared());
  }

  private static boolean isOfMemory(FixResult result) {
    return result.steps().stream()
        .filter(step -> step.remedy().change() instanceof Change.Memory)
        .anyMatch(step -> step.kept() || step.isOpen() || step.isNoisy());
  }

  private Stream<String> told(FixResult result) {
    return Stream.concat(before.withdrawn(result).stream(), before.outdone(result).stream());
  }

  /**
   * Returns whether other programs had a part in the starts by which it was explained: as long as
   * no last run has been watched, nobody knows more.
   */
  private boolean isShared() {
    return workshop.explained(base.kept()).filter(each -> each.hostShare() >= SHARED).isPresent();
  }

  /** A worse result never takes the place of a better one, unless it has disproved that. */
  private Optional<Written> written(FixResult result, EnvironmentSpec spec, OtherUsers others) {
    if (folder.former().worth().filter(Worth.of(result)::isBelow).isPresent()
        && !before.isDisproved(result)) {
      return Optional.empty();
    }
    Draft kept = result.kept();
    FixSubject named = subject(spec, result);
    List<String> notes = folder.write(named, result, spec, others::sentence);
    base.with(kept).write(page.folder());
    page.write(
        named,
        result,
        workshop.explained(base.kept()),
        Optional.of(result.patched())
            .filter(each -> !each.equals(kept) && !each.equals(base.kept()))
            .flatMap(workshop::explained),
        kept.equals(base.kept()) ? Optional.empty() : workshop.explained(kept),
        notes);
    return Optional.of(new Written(named, notes));
  }

  @Override
  public void trying(Remedy remedy) {
    progress.line("trying " + remedy.id() + ": " + remedy.what());
  }

  @Override
  public void starting(Remedy remedy) {
    noise.beginTrial();
    ongoing.begin("cold starts with and without " + remedy.id());
  }

  @Override
  public void decided(Step step) {
    noise.end();
    ongoing.close();
    progress.line("  " + FixTerminal.step(step));
  }

  @Override
  public void best(FixResult soFar) throws InterruptedException {
    noise.end();
    ongoing.close();
    write(soFar.withByHand(List.of())); // what is left is looked for at the end
    FixTerminal.best(soFar).forEach(progress::line);
  }

  @Override
  public void overtime(Duration longer) {
    progress.line(
        "the time limit is too short for what is still to be measured: it will take about %d s longer"
            .formatted(Math.max(1, longer.toSeconds())));
  }

  @Override
  public void confirming(int variants, int least, int wanted) {
    noise.begin();
    ongoing.begin(
        "confirming by fresh starts in turn: %d of each of %d variants, %d where there is time"
            .formatted(least, variants, wanted));
  }
}
