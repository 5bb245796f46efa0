package thaw.platform.async;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.steady.InternalFault;
import thaw.store.Agenda;
import thaw.store.Store;
import thaw.store.StoreUnavailable;
import thaw.store.Transaction;

/**
 * Works off one kind of due entries, lane by lane. Refuses to know what an entry is.
 *
 * <ol>
 *   <li>An entry stays in the store while it is worked on; what became of it is one change of the
 *       store. A crash in between has the entry done again.
 *   <li>A lane that is refused has no effect on the others, and learns how much it is allowed: as
 *       much as was running when it was refused, then slowly more. Lambda, too, reads a queue of
 *       throttled events more slowly.
 *   <li>When what became of an entry cannot be kept, that is tried again until it can; the entry is
 *       not worked on again meanwhile.
 * </ol>
 *
 * <p>Thread-safe; {@code lanes} and what is in it are guarded by {@code lock}.
 */
final class Dispatcher {
  /** The number of entries without a refusal after which a lane may have one more at work. */
  private static final int PROBE_AFTER = 10;

  private final Store store;
  private final String kind;
  private final int width;
  private final Pace pace;
  private final InstantSource clock;
  private final Executor workers;
  private final Handler handler;
  private final Runnable wake;
  private final Consumer<Exception> problems;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Lane> lanes = new LinkedHashMap<>();

  private static final class Lane {
    private final Set<Long> taken = new HashSet<>();
    private final Map<Long, Result> unkept = new HashMap<>(); // their entries are taken
    private int window;
    private int smooth;
    private Instant pausedUntil = Instant.MIN;

    private Lane(int window) {
      this.window = window;
    }

    private int running() {
      return taken.size() - unkept.size();
    }
  }

  /**
   * The result of an entry.
   *
   * @param change of the store; may be called more than once
   * @param refused whether whoever the lane leads to takes no more now
   * @param afterwards once the change is kept
   */
  record Result(Consumer<Transaction> change, boolean refused, Runnable afterwards) {}

  /** Works on an entry. */
  interface Handler {
    Result handle(Agenda.Entry entry) throws InterruptedException;
  }

  /**
   * @param width entries of one lane that are worked on at once
   * @param wake asks for {@link #dispatch} soon
   */
  Dispatcher(
      Store store,
      String kind,
      int width,
      Pace pace,
      InstantSource clock,
      Executor workers,
      Handler handler,
      Runnable wake,
      Consumer<Exception> problems) {
    this.store = store;
    this.kind = kind;
    this.width = width;
    this.pace = pace;
    this.clock = clock;
    this.workers = workers;
    this.handler = handler;
    this.wake = wake;
    this.problems = problems;
    store.transact(transaction -> transaction.agenda(kind).sizes()).keySet().forEach(this::look);
  }

  /** Takes note that there is, or may be, an entry in this lane. */
  void look(String lane) {
    lock.lock();
    try {
      lanes.computeIfAbsent(lane, name -> new Lane(width));
    } finally {
      lock.unlock();
    }
  }

  /** Starts what is due, and says when to call again at the latest. */
  Optional<Instant> dispatch() {
    Instant now = clock.instant();
    Instant next = Instant.MAX;
    for (String name : names()) {
      Instant due = dispatch(name, now);
      next = due.isBefore(next) ? due : next;
    }
    return next.equals(Instant.MAX) ? Optional.empty() : Optional.of(next);
  }

  /** Returns whether nothing is worked on, and nothing becomes due until then. */
  boolean isQuiet(Instant until) {
    for (String name : names()) {
      lock.lock();
      try {
        if (!lane(name).taken.isEmpty()) {
          return false;
        }
      } finally {
        lock.unlock();
      }
    }
    List<String> looked = names();
    return store.transact(transaction ->
        looked.stream()
            .allMatch(name -> transaction.agenda(kind).due(name, until, 1, _ -> false).isEmpty()));
  }

  private List<String> names() {
    lock.lock();
    try {
      return List.copyOf(lanes.keySet());
    } finally {
      lock.unlock();
    }
  }

  private Instant dispatch(String name, Instant now) {
    keepUnkept(name);
    int free;
    Set<Long> taken;
    Instant pausedUntil;
    lock.lock();
    try {
      Lane lane = lane(name);
      pausedUntil = lane.pausedUntil;
      free = pausedUntil.isAfter(now) ? 0 : lane.window - lane.running();
      taken = Set.copyOf(lane.taken);
    } finally {
      lock.unlock();
    }
    record Found(List<Agenda.Entry> due, Optional<Instant> next) {}
    Found found =
        store.transact(transaction -> {
          Agenda agenda = transaction.agenda(kind);
          return new Found(
              free > 0 ? agenda.due(name, now, free, taken::contains) : List.of(),
              agenda.next(name, now));
        });
    found.due().forEach(entry -> start(name, entry));
    Instant next = found.next().orElse(Instant.MAX);
    return pausedUntil.isAfter(now) && pausedUntil.isBefore(next) ? pausedUntil : next;
  }

  private Lane lane(String name) {
    return lanes.computeIfAbsent(name, unused -> new Lane(width));
  }

  private void start(String lane, Agenda.Entry entry) {
    lock.lock();
    try {
      lane(lane).taken.add(entry.id());
    } finally {
      lock.unlock();
    }
    try {
      workers.execute(() -> work(lane, entry));
    } catch (RejectedExecutionException e) {
      release(lane, entry.id()); // shutting down; it is still in the store
    } catch (RuntimeException | Error e) {
      release(lane, entry.id());
      throw e;
    }
  }

  private void work(String lane, Agenda.Entry entry) {
    try {
      Result result = handler.handle(entry);
      keep(lane, entry.id(), result);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      release(lane, entry.id());
    } catch (RuntimeException | Error e) { // its next attempt comes
      pause(lane);
      release(lane, entry.id());
      problems.accept(InternalFault.of(e));
    } finally {
      wake.run();
    }
  }

  private void keep(String lane, long id, Result result) {
    try {
      store.change(result.change());
    } catch (StoreUnavailable e) {
      problems.accept(e);
      lock.lock();
      try {
        lane(lane).unkept.put(id, result);
        lane(lane).pausedUntil = clock.instant().plus(pace.afterRefusal(1));
      } finally {
        lock.unlock();
      }
      return;
    }
    settle(lane, id, result.refused());
    result.afterwards().run();
  }

  private void keepUnkept(String name) {
    Map<Long, Result> unkept;
    lock.lock();
    try {
      Lane lane = lane(name);
      if (lane.unkept.isEmpty() || lane.pausedUntil.isAfter(clock.instant())) {
        return;
      }
      unkept = Map.copyOf(lane.unkept);
      lane.unkept.clear();
    } finally {
      lock.unlock();
    }
    unkept.forEach((id, result) -> keep(name, id, result));
  }

  private void settle(String name, long id, boolean refused) {
    lock.lock();
    try {
      Lane lane = lane(name);
      lane.taken.remove(id);
      if (refused) {
        lane.window = Math.max(1, Math.min(lane.window, lane.running()));
        lane.smooth = 0;
        if (lane.running() == 0) { // else the end of one that runs is the time to try again
          lane.pausedUntil = clock.instant().plus(pace.afterRefusal(1));
        }
      } else if (++lane.smooth >= PROBE_AFTER) {
        lane.smooth = 0;
        lane.window = Math.min(width, lane.window + 1);
      }
    } finally {
      lock.unlock();
    }
  }

  private void pause(String name) {
    lock.lock();
    try {
      lane(name).pausedUntil = clock.instant().plus(pace.afterRefusal(1));
    } finally {
      lock.unlock();
    }
  }

  private void release(String name, long id) {
    lock.lock();
    try {
      lane(name).taken.remove(id);
    } finally {
      lock.unlock();
    }
  }
}
