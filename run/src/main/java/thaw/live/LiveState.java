package thaw.live;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.EnvironmentStatus;
import thaw.pool.life.InvocationTimeline;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.steady.AllSteps;

/**
 * All that the page shows, as it is now. Changes are numbered, and each thing knows the change that
 * made it what it is: what a viewer has missed is what changed after the last one that it has seen.
 * So a viewer costs one number, however slow it is, and nothing reaches it twice or not at all.
 *
 * <p>Thread-safe; everything is guarded by {@code lock}.
 */
final class LiveState {
  static final int MOST_REQUESTS = 1_000;
  private static final long MOST_LOG_CHARS = 8L * 1024 * 1024;
  private static final int MOST_ENDED = 1_000;

  private final Consumer<RequestLife> requestEnded;
  private final Consumer<? super RuntimeException> problems;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Map<String, Life> lives = new LinkedHashMap<>();
  private final Map<String, Long> ended = new LinkedHashMap<>(); // the change of the end
  private final Map<String, FunctionFigures> figures = new HashMap<>();
  private final TreeMap<String, Known> functions = new TreeMap<>();
  private final HostGauge host = new HostGauge(Path.of("/proc"));
  private final ServiceEffects effects = new ServiceEffects();
  private final Requests requests;
  private long change;
  private long forgottenChange; // what ended until then is not known any more
  private long namesChange;
  private boolean closed;

  /**
   * @param requestEnded gets each request that has ended, under the lock
   * @param forgotten gets the id of each that is not kept any more, likewise
   * @param problems what went wrong with one event; the others count all the same
   */
  LiveState(
      Consumer<RequestLife> requestEnded,
      Consumer<String> forgotten,
      Consumer<? super RuntimeException> problems) {
    this.requestEnded = requestEnded;
    this.problems = problems;
    this.requests = new Requests(MOST_REQUESTS, MOST_LOG_CHARS, forgotten);
  }

  /** A function, and the change that made it what it is. */
  record Known(FunctionFacts facts, long changed) {}

  /** The state as a reader sees it while it has the lock. */
  record View(
      long change,
      long forgottenChange,
      long namesChange,
      Map<String, Known> functions,
      Map<String, FunctionFigures> figures,
      Map<String, Life> lives,
      Map<String, Long> ended,
      Requests requests,
      HostGauge host,
      ServiceEffects effects) {}

  /** Events of one environment come in order. */
  void accept(List<EnvironmentObservation> batch) {
    lock.lock();
    try {
      change++;
      AllSteps.each(batch, this::accept, problems);
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void accept(EnvironmentObservation observation) {
    PlatformEvent.Stamped event = observation.event();
    if (event.event() instanceof PlatformEvent.Ended) {
      end(observation);
      return;
    }
    Life life = life(observation);
    if (life == null) {
      return; // as when a snapshot is taken: nobody's request
    }
    life.hear(event);
    InvocationTimeline invocation = life.pass(observation);
    if (event.event() instanceof PlatformEvent.InvocationStart && invocation != null) {
      requests.begin(life.begin(invocation, change));
      return;
    }
    PlatformEvent.reportOf(event.event())
        .flatMap(report -> life.end(invocation, report, change))
        .ifPresent(request -> add(request, event));
  }

  private @Nullable Life life(EnvironmentObservation observation) {
    @Nullable Life known = lives.get(observation.environment());
    EnvironmentStatus status =
        EnvironmentStatus.after(known == null ? null : known.status(), observation);
    if (status == null) {
      return null;
    }
    if (known != null) {
      known.become(status, change);
      return known;
    }
    Life begun = new Life(status, observation.event().time());
    lives.put(observation.environment(), begun);
    return begun;
  }

  private void add(RequestLife request, PlatformEvent.Stamped event) {
    requests.end(request);
    figures
        .computeIfAbsent(request.function(), _ -> new FunctionFigures())
        .add(request, event.time(), change);
    requestEnded.accept(request); // at last: who is told may fail
  }

  private void end(EnvironmentObservation observation) {
    Life life = lives.remove(observation.environment());
    if (life == null) {
      return;
    }
    ended.put(observation.environment(), change);
    if (ended.size() > MOST_ENDED) {
      var oldest = ended.entrySet().iterator();
      forgottenChange = oldest.next().getValue();
      oldest.remove();
    }
    life.abandon(observation, change).ifPresent(request -> add(request, observation.event()));
  }

  /** Takes the answer of the platform about its functions, sorted by name. */
  void know(List<FunctionFacts> all) {
    lock.lock();
    try {
      long next = change + 1;
      boolean differs = false;
      Map<String, Known> gone = new HashMap<>(functions);
      for (FunctionFacts facts : all) {
        Known before = gone.remove(facts.name());
        if (before == null || !before.facts().equals(facts)) {
          functions.put(facts.name(), new Known(facts, next));
          namesChange = before == null ? next : namesChange;
          differs = true;
        }
      }
      for (String name : gone.keySet()) {
        functions.remove(name);
        figures.remove(name);
        namesChange = next;
        differs = true;
      }
      if (differs) {
        change = next;
        news.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes what a service has done to a request. */
  void accept(ServiceEffect effect) {
    lock.lock();
    try {
      change++;
      effects.add(effect);
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Looks at the machine. */
  void gauge() {
    lock.lock();
    try {
      if (host.look(System.nanoTime(), System.currentTimeMillis(), change + 1)) {
        change++;
        news.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reads something of it, at one moment. */
  <T> T read(Function<View, T> reader) {
    lock.lock();
    try {
      return reader.apply(
          new View(
              change,
              forgottenChange,
              namesChange,
              functions,
              figures,
              lives,
              ended,
              requests,
              host,
              effects));
    } finally {
      lock.unlock();
    }
  }

  Optional<RequestLife> request(String id) {
    return read(view -> view.requests().find(id));
  }

  /**
   * Waits until there was a change after that one, or the time is over.
   *
   * @param pauseNanos waits at least so long
   * @param atMostNanos for the whole
   * @return false when there will be no more
   */
  boolean awaitAfter(long seen, long pauseNanos, long atMostNanos) throws InterruptedException {
    long begin = System.nanoTime();
    lock.lock();
    try {
      while (!closed) {
        long waited = System.nanoTime() - begin;
        long left = (waited < pauseNanos ? pauseNanos : change > seen ? 0 : atMostNanos) - waited;
        if (left <= 0) {
          return true;
        }
        news.await(left, TimeUnit.NANOSECONDS);
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Nobody waits any longer. */
  void close() {
    lock.lock();
    try {
      closed = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
