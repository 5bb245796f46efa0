package thaw.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import thaw.lab.LabObserver;
import thaw.lab.Sample;
import thaw.lab.Syllabus;

/** Shows how a lesson gets on, and after an interruption how to go on. */
final class LabProgress implements LabObserver, AutoCloseable {
  private final Progress progress;
  private final Syllabus lesson;
  private final Runnable hook;
  private Progress.@Nullable Bar bar;
  private volatile int done;
  private volatile int total;

  LabProgress(Progress progress, Syllabus lesson, Path out) {
    this.progress = progress;
    this.lesson = lesson;
    this.hook =
        Interruption.onInterrupt(() ->
            progress.line(
                String.format(
                    "%ninterrupted: %d of %d samples are in %s; the same command continues",
                    done, total, out.resolve(lesson.name() + ".jsonl"))));
  }

  @Override
  public void preparing(String what) {
    progress.line(lesson.number() + " " + what + ": preparing ...");
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
  public void sampled(int count, int samples, Sample sample) {
    done = count;
    if (bar != null) {
      bar.step(
          count,
          sample.subject() + sample.failure().map(reason -> " FAILED: " + reason).orElse(""));
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
