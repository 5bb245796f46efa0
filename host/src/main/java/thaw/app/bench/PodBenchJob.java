package thaw.app.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.experiment.Experiment;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.Turns;
import thaw.experiment.pods.PodResult;
import thaw.report.bench.HtmlReport;
import thaw.report.bench.SummaryJson;

/**
 * The job {@code bench --on kubernetes}: cold starts in pods, each in one of its own. Refuses to
 * know how pods are made.
 */
public final class PodBenchJob {
  private static final double NANOS_PER_MILLI = 1e6;

  private static final String METHOD =
      "%d cold starts of each of %d variants. Each is a pod of its own, of an Indexed Job of"
          + " Kubernetes: up to %d at once, one at a time on each node. A pod that was lost was"
          + " made again.";

  private PodBenchJob() {}

  /**
   * Measures what is missing, and writes all. Prints nothing.
   *
   * @throws thaw.problem.UserMistake when it cannot be measured as it was asked for
   */
  public static PodBenchResult run(PodBenchRequest request, BenchListener listener)
      throws InterruptedException {
    Path out = request.out();
    Experiment.requireWritable(out);
    int wanted = request.variants().size() * request.runs();
    listener.planned(wanted, out);
    Own own = new Own();
    List<Sample> samples;
    try {
      samples =
          new Turns(
                  request.plan(),
                  List.copyOf(request.variants().values()),
                  request.runs(),
                  out,
                  new Counting(listener, own))
              .run();
    } finally {
      listener.ended();
    }
    List<String> method = new ArrayList<>();
    method.add(METHOD.formatted(request.runs(), request.variants().size(), request.parallel()));
    own.words().ifPresent(method::add);
    ExperimentResult result =
        PodResult.of(
            request.variants().keySet().iterator().next().image(),
            request.variants().keySet().stream()
                .map(each ->
                    new PodResult.Started(
                        each.name(),
                        each.description(),
                        each.function().memory().mebibytes(),
                        each.function().runtime()))
                .toList(),
            samples,
            method);
    PodBenchResult written =
        new PodBenchResult(
            result,
            wanted,
            out.resolve("results.jsonl"),
            out.resolve("summary.json"),
            out.resolve("report.html"));
    SummaryJson.write(result, written.summary());
    HtmlReport.write(result, written.page());
    return written;
  }

  /** The CPU time that this program itself takes while pods run. */
  private static final class Own {
    private final long cpu = cpuNanos();
    private int samples;
    private double podMillis;

    private static long cpuNanos() {
      return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private void count(Sample sample) {
      Double whole = sample.values().get(Metric.POD_TOTAL);
      if (whole != null) {
        samples++;
        podMillis += whole;
      }
    }

    private Optional<String> words() {
      if (samples == 0) {
        return Optional.empty();
      }
      double each = (cpuNanos() - cpu) / NANOS_PER_MILLI / samples;
      return Optional.of(
          String.format(
              Locale.ROOT,
              "This program used %.0f ms of CPU time for each sample, %.1f %% of the time from the"
                  + " pod's creation to its first answer; pods do not wait for it.",
              each,
              each * samples / podMillis * 100));
    }
  }

  /** Tells the listener, and counts. */
  private record Counting(BenchListener listener, Own own) implements BenchListener {
    @Override
    public void opened(java.util.function.IntSupplier stop) {
      listener.opened(stop);
    }

    @Override
    public void resumed(int samples) {
      listener.resumed(samples);
    }

    @Override
    public void movedAside(Path file) {
      listener.movedAside(file);
    }

    @Override
    public void begins(int starts) {
      listener.begins(starts);
    }

    @Override
    public void measured(Sample sample, int done, int total) {
      own.count(sample);
      listener.measured(sample, done, total);
    }
  }
}
