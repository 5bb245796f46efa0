package thaw.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import thaw.lab.LabObserver;
import thaw.lab.Sample;
import thaw.lab.Syllabus;
import thaw.report.JdkNames;

/** Shows how a lesson gets on, and after an interruption how to go on. */
final class LabProgress implements LabObserver, AutoCloseable {
  private final Progress progress;
  private final Syllabus lesson;
  private final JdkNames jdks;
  private final Runnable hook;
  private Progress.@Nullable Bar bar;
  private volatile int done;
  private volatile int total;

  /**
   * @param goOn what a user does who interrupts this lesson
   */
  LabProgress(Progress progress, Syllabus lesson, JdkNames jdks, Path out, String goOn) {
    this.progress = progress;
    this.lesson = lesson;
    this.jdks = jdks;
    this.hook = Interruption.onInterrupt(() -> progress.line(interrupted(out, goOn)));
  }

  private String interrupted(Path out, String goOn) {
    String name = lesson.name();
    return total == 0
        ? String.format("%ninterrupted before the first sample of %s; %s", name, goOn)
        : String.format(
            "%ninterrupted: %d of %d samples of %s are in %s; %s",
            done, total, name, out.resolve(name + ".jsonl"), goOn);
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
