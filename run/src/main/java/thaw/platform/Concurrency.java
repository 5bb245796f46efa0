package thaw.platform;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Refused;
import thaw.pool.ThrottleReason;
import thaw.pool.Throttles;
import thaw.problem.UserMistake;

/**
 * Counts running requests against the account's limit and the functions' reservations. What is
 * reserved for a function is both its limit and taken from the others; what is provisioned is taken
 * from its function's reservation, or else from the account, whether it is used or not. All as on
 * Lambda.
 *
 * <p>Only requests in environments on demand are counted: those in provisioned ones are limited by
 * their number. Thread-safe; all counts are guarded by {@code lock}.
 */
final class Concurrency {
  /**
   * The concurrency that AWS keeps for functions without a reservation; see docs/aws/lambda-api.md.
   */
  private static final int UNRESERVED_MINIMUM = 100;

  private final ReentrantLock lock = new ReentrantLock();
  private final int account;
  private final Map<String, Integer> reserved = new HashMap<>();
  private final Map<String, Integer> provisioned = new HashMap<>();
  private final Map<String, Integer> running = new HashMap<>();
  private final Map<Throttles, Long> refused = new HashMap<>();
  private int runningUnreserved;

  /**
   * @param reserved by function name; functions without a reservation are absent
   */
  Concurrency(int account, Map<String, Integer> reserved) {
    this.account = account;
    this.reserved.putAll(reserved);
    long sum = reserved.values().stream().mapToLong(Integer::longValue).sum();
    if (sum > account) {
      throw new UserMistake(
          "functions reserve " + sum + " concurrent requests, the account has " + account,
          "raise the account's limit (--concurrency), or lower ReservedConcurrentExecutions");
    }
  }

  /** Counts one request more, to be ended with {@link #leave}, or says which limit forbids it. */
  Optional<ThrottleReason> enter(String function) {
    lock.lock();
    try {
      Integer limit = reserved.get(function);
      int count = running.getOrDefault(function, 0);
      if (limit == null) {
        if (runningUnreserved >= account - reservedSum() - provisionedUnreserved()) {
          return refused(function, ThrottleReason.ACCOUNT_CONCURRENCY);
        }
        runningUnreserved++;
      } else if (count >= limit - provisioned.getOrDefault(function, 0)) {
        return refused(function, ThrottleReason.RESERVED_CONCURRENCY);
      }
      running.put(function, count + 1);
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /** Counts a request that was refused elsewhere. */
  void count(String function, ThrottleReason reason) {
    lock.lock();
    try {
      refused.merge(new Throttles(function, reason), 1L, Long::sum);
    } finally {
      lock.unlock();
    }
  }

  private Optional<ThrottleReason> refused(String function, ThrottleReason reason) {
    refused.merge(new Throttles(function, reason), 1L, Long::sum);
    return Optional.of(reason);
  }

  /** Counts the requests that were refused since the start. */
  Map<Throttles, Long> refused() {
    lock.lock();
    try {
      return Map.copyOf(refused);
    } finally {
      lock.unlock();
    }
  }

  void leave(String function) {
    lock.lock();
    try {
      running.merge(function, -1, Integer::sum);
      if (!reserved.containsKey(function)) {
        runningUnreserved--;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the concurrency that functions without a reservation share. */
  int unreserved() {
    lock.lock();
    try {
      return account - reservedSum();
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param limit null to end the reservation
   * @throws Refused when too little would be left to the others, or to what is provisioned
   */
  void reserve(String function, @Nullable Integer limit) {
    lock.lock();
    try {
      Integer before = reserved.get(function);
      if (limit != null) {
        requireProvisionedFits(function, limit);
        requireLeft(
            account - reservedSum() + (before == null ? 0 : before) - limit,
            "ReservedConcurrentExecutions");
      }
      int count = running.getOrDefault(function, 0);
      if (limit == null) {
        reserved.remove(function);
      } else {
        reserved.put(function, limit);
      }
      boolean wasUnreserved = before == null;
      boolean isUnreserved = limit == null;
      runningUnreserved += (isUnreserved ? count : 0) - (wasUnreserved ? count : 0);
    } finally {
      lock.unlock();
    }
  }

  private void requireProvisionedFits(String function, int limit) {
    int kept = provisioned.getOrDefault(function, 0);
    if (limit < kept) {
      throw new Refused(
          Refused.Reason.INVALID_PARAMETER_WITHOUT_TYPE,
          " ReservedConcurrentExecutions  "
              + limit
              + " should not be lower than function's total provisioned concurrency ["
              + kept
              + "].");
    }
  }

  private void requireLeft(int left, String member) {
    int minimum = account == PlatformLimits.DEFAULT_CONCURRENCY ? UNRESERVED_MINIMUM : 0;
    if (left < minimum) {
      throw new Refused(
          Refused.Reason.INVALID_PARAMETER_WITHOUT_TYPE,
          "Specified "
              + member
              + " for function decreases account's UnreservedConcurrentExecution below its minimum"
              + " value of ["
              + minimum
              + "].");
    }
  }

  /**
   * Sets what is provisioned for a function, all its versions together.
   *
   * @throws Refused when there is not so much
   */
  void provision(String function, int total) {
    lock.lock();
    try {
      Integer limit = reserved.get(function);
      int before = provisioned.getOrDefault(function, 0);
      if (total > before) {
        if (limit != null && total > limit) {
          throw Refused.invalid(
              "Requested Provisioned Concurrency should not be greater than the"
                  + " reservedConcurrentExecution for function");
        }
        if (limit == null) {
          int free = account - reservedSum() - provisionedUnreserved();
          if (total - before > free) {
            throw new Refused(
                Refused.Reason.INVALID_PARAMETER_WITHOUT_TYPE,
                "Specified ConcurrentExecutions for function is greater than account's unreserved"
                    + " concurrency ["
                    + free
                    + "].");
          }
          requireLeft(free - (total - before), "ConcurrentExecutions");
        }
      }
      provisioned.put(function, total);
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a function that is deleted. Its running requests leave later. */
  void forget(String function) {
    lock.lock();
    try {
      reserve(function, null);
      provisioned.remove(function);
    } finally {
      lock.unlock();
    }
  }

  private int reservedSum() {
    int sum = 0;
    for (int each : reserved.values()) {
      sum += each;
    }
    return sum;
  }

  private int provisionedUnreserved() {
    int sum = 0;
    for (Map.Entry<String, Integer> each : provisioned.entrySet()) {
      sum += reserved.containsKey(each.getKey()) ? 0 : each.getValue();
    }
    return sum;
  }
}
