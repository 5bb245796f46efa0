package thaw.lambda;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import thaw.experiment.Sample;
import thaw.experiment.Warning;
import thaw.problem.UserMistake;

/**
 * Cold starts of a version that is there: many requests at the same time. An environment serves one
 * at a time, so those that find no idle one get a new one. Nothing is changed.
 *
 * <p>A version cannot be changed, so nothing else makes its environments new. What a warm
 * environment answers is not counted; the next wave is larger by as many as are known to be warm.
 */
final class ConcurrentStarts implements RemoteSide {
  /** New accounts may have no more than 10 at the same time, others 1,000. */
  static final int MOST = 100;

  private static final int WAVES = 4;

  private final LambdaCalls calls;
  private final DeployedFunction version;
  private final String qualifier;
  private final byte[] event;
  private final int runs;
  private final Consumer<String> said;
  private int warm;
  private int missing;

  /**
   * @param qualifier by which it is called, for example an alias
   */
  ConcurrentStarts(
      LambdaCalls calls,
      DeployedFunction version,
      String qualifier,
      byte[] event,
      int runs,
      Consumer<String> said) {
    this.calls = calls;
    this.version = version;
    this.qualifier = qualifier;
    this.event = event;
    this.runs = runs;
    this.said = said;
    if (runs > MOST) {
      throw new UserMistake(
          "--runs must be at most %d for a version, whose cold starts are made at the same time: %d"
              .formatted(MOST, runs),
          "use for example --runs 20, or measure $LATEST: without :%s".formatted(qualifier));
    }
  }

  @Override
  public List<String> announcement() {
    return List.of(
        "A version cannot be changed, so %d requests are sent at the same time, of which those that"
                .formatted(runs)
            + " find no idle environment get a new one; when some were idle more requests follow,"
            + " %d at the same time at most. They take that much of the account's concurrency."
                .formatted(MOST),
        "Nothing is changed.");
  }

  @Override
  public String method() {
    return "AWS: the cold starts were made at the same time, by as many requests at once; each"
        + " counts only when REPORT has an init or a restore of its own. Those on this machine came"
        + " one after the other.";
  }

  @Override
  public List<Warning> warnings() {
    List<Warning> warnings = new ArrayList<>();
    if (warm > 0) {
      warnings.add(notCounted(warm));
    }
    if (missing > 0) {
      warnings.add(
          new Warning(
              missing + " cold starts are missing",
              "idle environments answered in each of %d waves".formatted(WAVES),
              "measure when nobody has called the version for half an hour, or $LATEST"));
    }
    return warnings;
  }

  static Warning notCounted(int warm) {
    return new Warning(
        "requests were answered by warm environments and not counted",
        warm + " requests",
        "none is needed where no cold start is missing; else measure when nobody else calls it");
  }

  @Override
  public String start() {
    return version.restores() ? "restored" : "plain";
  }

  @Override
  public int atOnce() {
    return MOST;
  }

  @Override
  public void prepare() throws InterruptedException {
    calls.rehearse(qualifier, event);
  }

  @Override
  public void measure(List<Integer> numbers, Consumer<Sample> kept) throws InterruptedException {
    Deque<Integer> left = new ArrayDeque<>(numbers);
    int known = 0;
    for (int wave = 0; wave < WAVES && !left.isEmpty(); wave++) {
      int size = Math.min(MOST, left.size() + known);
      int before = left.size();
      int answered = wave(size, left, kept);
      warm += answered - (before - left.size());
      known = Math.max(known, answered);
      if (!left.isEmpty() && wave + 1 < WAVES) {
        said.accept(
            "%d of %d requests met warm environments; another %d follow"
                .formatted(
                    size - (before - left.size()), size, Math.min(MOST, left.size() + known)));
      }
    }
    missing += left.size();
  }

  /**
   * @param sent when
   */
  private record Answered(LambdaCalls.Answer answer, Instant sent) {}

  /**
   * Sends one wave and returns the number of answered requests. This thread alone keeps samples, as
   * they come.
   */
  private int wave(int size, Deque<Integer> left, Consumer<Sample> kept)
      throws InterruptedException {
    BlockingQueue<Object> answers = new LinkedBlockingQueue<>(); // Answered, or what went wrong
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      senders.add(Thread.ofVirtual().name("invoke-" + i).start(() -> answers.add(send())));
    }
    try {
      int answered = 0;
      for (int i = 0; i < size; i++) {
        switch (answers.take()) {
          case Answered each -> {
            answered++;
            if (!left.isEmpty()) {
              ReportedSamples.sample(each.answer(), version, left.getFirst(), each.sent())
                  .ifPresent(sample -> {
                    left.removeFirst();
                    kept.accept(sample);
                  });
            }
          }
          case RuntimeException problem -> throw problem;
          case Object other -> throw new IllegalStateException(String.valueOf(other));
        }
      }
      return answered;
    } finally {
      senders.forEach(Thread::interrupt);
    }
  }

  private Object send() {
    Instant sent = Instant.now();
    try {
      return new Answered(calls.invoke(qualifier, event), sent);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new IllegalStateException("interrupted", e);
    } catch (RuntimeException e) {
      return e;
    }
  }

  @Override
  public void close() {}
}
