package thaw.attribution.warmup;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import thaw.attribution.Cause;
import thaw.attribution.Classifier;
import thaw.attribution.owner.Libraries;
import thaw.recording.ClassLoad;
import thaw.recording.CompiledCode;
import thaw.recording.MachineCodeLog;
import thaw.recording.ProfiledRun;
import thaw.recording.ThreadSample;
import thaw.recording.WarmUpRun;
import thaw.recording.WarmUpRun.Request;
import thaw.recording.WarmUpRun.Stretch;

/** Makes recordings of first requests into a {@link WarmUp}. */
public final class WarmUpAnalysis {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int MOST_USES = 20;
  private static final int FEWEST_SAMPLES = 3;
  private static final double MUCH_LONGER = 1.5;
  private static final double MUCH_WAITING = 0.25;

  private final List<WarmUpRun> baselines;
  private final List<WarmUpRun> profiled;
  private final Libraries libraries;
  private final int senders;
  private final List<Map<WarmWork, Weighed>> work = new ArrayList<>(); // by stretch
  private final List<Map<Use, EnumMap<WarmWork, Weighed>>> uses = new ArrayList<>(); // likewise

  private record Use(String method, String library) {}

  private static final class Weighed {
    private double nanos;
    private int samples;

    private void add(double weight) {
      nanos += weight;
      samples++;
    }
  }

  private WarmUpAnalysis(List<WarmUpRun> baselines, List<WarmUpRun> profiled, Libraries libraries) {
    this.baselines = baselines;
    this.profiled = profiled;
    this.libraries = libraries;
    this.senders =
        (int) baselines.getFirst().requests().stream().map(Request::sender).distinct().count();
    for (int i = 0; i < stretches(); i++) {
      work.add(new EnumMap<>(WarmWork.class));
      uses.add(new HashMap<>());
    }
  }

  /**
   * @param threads that the environment has for requests
   * @param vcpus of the environment
   * @param baselines runs without the probe, at least one
   * @param profiled runs with the probe, at least one, all of the same plan
   */
  public static WarmUp of(
      int threads,
      double vcpus,
      List<WarmUpRun> baselines,
      List<WarmUpRun> profiled,
      Libraries libraries) {
    return new WarmUpAnalysis(baselines, profiled, libraries).result(threads, vcpus);
  }

  private int stretches() {
    return baselines.getFirst().stretches().size();
  }

  private WarmUp result(int threads, double vcpus) {
    profiled.forEach(this::classify);
    List<WarmUp.StretchTimes> times =
        IntStream.range(0, stretches()).mapToObj(this::times).toList();
    int requests = baselines.getFirst().stretches().getLast().last();
    int failures =
        (int)
            baselines.stream()
                .flatMap(run -> run.requests().stream())
                .filter(Request::failed)
                .count();
    int serving = baselines.stream().mapToInt(ThreadUse::serving).min().orElse(0);
    WarmUp.Load load =
        new WarmUp.Load(senders, requests, threads, serving, vcpus, baselines.size(), failures);
    boolean c1Only =
        baselines.getFirst().stretches().getFirst().after().threads().stream()
            .noneMatch(thread -> thread.name().startsWith("C2 Compiler"));
    return new WarmUp(
        load,
        c1Only,
        times,
        points(requests),
        classes(),
        firstUses(times),
        WarmRemedies.of(load, c1Only, times),
        notes(times, failures));
  }

  private void classify(WarmUpRun run) {
    ProfiledRun seen = run.start().profiled().orElseThrow();
    Classifier classifier = new Classifier(seen, libraries, "none");
    for (ThreadSample sample : seen.samples()) {
      int stretch = stretchOf(run, sample.nanos());
      if (stretch < 0 || sample.thread() == seen.mainThread() || classifier.isObserver(sample)) {
        continue;
      }
      Classifier.Meaning meaning = classifier.onCpu(sample);
      WarmWork kind = kind(meaning.cause(), sample, run.compiled());
      double weight = sample.weightNanos();
      work.get(stretch).computeIfAbsent(kind, _ -> new Weighed()).add(weight);
      Use use = new Use(classifier.firstParty(sample).orElse(""), meaning.owner());
      uses.get(stretch)
          .computeIfAbsent(use, _ -> new EnumMap<>(WarmWork.class))
          .computeIfAbsent(kind, _ -> new Weighed())
          .add(weight);
    }
  }

  private static int stretchOf(WarmUpRun run, long nanos) {
    for (int i = 0; i < run.stretches().size(); i++) {
      if (run.stretches().get(i).covers(nanos)) {
        return i;
      }
    }
    return -1;
  }

  private static WarmWork kind(Cause cause, ThreadSample sample, MachineCodeLog compiled) {
    return switch (cause.kind()) {
      case CLASS_LOADING, LINKAGE -> WarmWork.CLASS_LOADING;
      case KERNEL -> WarmWork.KERNEL;
      case CODE -> {
        if (sample.generatedCode() == 0) {
          yield WarmWork.NATIVE;
        }
        yield compiled
            .at(sample.generatedCode(), sample.nanos())
            .map(code -> code.isC2() ? WarmWork.C2 : WarmWork.C1)
            .orElse(WarmWork.INTERPRETED);
      }
      case JIT, WORK, BLOCKED, CPU_WAIT, UNEXPLAINED -> WarmWork.NATIVE;
    };
  }

  private WarmUp.StretchTimes times(int index) {
    Stretch stretch = baselines.getFirst().stretches().get(index);
    List<Double> millis =
        baselines.stream()
            .flatMap(run -> run.requests().stream())
            .filter(request -> stretch.has(request.number()))
            .map(request -> request.nanos() / NANOS_PER_MILLI)
            .sorted()
            .toList();
    int count = millis.size();
    double mean = millis.stream().mapToDouble(Double::doubleValue).sum() / count;
    double cpu = 0;
    double waiting = 0;
    double jit = 0;
    double collector = 0;
    double held = 0;
    double wall = 0;
    for (WarmUpRun run : baselines) {
      Stretch part = run.stretches().get(index);
      held += throttledNanos(part);
      wall += part.after().nanos() - part.before().nanos();
      ThreadUse used = ThreadUse.in(part);
      cpu += used.cpu() / NANOS_PER_MILLI / count;
      waiting += used.waiting() / NANOS_PER_MILLI / count;
      jit += used.jit() / NANOS_PER_MILLI / count;
      collector += used.collector() / NANOS_PER_MILLI / count;
    }
    Map<WarmWork, Weighed> seen = work.get(index);
    double weights = seen.values().stream().mapToDouble(each -> each.nanos).sum();
    List<WarmUp.WorkShare> shares = new ArrayList<>();
    for (WarmWork kind : WarmWork.values()) {
      Weighed weighed = seen.get(kind);
      if (weighed != null) {
        shares.add(new WarmUp.WorkShare(kind, cpu * weighed.nanos / weights, weighed.samples));
      }
    }
    return new WarmUp.StretchTimes(
        stretch.first(),
        stretch.last(),
        count,
        quantile(millis, 0.5),
        quantile(millis, 0.9),
        millis.getLast(),
        mean,
        cpu,
        // What follows the response, such as the call for the next event, waits as well.
        Math.clamp(waiting, 0, Math.max(0, mean - cpu)),
        wall <= 0 ? 0 : Math.min(1, held / wall),
        Math.max(0, mean - cpu - waiting),
        shares,
        shares.stream().mapToInt(WarmUp.WorkShare::samples).sum(),
        jit,
        collector,
        perRun(index, WarmUpAnalysis::loadedIn),
        perRun(index, (run, part) -> compiledIn(run, part, false)),
        perRun(index, (run, part) -> compiledIn(run, part, true)));
  }

  private static long throttledNanos(Stretch stretch) {
    return Math.max(
        0,
        stretch.after().usage().throttledNanos().orElse(0)
            - stretch.before().usage().throttledNanos().orElse(0));
  }

  private interface Count {
    long in(WarmUpRun run, Stretch stretch);
  }

  private double perRun(int index, Count count) {
    return profiled.stream()
        .mapToLong(run -> count.in(run, run.stretches().get(index)))
        .average()
        .orElse(0);
  }

  private static long loadedIn(WarmUpRun run, Stretch stretch) {
    return run.start().profiled().orElseThrow().classLoads().stream()
        .filter(load -> stretch.covers(load.nanos()))
        .count();
  }

  private static long compiledIn(WarmUpRun run, Stretch stretch, boolean c2) {
    return run.compiled().all().stream()
        .filter(code -> code.isC2() == c2 && stretch.covers(code.nanos()))
        .map(CompiledCode::method)
        .distinct()
        .count();
  }

  private List<WarmUp.Point> points(int requests) {
    List<WarmUp.Point> points = new ArrayList<>();
    for (int i = 1; i <= requests; i++) {
      int number = i;
      List<Double> millis =
          baselines.stream()
              .flatMap(run -> run.requests().stream())
              .filter(request -> request.number() == number)
              .map(request -> request.nanos() / NANOS_PER_MILLI)
              .sorted()
              .toList();
      points.add(new WarmUp.Point(number, quantile(millis, 0.5), millis.getLast()));
    }
    return points;
  }

  private List<WarmUp.LateClass> classes() {
    Map<String, WarmUp.LateClass> late = new LinkedHashMap<>();
    for (WarmUpRun run : profiled) {
      Set<String> here = new HashSet<>();
      for (ClassLoad load : run.start().profiled().orElseThrow().classLoads()) {
        int stretch = stretchOf(run, load.nanos());
        if (stretch < 0 || !here.add(load.className())) {
          continue;
        }
        WarmUp.LateClass known = late.get(load.className());
        late.put(
            load.className(),
            new WarmUp.LateClass(
                load.className(),
                libraries.of(load).name(),
                known == null ? run.stretches().get(stretch).first() : known.stretch(),
                load.isArchived(),
                known == null ? 1 : known.runs() + 1));
      }
    }
    return List.copyOf(late.values());
  }

  private List<WarmUp.FirstUse> firstUses(List<WarmUp.StretchTimes> times) {
    List<WarmUp.FirstUse> found = new ArrayList<>();
    if (times.size() < 2) {
      return found;
    }
    double scale = scale(0, times.getFirst());
    double lastScale = scale(times.size() - 1, times.getLast());
    uses.getFirst()
        .forEach((use, kinds) -> {
          int samples = kinds.values().stream().mapToInt(each -> each.samples).sum();
          double last =
              uses.getLast().getOrDefault(use, new EnumMap<>(WarmWork.class)).values().stream()
                  .mapToDouble(each -> each.nanos * lastScale)
                  .sum();
          WarmUp.FirstUse one =
              new WarmUp.FirstUse(
                  use.method,
                  use.library,
                  kinds.entrySet().stream()
                      .max(Comparator.comparingDouble(entry -> entry.getValue().nanos))
                      .orElseThrow()
                      .getKey(),
                  kinds.values().stream().mapToDouble(each -> each.nanos * scale).sum(),
                  last,
                  samples);
          if (samples >= FEWEST_SAMPLES && one.excessMillis() > 0) {
            found.add(one);
          }
        });
    return found.stream()
        .sorted(Comparator.comparingDouble(WarmUp.FirstUse::excessMillis).reversed())
        .limit(MOST_USES)
        .toList();
  }

  /** Milliseconds of one request of a baseline run that a nanosecond of samples stands for. */
  private double scale(int index, WarmUp.StretchTimes times) {
    double weights = work.get(index).values().stream().mapToDouble(each -> each.nanos).sum();
    return weights == 0 ? 0 : times.cpuMillis() / weights;
  }

  private List<String> notes(List<WarmUp.StretchTimes> times, int failures) {
    List<String> notes = new ArrayList<>();
    double with = mean(profiled);
    double without = mean(baselines);
    notes.add(
        WarmRemedies.text(
            "Times of requests are those of %d baseline environments; how CPU time divides is"
                + " seen in %d with the probe, whose requests took %.2f times as long.",
            baselines.size(), profiled.size(), with / without));
    if (with / without > MUCH_LONGER) {
      notes.add(
          "The probe or other programs slowed these requests a lot: take the shares as rough.");
    }
    boolean perf =
        profiled.stream().allMatch(run -> run.start().profiled().orElseThrow().coverage().perf());
    if (!perf) {
      notes.add(
          "perf_event_open(2) is forbidden here: threads that serve requests could not be"
              + " sampled.");
    }
    if (profiled.stream().anyMatch(run -> run.compiled().all().isEmpty())) {
      notes.add(
          "The JVM has written no log of its compilations: compiled code counts as interpreted.");
    }
    WarmUp.StretchTimes last = times.getLast();
    if (last.waitingMillis() > MUCH_WAITING * last.meanMillis() && last.heldBack() < MUCH_WAITING) {
      notes.add(
          "Other programs of this machine had the CPUs: repeat on an idle one, where requests wait"
              + " less.");
    }
    if (failures > 0) {
      notes.add(
          WarmRemedies.text(
              "%d requests were answered with an error; their times count as well.", failures));
    }
    if (WarmRemedies.isStillFalling(times)) {
      notes.add("The last requests are still becoming faster: more --requests show how far.");
    }
    return notes;
  }

  private static double mean(List<WarmUpRun> runs) {
    return runs.stream()
        .flatMap(run -> run.requests().stream())
        .mapToLong(Request::nanos)
        .average()
        .orElse(1);
  }

  /** Returns a quantile by nearest rank. */
  private static double quantile(List<Double> sorted, double share) {
    return sorted.get((int) Math.max(0, Math.ceil(share * sorted.size()) - 1));
  }
}
