package thaw.racing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Entry points that instrumented code calls at each access of data that threads may share. Any
 * thread may call them; accesses by threads that serve no request are not judged. One lock guards
 * all state.
 */
public final class Shared {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final ThreadLocal<RequestThread> CURRENT = new ThreadLocal<>();
  private static final Object STATICS = new Object();
  private static final Object INITIALISED = new Object();

  /** The races by subject, in the order in which they were found. */
  static final Map<String, RaceFound> FOUND = new LinkedHashMap<>();

  private static Round round;
  private static Dependences dependences;

  private Shared() {}

  static void begin(int threads, Dependences ofWrites) {
    LOCK.lock();
    try {
      round = new Round(threads, FOUND);
      dependences = ofWrites;
    } finally {
      LOCK.unlock();
    }
  }

  static void enter(RequestThread thread) {
    CURRENT.set(thread);
    happensAfter(STATICS, "");
  }

  static void leave() {
    happensBefore(STATICS, "");
    CURRENT.remove();
  }

  static RequestThread current() {
    return CURRENT.get();
  }

  /** Lets a thread use the state while no other one does. */
  static void with(RoundUse use) {
    LOCK.lock();
    try {
      use.of(round, dependences, FOUND);
    } finally {
      LOCK.unlock();
    }
  }

  /** Runs code of the function whose accesses are not reported, and returns its result. */
  static <T> T untold(Supplier<T> code) {
    RequestThread thread = CURRENT.get();
    CURRENT.remove();
    try {
      return code.get();
    } finally {
      CURRENT.set(thread);
    }
  }

  /** A use of what is known. */
  interface RoundUse {
    void of(Round round, Dependences dependences, Map<String, RaceFound> found);
  }

  public static void read(Object target, String field) {
    access(target, field, "", false);
  }

  public static void write(Object target, String field) {
    access(target, field, "", true);
  }

  public static void readStatic(String field) {
    access(STATICS, field, "", false);
  }

  public static void writeStatic(String field) {
    access(STATICS, field, "", true);
  }

  public static void readElement(Object array, int index) {
    access(array, index, "array", false);
  }

  public static void writeElement(Object array, int index) {
    access(array, index, "array", true);
  }

  private static void access(Object target, Object part, String type, boolean writes) {
    RequestThread thread = CURRENT.get();
    if (thread == null || target == null) {
      return;
    }
    provoke(thread);
    LOCK.lock();
    try {
      round.acquire(thread.number, INITIALISED, "");
      for (Object map : thread.inside()) {
        round.acquire(thread.number, map, "");
      }
      round.access(thread.number, target, part, type, writes);
      for (Object map : thread.inside()) {
        round.release(thread.number, map, "");
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** Gives other threads a turn, as the seed has it. */
  private static void provoke(RequestThread thread) {
    int dice = thread.random.nextInt(16);
    if (dice < 3) {
      Thread.yield();
    } else if (dice == 3) {
      LockSupport.parkNanos(thread.random.nextInt(200_000));
    }
  }

  /** Notes that a field leads to this object, which has a state of its own. */
  public static void named(Object value, String field) {
    if (value == null || CURRENT.get() == null) {
      return;
    }
    LOCK.lock();
    try {
      round.name(value, field);
    } finally {
      LOCK.unlock();
    }
  }

  /** Notes that what a call of the JDK returned is a view of its target. */
  public static void derived(Object made, Object from) {
    if (made == null
        || from == null
        || CURRENT.get() == null
        || !JdkTypes.isUnsafe(from) && !(from instanceof ReadWriteLock)) {
      return;
    }
    LOCK.lock();
    try {
      round.derive(made, from);
    } finally {
      LOCK.unlock();
    }
  }

  /** Notes that a method of the JDK is about to be called. */
  public static void before(Object target, String method) {
    RequestThread thread = CURRENT.get();
    if (thread == null || target == null) {
      return;
    }
    if (method.equals("wait") || JdkTypes.isOrdering(target)) {
      provoke(thread);
      happensBefore(target, "");
      if (Locks.frees(target, method)) {
        thread.free(root(target));
      }
      if (isComputing(target, method)) {
        thread.enter(root(target));
      }
    } else if (JdkTypes.isUnsafe(target)) {
      access(target, Round.CONTENTS, Round.CONTENTS, !JdkTypes.reads(target, method));
    }
  }

  /** Notes that a call of the JDK has ended. */
  public static void after(Object target, String method) {
    RequestThread thread = CURRENT.get();
    if (thread == null || target == null) {
      return;
    }
    if (method.equals("wait")) {
      happensAfter(target, "");
      thread.regain(target);
    } else if (JdkTypes.isOrdering(target)) {
      if (isComputing(target, method)) {
        thread.exit();
      }
      happensAfter(target, "");
      if (Locks.takes(target, method)) {
        thread.hold(root(target));
      }
    }
  }

  /** Returns whether it calls back, and lets no other thread into the same entry meanwhile. */
  private static boolean isComputing(Object target, String method) {
    return target instanceof Map && (method.startsWith("compute") || method.equals("merge"));
  }

  /** Both halves of a lock for reading and writing stand for the whole. */
  private static Object root(Object target) {
    LOCK.lock();
    try {
      return round.root(target);
    } finally {
      LOCK.unlock();
    }
  }

  /** A monitor was entered. */
  public static void acquire(Object lock) {
    RequestThread thread = CURRENT.get();
    if (thread != null && lock != null) {
      happensAfter(lock, "");
      thread.hold(lock);
    }
  }

  /** A monitor is about to be left. */
  public static void release(Object lock) {
    RequestThread thread = CURRENT.get();
    if (thread != null && lock != null) {
      happensBefore(lock, "");
      thread.free(lock);
    }
  }

  /** A volatile field was read. */
  public static void acquire(Object owner, String field) {
    happensAfter(owner, field);
  }

  /** A volatile field is about to be written. */
  public static void release(Object owner, String field) {
    RequestThread thread = CURRENT.get();
    if (thread != null) {
      provoke(thread);
    }
    happensBefore(owner, field);
  }

  private static void happensAfter(Object lock, String part) {
    RequestThread thread = CURRENT.get();
    if (thread == null || lock == null) {
      return;
    }
    LOCK.lock();
    try {
      round.acquire(thread.number, round.root(lock), part);
    } finally {
      LOCK.unlock();
    }
  }

  private static void happensBefore(Object lock, String part) {
    RequestThread thread = CURRENT.get();
    if (thread == null || lock == null) {
      return;
    }
    LOCK.lock();
    try {
      round.release(thread.number, round.root(lock), part);
    } finally {
      LOCK.unlock();
    }
  }

  /** A class has been initialised: the JVM orders that before each use of it. */
  public static void initialised() {
    happensBefore(INITIALISED, "");
  }
}
