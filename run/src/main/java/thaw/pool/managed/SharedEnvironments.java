package thaw.pool.managed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.environment.ResourceUse;
import thaw.environment.SharedEnvironment;
import thaw.pool.Provisioned;
import thaw.pool.ThrottleReason;
import thaw.runtimeapi.Invocation;
import thaw.steady.AllSteps;
import thaw.steady.InternalFault;

/**
 * The environments of one version on managed instances: started ahead of requests, each for many of
 * them at a time. A request goes to the environment that has the fewest; one that has no room, or
 * uses too much of its CPUs or memory, leaves it to the others. When none takes it it is refused,
 * and one more environment is started, so long as there may be more and it would help. No request
 * waits for a start.
 *
 * <p>Thread-safe; {@code beginning} is held while the first ones start.
 */
public final class SharedEnvironments implements AutoCloseable {
  private static final int ENDS_AT_ONCE = 16;

  /** A request whose time is up may run on for ever. */
  private static final Duration RETIREMENT_PATIENCE = Duration.ofMinutes(15);

  private final Start start;
  private final Supplier<EnvironmentRange> range;
  private final ThrottlePoints points;
  private final Duration idle;
  private final LongSupplier nanoClock;
  private final Consumer<RuntimeException> problems;
  private final ReentrantLock beginning = new ReentrantLock();
  private final Roster roster = new Roster();
  private final ScalingIn scalingIn; // of who recycles
  private final AtomicInteger mostRequests = new AtomicInteger(); // at a time, since the last look
  private final AtomicBoolean refused = new AtomicBoolean(); // any request, since the last look
  private final ReentrantLock recycling = new ReentrantLock();

  /** Starts an environment; when it throws, nothing is left. */
  public interface Start {
    /**
     * @param whenItEnds as {@link SharedEnvironment#initialise} has it
     * @throws Provisioned.InitFailed when the function's init fails
     */
    SharedEnvironment start(Runnable whenItEnds) throws InterruptedException;
  }

  /**
   * @param range asked again and again: it may change
   * @param points of each environment
   * @param idle more than the least end when they were not needed for so long
   * @param problems what failed when nobody waited for it
   */
  public SharedEnvironments(
      Start start,
      Supplier<EnvironmentRange> range,
      ThrottlePoints points,
      Duration idle,
      LongSupplier nanoClock,
      Consumer<RuntimeException> problems) {
    this.start = start;
    this.range = range;
    this.points = points;
    this.idle = idle;
    this.nanoClock = nanoClock;
    this.problems = problems;
    this.scalingIn = new ScalingIn(idle);
  }

  /**
   * Returns when the least number of environments is there, which is at once when they have been.
   *
   * @throws Provisioned.InitFailed when one of them could not be initialised: then there is none
   */
  public void begin() throws InterruptedException {
    if (roster.hasBegun()) {
      return;
    }
    beginning.lockInterruptibly();
    try {
      if (!roster.hasBegun()) {
        startFirst(range.get().least());
      }
    } finally {
      beginning.unlock();
    }
  }

  private void startFirst(int number) throws InterruptedException {
    List<@Nullable Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Thread> starts = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      roster.starts();
      starts.add(
          Thread.ofVirtual()
              .name("managed-start")
              .start(() -> {
                try {
                  startOne();
                } catch (InterruptedException | RuntimeException | Error e) {
                  failures.add(e);
                } finally {
                  roster.started();
                }
              }));
    }
    try {
      for (Thread each : starts) {
        each.join();
      }
    } catch (InterruptedException e) {
      starts.forEach(Thread::interrupt);
      throw e;
    }
    if (failures.isEmpty()) {
      roster.begun();
    } else {
      endAll(roster.remove(_ -> true));
      throw InternalFault.of(failures.getFirst());
    }
  }

  private void startOne() throws InterruptedException {
    AtomicReference<@Nullable SharedEnvironment> made = new AtomicReference<>();
    SharedEnvironment environment = start.start(() -> lost(made.get()));
    made.set(environment);
    if (!roster.add(new Member(environment, points, nanoClock.getAsLong()))) {
      environment.close();
    } else if (!environment.isSound()) {
      lost(environment); // it ended before it was a member
    }
  }

  /** Its processes have ended by themselves; it is replaced when there would be too few. */
  private void lost(@Nullable SharedEnvironment environment) {
    List<Member> ended = roster.remove(member -> member.environment() == environment);
    if (!ended.isEmpty()) {
      Thread.ofVirtual()
          .name("managed-end")
          .start(() -> {
            endAll(ended);
            refill();
          });
    }
  }

  private void endAll(List<Member> ended) {
    try {
      AllSteps.each(ended, ENDS_AT_ONCE, member -> member.environment().close());
    } catch (RuntimeException e) {
      problems.accept(e);
    } finally {
      roster.ended(ended.size());
    }
  }

  /**
   * Gives one request to an environment, and waits for nothing.
   *
   * @return why the one with the fewest requests does not take it, when none of them does: then its
   *     requester hears nothing
   */
  public Optional<ThrottleReason> begin(
      Invocation invocation, SharedEnvironment.Requester requester) {
    @Nullable ThrottleReason first = null;
    boolean more = false;
    for (Member member : byLoad()) {
      if (!member.environment().isSound()) {
        continue;
      }
      member.used(nanoClock.getAsLong());
      Optional<ThrottleReason> refusal = member.begin(invocation, requester);
      if (refusal.isEmpty()) {
        return refusal;
      }
      first = first == null ? refusal.get() : first;
      // AWS scales by the use of CPUs and by saturation, not by memory.
      more = more || refusal.get() != ThrottleReason.ENVIRONMENT_MEMORY;
    }
    refused.set(true);
    if (more || first == null) {
      startAsync(range.get().most());
    }
    return Optional.of(first == null ? ThrottleReason.ENVIRONMENT_CONCURRENCY : first);
  }

  /** The one with the fewest requests first. */
  private List<Member> byLoad() {
    List<Member> all = roster.all();
    if (all.size() < 2) {
      return all;
    }
    record Loaded(Member member, int load) {}
    List<Loaded> loaded =
        all.stream()
            .map(member -> new Loaded(member, member.load()))
            .sorted(Comparator.comparingInt(Loaded::load))
            .toList();
    int requests = loaded.stream().mapToInt(Loaded::load).sum() + 1; // with the one that comes
    mostRequests.accumulateAndGet(requests, Math::max);
    return loaded.stream().map(Loaded::member).toList();
  }

  /** One more, unless there are so many. */
  private void startAsync(int most) {
    if (!roster.startsBelow(most)) {
      return;
    }
    Thread.ofVirtual()
        .name("managed-start")
        .start(() -> {
          try {
            startOne();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (Provisioned.InitFailed e) {
            // Its log says why; the next request or look tries again.
          } catch (RuntimeException | Error e) {
            problems.accept(InternalFault.of(e));
          } finally {
            roster.started();
          }
        });
  }

  private void refill() {
    int least = range.get().least();
    for (int missing = least - size(); missing > 0; missing--) {
      startAsync(least);
    }
  }

  /** Returns whether there is none, and none starts or ends. */
  public boolean isEmpty() {
    return roster.isEmpty();
  }

  /** Returns the number of environments. */
  int size() {
    return roster.all().size();
  }

  /** Returns what each of the environments uses. */
  public List<ResourceUse> uses() {
    return roster.all().stream().map(member -> member.environment().use()).toList();
  }

  /**
   * Returns whether there are to be environments; when there are to be none, the version is
   * deactivated.
   */
  public boolean isActive() {
    return range.get().most() > 0;
  }

  /** Brings their number back into its range, and to what requests need. */
  public void recycle() {
    recycling.lock();
    try {
      EnvironmentRange wanted = range.get();
      ScalingIn.Seen seen = look();
      retire(surplus(wanted, seen.needed(wanted)));
      refill();
      scale(wanted, seen);
    } finally {
      recycling.unlock();
    }
  }

  private ScalingIn.Seen look() {
    List<Member> all = roster.all();
    int requests = Math.max(mostRequests.getAndSet(0), all.stream().mapToInt(Member::load).sum());
    return new ScalingIn.Seen(
        all.size(),
        (int) all.stream().filter(Member::isFull).count(),
        requests,
        all.stream().mapToInt(each -> each.environment().requestsAtOnce()).findFirst().orElse(1),
        all.stream().mapToDouble(each -> each.environment().cpuPercent()).average().orElse(0),
        refused.getAndSet(false));
  }

  /** Members no longer; {@link #endAll} must follow. */
  private List<Member> surplus(EnvironmentRange wanted, int needed) {
    long now = nanoClock.getAsLong();
    Set<Member> chosen = new HashSet<>();
    List<Member> all = roster.all();
    for (Member member : all) {
      if (member.load() > 0) {
        member.used(now);
      }
      boolean unused = now - member.usedNanos() >= idle.toNanos();
      int left = all.size() - chosen.size();
      if (left > wanted.most() || left > needed && unused) {
        chosen.add(member);
      }
    }
    return chosen.isEmpty() ? List.of() : roster.remove(chosen::contains);
  }

  private void scale(EnvironmentRange wanted, ScalingIn.Seen seen) {
    if (seen.environments() == 0) {
      scalingIn.forget();
      return;
    }
    List<Member> all = roster.all();
    int needed = wanted.atUse(seen.environments(), seen.cpuPercent());
    for (int more = needed - all.size(); more > 0; more--) {
      startAsync(needed);
    }
    if (scalingIn.look(nanoClock.getAsLong(), seen, wanted) && all.size() == seen.environments()) {
      Member least = Collections.min(all, Comparator.comparingInt(Member::load));
      retire(roster.remove(member -> member == least));
    }
  }

  /** Returns whether there will be no environment any more. */
  public boolean isClosed() {
    return roster.isClosed();
  }

  /** Requests that run end in peace; returns at once. */
  public void retire() {
    retire(roster.close());
  }

  private void retire(List<Member> ended) {
    for (Member member : ended) {
      member.environment().drain();
      Thread.ofVirtual()
          .name("managed-end")
          .start(() -> {
            member.environment().awaitNoLoad(RETIREMENT_PATIENCE);
            endAll(List.of(member));
          });
    }
  }

  /** Requests that run fail. */
  @Override
  public void close() {
    endAll(roster.close());
  }
}
