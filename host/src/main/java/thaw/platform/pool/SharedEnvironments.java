package thaw.platform.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.environment.SharedEnvironment;
import thaw.environment.runtimeapi.Invocation;
import thaw.platform.record.CapacityProvider;
import thaw.steady.AllSteps;
import thaw.steady.InternalFault;

/**
 * The environments of one version on managed instances: started ahead of requests, each for many of
 * them at a time. A request goes to the environment that has the fewest; when none has room it is
 * refused, and one more environment is started, so long as there may be more. No request waits for
 * a start.
 *
 * <p>Thread-safe; {@code lock} guards the members and the counts of those that start and end.
 * Nothing is started or ended under it; {@code beginning} is held while the first ones start.
 */
public final class SharedEnvironments implements AutoCloseable {
  private static final int ENDS_AT_ONCE = 16;

  /** A request whose time is up may run on for ever. */
  private static final Duration RETIREMENT_PATIENCE = Duration.ofMinutes(15);

  private final Start start;
  private final Supplier<CapacityProvider.Range> range;
  private final Duration idleLimit;
  private final LongSupplier nanoClock;
  private final Consumer<RuntimeException> problems;
  private final ReentrantLock beginning = new ReentrantLock();
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Member> members = new ArrayList<>();
  private int starting;
  private int ending;
  private boolean begun;
  private boolean closed;

  /** Starts an environment; when it throws, nothing is left. */
  public interface Start {
    /**
     * @param whenItEnds as {@link SharedEnvironment#initialise} has it
     * @throws Provisioned.InitFailed when the function's init fails
     */
    SharedEnvironment start(Runnable whenItEnds) throws InterruptedException;
  }

  private static final class Member {
    private final SharedEnvironment environment;
    private volatile long usedNanos; // when it got its last request, or was seen to have one

    Member(SharedEnvironment environment, long usedNanos) {
      this.environment = environment;
      this.usedNanos = usedNanos;
    }
  }

  /**
   * @param range asked again and again: it may change
   * @param idleLimit more than the least end when they had no request for so long
   * @param problems what failed when nobody waited for it
   */
  public SharedEnvironments(
      Start start,
      Supplier<CapacityProvider.Range> range,
      Duration idleLimit,
      LongSupplier nanoClock,
      Consumer<RuntimeException> problems) {
    this.start = start;
    this.range = range;
    this.idleLimit = idleLimit;
    this.nanoClock = nanoClock;
    this.problems = problems;
  }

  /**
   * Returns when the least number of environments is there, which is at once when they have been.
   *
   * @throws Provisioned.InitFailed when one of them could not be initialised: then there is none
   */
  public void begin() throws InterruptedException {
    if (hasBegun()) {
      return;
    }
    beginning.lockInterruptibly();
    try {
      if (!hasBegun()) {
        startFirst(range.get().least());
      }
    } finally {
      beginning.unlock();
    }
  }

  private boolean hasBegun() {
    lock.lock();
    try {
      return begun || closed;
    } finally {
      lock.unlock();
    }
  }

  private void startFirst(int number) throws InterruptedException {
    List<@Nullable Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Thread> starts = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      count(1, 0);
      starts.add(
          Thread.ofVirtual()
              .name("managed-start")
              .start(() -> {
                try {
                  startOne();
                } catch (InterruptedException | RuntimeException | Error e) {
                  failures.add(e);
                } finally {
                  count(-1, 0);
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
    lock.lock();
    try {
      begun = failures.isEmpty();
    } finally {
      lock.unlock();
    }
    if (!failures.isEmpty()) {
      endAll(removed(_ -> true));
      throw InternalFault.of(failures.getFirst());
    }
  }

  private void startOne() throws InterruptedException {
    AtomicReference<@Nullable SharedEnvironment> made = new AtomicReference<>();
    SharedEnvironment environment = start.start(() -> lost(made.get()));
    made.set(environment);
    boolean unwanted;
    lock.lock();
    try {
      unwanted = closed;
      if (!unwanted) {
        members.add(new Member(environment, nanoClock.getAsLong()));
      }
    } finally {
      lock.unlock();
    }
    if (unwanted) {
      environment.close();
    } else if (!environment.isSound()) {
      lost(environment); // it ended before it was a member
    }
  }

  /** Its processes have ended by themselves; it is replaced when there would be too few. */
  private void lost(@Nullable SharedEnvironment environment) {
    List<Member> ended = removed(member -> member.environment == environment);
    if (!ended.isEmpty()) {
      Thread.ofVirtual()
          .name("managed-end")
          .start(() -> {
            endAll(ended);
            refill();
          });
    }
  }

  /** {@link #endAll} must follow. */
  private List<Member> removed(Predicate<Member> which) {
    lock.lock();
    try {
      List<Member> all = members.stream().filter(which).toList();
      members.removeAll(all);
      ending += all.size();
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void endAll(List<Member> ended) {
    try {
      AllSteps.each(ended, ENDS_AT_ONCE, member -> member.environment.close());
    } catch (RuntimeException e) {
      problems.accept(e);
    } finally {
      count(0, -ended.size());
    }
  }

  /**
   * Gives one request to an environment, and waits for nothing.
   *
   * @return false when no environment has room for it: then its requester hears nothing
   */
  public boolean begin(Invocation invocation, SharedEnvironment.Requester requester) {
    for (Member member : byLoad()) {
      member.usedNanos = nanoClock.getAsLong();
      if (member.environment.isSound() && member.environment.begin(invocation, requester)) {
        return true;
      }
    }
    startAsync(range.get().most());
    return false;
  }

  /** The one with the fewest requests first. */
  private List<Member> byLoad() {
    List<Member> all;
    lock.lock();
    try {
      all = List.copyOf(members);
    } finally {
      lock.unlock();
    }
    if (all.size() < 2) {
      return all;
    }
    record Loaded(Member member, int load) {}
    return all.stream()
        .map(member -> new Loaded(member, member.environment.load()))
        .sorted(Comparator.comparingInt(Loaded::load))
        .map(Loaded::member)
        .toList();
  }

  /** One more, unless there are so many. */
  private void startAsync(int most) {
    lock.lock();
    try {
      if (!begun || closed || members.size() + starting >= most) {
        return;
      }
      starting++;
    } finally {
      lock.unlock();
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
            count(-1, 0);
          }
        });
  }

  private void count(int moreStart, int moreEnd) {
    lock.lock();
    try {
      starting += moreStart;
      ending += moreEnd;
    } finally {
      lock.unlock();
    }
  }

  private void refill() {
    int least = range.get().least();
    for (int missing = least - size(); missing > 0; missing--) {
      startAsync(least);
    }
  }

  /** Whether there is none, and none starts or ends. */
  public boolean isEmpty() {
    lock.lock();
    try {
      return members.isEmpty() && starting == 0 && ending == 0;
    } finally {
      lock.unlock();
    }
  }

  /** How many there are. */
  public int size() {
    lock.lock();
    try {
      return members.size();
    } finally {
      lock.unlock();
    }
  }

  /** False when there are to be none: the version is deactivated. */
  public boolean isActive() {
    return range.get().most() > 0;
  }

  /** Brings their number back into its range, and ends those that were not used for long. */
  public void recycle() {
    CapacityProvider.Range wanted = range.get();
    retire(surplus(wanted));
    refill();
    grow(wanted);
  }

  private void grow(CapacityProvider.Range wanted) {
    List<Member> all = byLoad();
    double use =
        all.stream().mapToDouble(each -> each.environment.cpuPercent()).average().orElse(0);
    int needed = wanted.atUse(all.size(), use);
    for (int more = needed - all.size(); more > 0; more--) {
      startAsync(needed);
    }
  }

  /** Members no longer; {@link #endAll} must follow. */
  private List<Member> surplus(CapacityProvider.Range wanted) {
    long now = nanoClock.getAsLong();
    List<Member> ended = new ArrayList<>();
    lock.lock();
    try {
      for (Member member : List.copyOf(members)) {
        if (member.environment.load() > 0) {
          member.usedNanos = now;
        }
        boolean idle = now - member.usedNanos >= idleLimit.toNanos();
        int left = members.size();
        if (left > wanted.most() || left > wanted.least() && idle) {
          members.remove(member);
          ended.add(member);
        }
      }
      ending += ended.size();
    } finally {
      lock.unlock();
    }
    return ended;
  }

  /** Whether there will be no environment any more. */
  public boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Requests that run end in peace; returns at once. */
  public void retire() {
    retire(lastOnes());
  }

  private void retire(List<Member> ended) {
    for (Member member : ended) {
      member.environment.drain();
      Thread.ofVirtual()
          .name("managed-end")
          .start(() -> {
            member.environment.awaitNoLoad(RETIREMENT_PATIENCE);
            endAll(List.of(member));
          });
    }
  }

  /** Requests that run fail. */
  @Override
  public void close() {
    endAll(lastOnes());
  }

  private List<Member> lastOnes() {
    lock.lock();
    try {
      closed = true;
      return removed(_ -> true);
    } finally {
      lock.unlock();
    }
  }
}
