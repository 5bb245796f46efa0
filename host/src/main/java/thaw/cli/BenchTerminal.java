package thaw.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.bench.BenchListener;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.Variant;

/** Shows how a measurement goes, and after an interruption how to go on. */
final class BenchTerminal implements BenchListener {
  private final Progress progress;
  private final boolean apart;
  private @Nullable Runnable hook;
  private Progress.@Nullable Bar bar;
  private int steps;
  private volatile IntSupplier stop = () -> 0;

  /**
   * @param apart whether an empty line stands before the samples
   */
  BenchTerminal(Progress progress, boolean apart) {
    this.progress = progress;
    this.apart = apart;
  }

  @Override
  public Progress progress() {
    return progress;
  }

  @Override
  public void planned(int samples, Path folder) {
    if (apart) {
      progress.line("");
    }
    hook =
        Interruption.onInterrupt(() ->
            progress.line(
                String.format(
                    "%ninterrupted: %d of %d samples are in %s; the same command continues",
                    stop.getAsInt(), samples, folder.resolve("results.jsonl"))));
  }

  @Override
  public void opened(IntSupplier stopping) {
    stop = stopping;
  }

  @Override
  public void begins(int starts) {
    steps = 0; // a comparison may begin again, for more samples
    bar = progress.bar("cold starts", starts);
  }

  private void show(String name, String outcome) {
    if (bar != null) {
      bar.step(steps, name, outcome);
    }
  }

  @Override
  public void resumed(int samples) {
    progress.line("continuing: " + samples + " samples are there already");
  }

  @Override
  public void movedAside(Path file) {
    progress.line("earlier results were kept as " + file);
  }

  @Override
  public void warmingUp(Variant variant) {
    show("warm-up, not counted: " + variant.name(), "");
  }

  @Override
  public void warmedUp(Sample discarded) {
    steps++;
    show("warm-up, not counted: " + discarded.name(), outcome(discarded));
  }

  @Override
  public void measured(Sample sample, int samples, int total) {
    steps++;
    show(sample.name(), outcome(sample));
  }

  private static String outcome(Sample sample) {
    Sample.Failure failure = sample.failure();
    if (failure != null) {
      return "FAILED " + failure.type();
    }
    Double millis = sample.values().get(Metric.TOTAL);
    if (millis == null) { // AWS does not tell it
      millis = sum(sample, Metric.INIT, Metric.RESTORE, Metric.HANDLER);
    }
    return String.format(Locale.ROOT, "%,.0f ms", millis);
  }

  private static double sum(Sample sample, Metric... metrics) {
    return Stream.of(metrics)
        .mapToDouble(metric -> sample.values().getOrDefault(metric, 0.0))
        .sum();
  }

  @Override
  public void ended() {
    if (bar != null) {
      bar.close();
    }
    if (hook != null) {
      Interruption.forget(hook);
    }
  }
}
