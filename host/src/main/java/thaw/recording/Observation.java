package thaw.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes what the probe wrote into what a recording keeps. */
final class Observation {
  private final ProbeLog log;
  private final Stacks stacks;
  private final long ahead;

  private Observation(ProbeLog log, Stacks stacks, long ahead) {
    this.log = log;
    this.stacks = stacks;
    this.ahead = ahead;
  }

  /**
   * @param ahead by how many nanoseconds the process's monotonic clock is ahead of ours
   */
  static Observed of(ProbeLog log, List<ClassLoad> classes, Stacks stacks, long ahead) {
    return new Observation(log, stacks, ahead).observed(classes);
  }

  private Observed observed(List<ClassLoad> classes) {
    return new Observed(
        log.mainThread(),
        log.interval(),
        log.look(),
        samples(),
        waits(),
        classes.stream()
            .map(load ->
                new ClassLoad(ours(load.nanos()), load.thread(), load.className(), load.source()))
            .sorted(Comparator.comparingLong(ClassLoad::nanos))
            .toList(),
        log.loaded().stream()
            .map(loaded ->
                new Observed.Requested(
                    ours(loaded.nanos()),
                    loaded
                        .signature()
                        .substring(1, loaded.signature().length() - 1)
                        .replace('/', '.'),
                    stacks.of(loaded.java())))
            .toList(),
        collections(),
        border(ProbeLog.Mark.Kind.AGENT_LOADED),
        border(ProbeLog.Mark.Kind.VM_INIT),
        log.threads(),
        new Observed.Coverage(
            log.perf(),
            log.perfError(),
            log.kernelFrames(),
            stacks.namesKernel(),
            stacks.namesJvm(),
            log.samples(),
            log.dropped(),
            log.handlerNanos()));
  }

  private long ours(long nanos) {
    return nanos - ahead;
  }

  private List<Sample> samples() {
    return log.onCpu().stream()
        .map(sample ->
            new Sample(
                ours(sample.nanos()),
                sample.thread(),
                Sample.State.ON_CPU,
                log.interval(),
                stacks.of(sample),
                Sample.Wait.NONE))
        .sorted(Comparator.comparingLong(Sample::nanos))
        .toList();
  }

  private List<Sample> waits() {
    return log.blocked().stream()
        .map(wait ->
            new Sample(
                ours(wait.beginNanos()),
                wait.thread(),
                Sample.State.BLOCKED,
                wait.endNanos() - wait.beginNanos(),
                stacks.of(wait),
                new Sample.Wait(kind(wait.kind()), wait.peer())))
        .sorted(Comparator.comparingLong(Sample::nanos))
        .toList();
  }

  private static Sample.Wait.Kind kind(int number) {
    return switch (number) {
      case 1 -> Sample.Wait.Kind.NETWORK;
      case 2 -> Sample.Wait.Kind.FILE;
      case 3 -> Sample.Wait.Kind.LOCK;
      case 4 -> Sample.Wait.Kind.SLEEP;
      default -> Sample.Wait.Kind.OTHER;
    };
  }

  private List<Observed.Span> collections() {
    List<Observed.Span> collections = new ArrayList<>();
    long begin = 0;
    for (ProbeLog.Mark mark : log.marks()) {
      if (mark.kind() == ProbeLog.Mark.Kind.GC_START) {
        begin = mark.nanos();
      } else if (mark.kind() == ProbeLog.Mark.Kind.GC_FINISH && begin != 0) {
        collections.add(new Observed.Span(ours(begin), ours(mark.nanos())));
        begin = 0;
      }
    }
    return collections;
  }

  private Observed.Border border(ProbeLog.Mark.Kind kind) {
    return log.marks().stream()
        .filter(mark -> mark.kind() == kind)
        .map(mark -> new Observed.Border(ours(mark.nanos()), mark.cpuNanos(), mark.waitingNanos()))
        .findFirst()
        .orElse(new Observed.Border(0, 0, 0));
  }
}
