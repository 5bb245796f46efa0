package thaw.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes what the probe wrote into what a recording keeps. */
final class RecordingAssembly {
  private final ProbeLog log;
  private final Stacks stacks;
  private final long ahead;

  private RecordingAssembly(ProbeLog log, Stacks stacks, long ahead) {
    this.log = log;
    this.stacks = stacks;
    this.ahead = ahead;
  }

  /**
   * @param ahead by how many nanoseconds the process's monotonic clock is ahead of ours
   */
  static ProfiledRun of(ProbeLog log, List<ClassLoad> classes, Stacks stacks, long ahead) {
    return new RecordingAssembly(log, stacks, ahead).profiled(classes);
  }

  private ProfiledRun profiled(List<ClassLoad> classes) {
    return new ProfiledRun(
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
                new ProfiledRun.Requested(
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
        new ProfiledRun.Coverage(
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

  private List<ThreadSample> samples() {
    return log.onCpu().stream()
        .map(sample ->
            new ThreadSample(
                ours(sample.nanos()),
                sample.thread(),
                ThreadSample.State.ON_CPU,
                log.interval(),
                stacks.of(sample),
                ThreadSample.Wait.NONE,
                stacks.generatedCode(sample)))
        .sorted(Comparator.comparingLong(ThreadSample::nanos))
        .toList();
  }

  private List<ThreadSample> waits() {
    return log.blocked().stream()
        .map(wait ->
            new ThreadSample(
                ours(wait.beginNanos()),
                wait.thread(),
                ThreadSample.State.BLOCKED,
                wait.endNanos() - wait.beginNanos(),
                stacks.of(wait),
                new ThreadSample.Wait(kind(wait.kind()), wait.peer())))
        .sorted(Comparator.comparingLong(ThreadSample::nanos))
        .toList();
  }

  private static ThreadSample.Wait.Kind kind(int number) {
    return switch (number) {
      case 1 -> ThreadSample.Wait.Kind.NETWORK;
      case 2 -> ThreadSample.Wait.Kind.FILE;
      case 3 -> ThreadSample.Wait.Kind.LOCK;
      case 4 -> ThreadSample.Wait.Kind.SLEEP;
      default -> ThreadSample.Wait.Kind.OTHER;
    };
  }

  private List<ProfiledRun.Span> collections() {
    List<ProfiledRun.Span> collections = new ArrayList<>();
    long begin = 0;
    for (ProbeLog.Mark mark : log.marks()) {
      if (mark.kind() == ProbeLog.Mark.Kind.GC_START) {
        begin = mark.nanos();
      } else if (mark.kind() == ProbeLog.Mark.Kind.GC_FINISH && begin != 0) {
        collections.add(new ProfiledRun.Span(ours(begin), ours(mark.nanos())));
        begin = 0;
      }
    }
    return collections;
  }

  private ProfiledRun.Border border(ProbeLog.Mark.Kind kind) {
    return log.marks().stream()
        .filter(mark -> mark.kind() == kind)
        .map(mark ->
            new ProfiledRun.Border(ours(mark.nanos()), mark.cpuNanos(), mark.waitingNanos()))
        .findFirst()
        .orElse(new ProfiledRun.Border(0, 0, 0));
  }
}
