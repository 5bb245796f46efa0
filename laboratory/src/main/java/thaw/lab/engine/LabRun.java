package thaw.lab.engine;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.experiment.HostFacts;
import thaw.experiment.NoiseWatch;
import thaw.experiment.sampling.Rounds;
import thaw.experiment.sampling.SampleLog;
import thaw.experiment.sampling.SampleRun;
import thaw.lab.result.Case;
import thaw.lab.result.Measurement;
import thaw.lab.result.SampleFailure;
import thaw.problem.UserMistake;
import thaw.store.FolderLock;

/**
 * Runs a lesson: its cases in {@link Rounds}. Every sample is on disk before the next one; an
 * interrupted run goes on when it is started again, and then repeats what failed.
 */
public final class LabRun {
  private final Lesson lesson;
  private final Scope scope;
  private final Workbench workbench;
  private final Path out;
  private final SampleFile file;
  private final LabObserver observer;

  /**
   * @param out folder for the raw data
   */
  public LabRun(Lesson lesson, Scope scope, Workbench workbench, Path out, LabObserver observer) {
    this.lesson = lesson;
    this.scope = scope;
    this.workbench = workbench;
    this.out = out;
    this.file = new SampleFile(out, lesson.syllabus().name());
    this.observer = observer;
  }

  public LessonResult run() throws InterruptedException {
    try (FolderLock _ = file.lock()) {
      return locked();
    }
  }

  private LessonResult locked() throws InterruptedException {
    List<Case> cases = cases();
    NoiseWatch noise = workbench.watch();
    RunFacts facts =
        new RunFacts(
            lesson.syllabus().edition(),
            workbench.digest(lesson.syllabus()),
            Instant.now(),
            HostFacts.read(workbench.instance().host()),
            scope.quick(),
            scope.roundsOf(lesson.syllabus()),
            scope.seed(),
            List.of());
    measure(cases, facts);
    file.end(noise.warnings());
    return SampleFile.read(out, lesson).orElseThrow();
  }

  private List<Case> cases() throws InterruptedException {
    observer.preparing(lesson.syllabus().title());
    List<Case> all = lesson.cases(scope, workbench);
    List<Case> wanted = all.stream().filter(scope::includes).toList();
    if (wanted.isEmpty()) {
      observer.noCaseLeft();
      Map<String, Set<String>> values = new LinkedHashMap<>();
      all.forEach(subject ->
          subject
              .factors()
              .forEach((name, value) ->
                  values.computeIfAbsent(name, _ -> new java.util.LinkedHashSet<>()).add(value)));
      throw new UserMistake(
          "no case of " + lesson.syllabus().name() + " is left by --only",
          "its factors are " + values);
    }
    return wanted;
  }

  private void measure(List<Case> cases, RunFacts facts) throws InterruptedException {
    SampleLog<Measurement> log =
        file.open(LabFormat.of(lesson, facts, scope.jdks(), cases), observer::movedAside);
    Set<List<Object>> done = new HashSet<>();
    log.earlier().stream()
        .filter(sample -> sample.failure().isEmpty())
        .forEach(sample -> done.add(List.of(sample.subject(), sample.round())));
    SampleRun<Case, Measurement> run =
        new SampleRun<>(
            new Rounds<>(cases, facts.rounds(), facts.seed()),
            step -> done.contains(List.of(step.subject(), step.round())));
    observer.began(run.planned(), run.done());
    run.run(this::sample, log, (sample, count, total) -> observer.sampled(count, total, sample));
  }

  private Measurement sample(Case subject, int round) throws InterruptedException {
    try {
      Map<String, Double> values = new LinkedHashMap<>();
      lesson
          .measure(subject, workbench)
          .forEach((quantity, value) -> values.put(quantity.key(), value));
      requireFinite(values);
      return new Measurement(subject, round, values, Optional.empty());
    } catch (SampleFailure e) {
      if (workbench.isBeingClosed()) {
        throw new InterruptedException("the lab is closed");
      }
      return new Measurement(subject, round, Map.of(), Optional.of(String.valueOf(e.getMessage())));
    }
  }

  private static void requireFinite(Map<String, Double> values) throws SampleFailure {
    for (Map.Entry<String, Double> value : values.entrySet()) {
      if (!Double.isFinite(value.getValue())) {
        throw new SampleFailure("no number: " + value);
      }
    }
  }
}
