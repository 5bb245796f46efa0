package thaw.lab;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.lab.engine.LabObserver;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Measurement;

/**
 * Shows how a lesson gets on, knows how far it came, and tells after an interruption how to go on.
 */
final class LabProgress implements LabObserver, AutoCloseable {
  private final Progress progress;
  private final Syllabus lesson;
  private final JdkNames jdks;
  private final Runnable hook;
  private Progress.@Nullable Bar bar;
  private volatile int done;
  private volatile int total;
  private boolean empty;

  LabProgress(Progress progress, Syllabus lesson, JdkNames jdks, Path out) {
    this.progress = progress;
    this.lesson = lesson;
    this.jdks = jdks;
    this.hook = Interruption.onInterrupt(() -> progress.line(interrupted(out)));
  }

  private String interrupted(Path out) {
    String name = lesson.name();
    return total == 0
        ? String.format(
            "%ninterrupted before the first sample of %s; the same command continues", name)
        : String.format(
            "%ninterrupted: %d of %d samples of %s are in %s; the same command continues",
            done, total, name, out.resolve(name + ".jsonl"));
  }

  @Override
  public void preparing(String what) {
    progress.line(lesson.number() + " " + what + ": preparing ...");
  }

  @Override
  public void noCaseLeft() {
    empty = true;
  }

  /** Returns the point that the lesson reached before it failed. */
  LabFailures.Reached reached() {
    if (empty) {
      return LabFailures.Reached.NO_CASE;
    }
    return total > 0 && done == total
        ? LabFailures.Reached.MEASURED
        : LabFailures.Reached.NOT_MEASURED;
  }

  @Override
  public void began(int samples, int earlier) {
    total = samples;
    done = earlier;
    if (earlier > 0) {
      progress.line("continuing: " + earlier + " samples are there already");
    }
    bar = progress.bar(lesson.name(), samples);
  }

  @Override
  public void sampled(int count, int samples, Measurement sample) {
    done = count;
    if (bar != null) {
      bar.step(
          count,
          jdks.in(
              sample.subject() + sample.failure().map(reason -> " FAILED: " + reason).orElse("")));
    }
  }

  @Override
  public void movedAside(Path file) {
    progress.line("earlier samples were kept as " + file);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
    Interruption.forget(hook);
  }
}
