package thaw.lab.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
import thaw.experiment.Rounds;
import thaw.lab.result.Case;
import thaw.lab.result.Sample;
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
            workbench.digest(lesson),
            Instant.now(),
            HostFacts.read(workbench.instance().host()),
            scope.quick(),
            scope.roundsOf(lesson.syllabus()),
            scope.seed(),
            List.of());
    measure(cases, facts, resumed(SampleFile.head(lesson, facts, scope.jdks(), cases), facts));
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

  /** Samples of the same experiment that a run before has left before its end. */
  private List<Sample> resumed(ObjectNode head, RunFacts facts) {
    Optional<SampleFile.Content> earlier = file.content();
    if (earlier.isPresent()
        && !earlier.get().complete()
        && comparable(earlier.get().head()).equals(comparable(head))) {
      try {
        file.goOn(facts.rounds());
      } catch (IOException e) {
        throw new UncheckedIOException("could not go on with " + file.path(), e);
      }
      return earlier.get().samples().all();
    }
    if (Files.exists(file.path())) {
      observer.movedAside(file.moveAside());
    }
    file.begin(head);
    return List.of();
  }

  /** Without what differs from one run of the same experiment on the same machine to the next. */
  private static ObjectNode comparable(ObjectNode head) {
    ObjectNode same = head.deepCopy();
    same.remove(List.of("startedAt", "rounds", "seed"));
    if (same.get("host") instanceof ObjectNode host) {
      host.retain("kernel", "cpu", "cpus");
    }
    return same;
  }

  private void measure(List<Case> cases, RunFacts facts, List<Sample> samples)
      throws InterruptedException {
    Set<List<Object>> done = new HashSet<>();
    samples.stream()
        .filter(sample -> sample.failure().isEmpty() && sample.round() <= facts.rounds())
        .forEach(sample -> done.add(List.of(sample.subject(), sample.round())));
    int total = cases.size() * facts.rounds();
    observer.began(total, done.size());
    int count = done.size();
    for (Rounds.Step<Case> step : new Rounds<>(cases, facts.rounds(), facts.seed()).steps()) {
      if (done.add(List.of(step.subject(), step.round()))) {
        Sample sample = sample(step.subject(), step.round());
        file.append(cases.indexOf(step.subject()), sample);
        count++;
        observer.sampled(count, total, sample);
      }
    }
  }

  private Sample sample(Case subject, int round) throws InterruptedException {
    try {
      Map<String, Double> values = new LinkedHashMap<>();
      lesson
          .measure(subject, workbench)
          .forEach((quantity, value) -> values.put(quantity.key(), value));
      requireFinite(values);
      return new Sample(subject, round, values, Optional.empty());
    } catch (SampleFailure e) {
      if (workbench.isBeingClosed()) {
        throw new InterruptedException("the lab is closed");
      }
      return new Sample(subject, round, Map.of(), Optional.of(String.valueOf(e.getMessage())));
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
