package thaw.racing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What instrumented code calls at each access of what threads may share. Any thread may; those that
 * serve no request are not judged. Everything known is guarded by one lock.
 */
public final class Shared {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final ThreadLocal<RequestThread> CURRENT = new ThreadLocal<>();
  private static final Object STATICS = new Object();
  private static final String CONTENTS = "contents";
  private static final Object INITIALISED = new Object();

  /** By subject, in the order in which they were found. */
  static final Map<String, RaceFound> FOUND = new LinkedHashMap<>();

  private static Round round;

  private Shared() {}

  static void begin(int threads) {
    LOCK.lock();
    try {
      round = new Round(threads, FOUND);
    } finally {
      LOCK.unlock();
    }
  }

  static void enter(RequestThread thread) {
    CURRENT.set(thread);
    acquire(STATICS);
  }

  static void leave() {
    release(STATICS);
    CURRENT.remove();
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
      round.access(thread.number, target, part, type, writes);
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

  /** That a field leads to this object, which has a state of its own. */
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

  /** That what a call of the JDK returned is a view of its target. */
  public static void derived(Object made, Object from) {
    if (made == null || from == null || CURRENT.get() == null || !JdkTypes.isUnsafe(from)) {
      return;
    }
    LOCK.lock();
    try {
      round.derive(made, from);
    } finally {
      LOCK.unlock();
    }
  }

  /** Before a call of the JDK. */
  public static void before(Object target, String method) {
    RequestThread thread = CURRENT.get();
    if (thread == null || target == null) {
      return;
    }
    if (method.equals("wait") || JdkTypes.isOrdering(target)) {
      provoke(thread);
      release(target);
    } else if (JdkTypes.isUnsafe(target)) {
      access(target, CONTENTS, target.getClass().getName(), !JdkTypes.reads(target, method));
    }
  }

  /** After a call of the JDK. */
  public static void after(Object target, String method) {
    if (target != null && (method.equals("wait") || JdkTypes.isOrdering(target))) {
      acquire(target);
    }
  }

  /** A monitor, or another lock, was entered. */
  public static void acquire(Object lock) {
    acquire(lock, "");
  }

  /** A monitor, or another lock, is about to be left. */
  public static void release(Object lock) {
    release(lock, "");
  }

  /** A volatile field was read. */
  public static void acquire(Object lock, String part) {
    RequestThread thread = CURRENT.get();
    if (thread == null || lock == null) {
      return;
    }
    LOCK.lock();
    try {
      round.acquire(thread.number, lock, part);
    } finally {
      LOCK.unlock();
    }
  }

  /** A volatile field is about to be written. */
  public static void release(Object lock, String part) {
    RequestThread thread = CURRENT.get();
    if (thread == null || lock == null) {
      return;
    }
    LOCK.lock();
    try {
      round.release(thread.number, lock, part);
    } finally {
      LOCK.unlock();
    }
  }

  /** A class has been initialised: the JVM orders that before each use of it. */
  public static void initialised() {
    release(INITIALISED);
  }
}
