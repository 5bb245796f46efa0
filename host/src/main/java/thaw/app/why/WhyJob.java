package thaw.app.why;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.FirstAnswers;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.attribution.Explanation;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.Experiment;
import thaw.experiment.Warning;
import thaw.explanation.CollapsedFile;
import thaw.explanation.WhyFiles;
import thaw.explanation.WhyJson;
import thaw.explanation.WhyNext;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/** The job {@code why}: where every millisecond of a cold start went. */
public final class WhyJob {
  private final WhyRequest request;
  private final Progress progress;
  private Optional<Warning> refusal = Optional.empty();
  private boolean isAnswerTold;

  private WhyJob(WhyRequest request, Progress progress) {
    this.request = request;
    this.progress = progress;
  }

  /**
   * Explains a function's cold start, and writes the explanation. Prints nothing.
   *
   * @throws UserMistake when it cannot be explained as it was asked for
   */
  public static WhyResult explain(WhyRequest request, Progress progress)
      throws InterruptedException {
    return explain(request, progress, false);
  }

  /**
   * The same.
   *
   * @param isAnswerTold whether somebody has told before what the function answers to its event
   */
  public static WhyResult explain(WhyRequest request, Progress progress, boolean isAnswerTold)
      throws InterruptedException {
    Optional<Explanation> earlier = request.earlier().map(WhyJob::earlier);
    WhyJob job = new WhyJob(request, progress);
    job.isAnswerTold = isAnswerTold;
    WhyFound explained = job.with(true, run -> job.explained(run));
    Explanation explanation = job.told(explained.explanation());
    WhyNext next =
        new WhyNext(
            job.named(explanation.subject().function())
                + request.event().named()
                + request.data().named(),
            job.otherwise(),
            request.out());
    try (Progress.Work _ = progress.begin("writing " + request.out().resolve("why.html"))) {
      List<Path> files =
          WhyFiles.write(explanation, explained.warmUp(), earlier, next, request.out());
      return new WhyResult(
          explanation, earlier, explained.warmUp(), request.out().resolve("why.html"), files);
    }
  }

  /**
   * The code paths that made a class load in one cold start; writes nothing.
   *
   * @param className binary name
   * @throws UserMistake when it was not loaded
   */
  public static List<ClassLoadPath> loads(WhyRequest request, String className, Progress progress)
      throws InterruptedException {
    request.earlier().ifPresent(WhyJob::earlier); // a mistake all the same
    return new WhyJob(request, progress).with(false, run -> ClassLoadPath.of(className, run));
  }

  private WhyFound explained(WhyRun run) throws InterruptedException {
    if (run.isManaged()) {
      return new WarmUpWhy(run, request.warmUp()).explain(request.runs(), progress);
    }
    if (request.warmUp().isAsked()) {
      throw new UserMistake(
          "--requests and --threads are for functions on managed instances",
          "leave them out: a cold start is explained with its first request");
    }
    return new WhyFound(run.explain(request.runs(), progress), Optional.empty());
  }

  private interface Work<T> {
    T with(WhyRun run) throws InterruptedException;
  }

  /**
   * @param writes whether there is a result on disk
   */
  private <T> T with(boolean writes, Work<T> work) throws InterruptedException {
    SourceChoice source = request.source();
    DataChoice data = request.data();
    data.requireNoOrder();
    request.event().check();
    DataChoice.Ready ready = data.ready(source, progress::line);
    Application application = ready.application();
    FunctionDefinition function = request.function().of(application, source);
    request.event().own(application, function); // a mistake in it is told before all that is built
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    source.sayDefaults(List.of(function), progress);
    request.function().nameFor(function.logicalId()).ifPresent(progress::line);
    source.saySecrets(progress);
    if (writes) {
      Experiment.requireWritable(request.out());
    }
    try (Workspace workspace = Workspace.observing(progress)) {
      workspace.requireJdk(request.function().jvm());
      workspace.letReach(source.reachesHost());
      workspace.sayWhatIsMissing();
      Beforehand.start(ready, List.of(function), workspace, progress);
      FirstAnswers answers =
          new FirstAnswers(
              workspace,
              application,
              request.event(),
              Optional.empty(),
              isAnswerTold ? Progress.SILENT : progress);
      Variants variants = new Variants(workspace, application, answers, progress);
      EnvironmentSpec plain = workspace.specify(function, request.function().jvm());
      WhyRun.requireJvm(function, plain);
      FirstAnswers.Answered answered = answers.asked(plain);
      refusal = answered.refusal();
      EnvironmentSpec spec =
          request.pageCache().of(variants.started(plain, request.start(), function.logicalId()));
      return work.with(
          new WhyRun(workspace, function, spec, answered.event(), named(function.shown())));
    }
  }

  /** An answer that nobody wants explained is told before all figures. */
  private Explanation told(Explanation explanation) {
    return refusal
        .map(each -> explanation.refusing(each.message() + ": " + each.remedy() + "."))
        .orElse(explanation);
  }

  /** Returns the function as the options of a command name it. */
  private String named(String function) {
    return request.source().named()
        + " --function "
        + request.function().nameOf(function)
        + request.function().named();
  }

  /** Returns what else was chosen, as options of those commands that have them. */
  private String otherwise() {
    return request.start().map(start -> " --snap-start " + start.option()).orElse("")
        + request.pageCache().named();
  }

  private static Explanation earlier(Path given) {
    Path file = Files.isDirectory(given) ? given.resolve("why.json") : given;
    if (!Files.isRegularFile(file)) {
      throw new UserMistake(
          "the earlier explanation does not exist: " + file,
          "name a why.json, or the folder that an earlier thaw why wrote: --compare thaw-why");
    }
    return WhyJson.read(file)
        .withProfile(CollapsedFile.read(file.resolveSibling(CollapsedFile.NAME)));
  }
}
