package thaw.load.command;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.load.CpuMeter;
import thaw.load.Failure;
import thaw.load.Generator;
import thaw.load.Glance;
import thaw.load.LatencyDistribution;
import thaw.load.LayerTax;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;
import thaw.load.Transport;

/**
 * The runs of one job: shows how they go, and keeps what they have measured, every few seconds and
 * when they are interrupted.
 */
final class LoadSession implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration BETWEEN_COPIES = Duration.ofSeconds(15);

  private final Progress progress;
  private final Path out;
  private final List<LoadGoal> goals;
  private final LoadedEnvironments environments;
  private final List<Generator> generators = new CopyOnWriteArrayList<>();
  private final Runnable hook;
  private final Object writing = new Object();
  private volatile Progress.@Nullable Bar bar;
  private volatile int plannedSeconds;
  private int doneSeconds;
  private long copied = System.nanoTime();

  /**
   * @param out folder of the report
   * @param goals that its page shows
   * @param environments those of the target
   */
  LoadSession(Progress progress, Path out, List<LoadGoal> goals, LoadedEnvironments environments) {
    this.progress = progress;
    this.out = out;
    this.goals = List.copyOf(goals);
    this.environments = environments;
    this.hook = Interruption.onInterrupt(this::interrupted);
  }

  /** Shows a progress bar for the length of all runs together. */
  void plan(Duration length) {
    plannedSeconds = (int) Math.max(1, length.toSeconds());
    bar = progress.bar("load", plannedSeconds);
  }

  void add(Generator generator) {
    generators.add(generator);
  }

  /** Runs a part of a generator's schedule; it ends early when the target cannot be reached. */
  void run(Generator generator, Transport transport, Duration from, Duration to)
      throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    Thread viewer = Thread.ofVirtual().start(() -> view(generator, (int) from.toSeconds(), ended));
    try {
      generator.run(transport, from, to);
    } finally {
      ended.set(true);
      viewer.join();
    }
    doneSeconds += (int) to.minus(from).toSeconds();
  }

  private void view(Generator generator, int from, AtomicBoolean ended) {
    long begin = System.nanoTime();
    boolean reachable = true;
    CpuMeter meter = new CpuMeter(environments::functionCpuNanos);
    while (!ended.get()) {
      int alive = environments.environments();
      if (alive >= 0) {
        generator.environments(alive);
      }
      generator.look(meter);
      Optional<Glance> glance = generator.glance();
      glance.ifPresent(now -> show(generator, from, now));
      if (System.nanoTime() - begin > PATIENCE.toNanos()
          && reachable
          && glance.map(now -> now.answered() == 0).orElse(false)
          && isUnreachable(generator.failures().keySet())) {
        reachable = false;
        generator.stop();
      }
      if (System.nanoTime() - copied > BETWEEN_COPIES.toNanos()) {
        copied = System.nanoTime();
        writeJson();
      }
      pause();
    }
    generator.lookLast(meter);
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static boolean isUnreachable(LoadResult result) {
    return result.answered() == 0 && isUnreachable(result.failures().keySet());
  }

  private static boolean isUnreachable(Set<Failure> failures) {
    return !failures.isEmpty()
        && failures.stream().allMatch(failure -> failure.kind().isUnconnected());
  }

  private void show(Generator generator, int from, Glance now) {
    Progress.Bar shown = bar;
    if (shown == null) {
      return;
    }
    LatencyDistribution response = now.response();
    String latency =
        response.isEmpty()
            ? "no answer"
            : String.format(
                Locale.ROOT, "p50 %.1f p99 %.1f ms", response.at(0.5), response.at(0.99));
    String more =
        (now.failed() > 0 ? ", " + now.failed() + " failed" : "")
            + (now.underWay() > 0 ? ", " + now.underWay() + " under way" : "");
    int second = Math.max(0, doneSeconds + now.second() + 1 - from);
    shown.step(
        Math.min(second, plannedSeconds),
        String.format(
            Locale.ROOT,
            "%s: %s, %s%s",
            generator.plan().name(),
            second > plannedSeconds ? "all sent" : String.format(Locale.ROOT, "%,d/s", now.rate()),
            latency,
            more));
  }

  private List<LoadResult> results() {
    return generators.stream().map(Generator::result).toList();
  }

  private void writeJson() {
    try {
      synchronized (writing) {
        LoadJson.write(results(), List.of(), out.resolve(LoadOutcome.JSON));
      }
    } catch (UncheckedIOException e) {
      progress.line("thaw: what was measured so far is not written: " + e.getMessage());
    }
  }

  /** Writes all that there is, unless the run was interrupted: then that has been done. */
  List<LoadResult> conclude(List<LayerTax> taxes) {
    close();
    List<LoadResult> results = results();
    if (!Interruption.hasBegun()) {
      write(results, taxes);
    }
    return results;
  }

  /** An interruption comes at any time: two must not write one file. */
  private void write(List<LoadResult> results, List<LayerTax> taxes) {
    synchronized (writing) {
      LoadFiles.write(results, taxes, goals, out);
    }
  }

  private void interrupted() {
    generators.forEach(Generator::stop);
    endBar();
    List<LoadResult> results = results().stream().filter(result -> result.due() > 0).toList();
    if (!results.isEmpty()) {
      write(results, List.of());
      progress.line(
          String.format(
              Locale.ROOT,
              "%ninterrupted: what was measured of %,d requests is in %s",
              results.stream().mapToLong(LoadResult::due).sum(),
              out.resolve(LoadOutcome.PAGE)));
    }
  }

  private void endBar() {
    Progress.Bar shown = bar;
    bar = null;
    if (shown != null) {
      shown.close();
    }
  }

  @Override
  public void close() {
    endBar();
    Interruption.forget(hook);
  }
}
