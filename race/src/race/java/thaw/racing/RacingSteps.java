package thaw.racing;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Entry points that instrumented code calls where it reads a value on which a later write of its
 * request depends, and where it writes. Places have the numbers that the program gave them.
 */
public final class RacingSteps {
  private static final Object STATICS = new Object();
  private static final int OWN_HOLD_READING = -1;
  private static final int OWN_HOLD_WRITING = -2;

  private RacingSteps() {}

  /** A field was read; {@code target} is null for a static one. */
  public static void loads(Object target, String field, int site) {
    RequestThread thread = Shared.current();
    if (thread != null) {
      thread.mark(site, target == null ? STATICS : target, field, thread.locks());
    }
  }

  /**
   * A field is about to be written.
   *
   * @param value null for a primitive one
   */
  public static void stores(Object target, Object value, String field, boolean isPlain, int site) {
    RequestThread thread = Shared.current();
    if (thread == null) {
      return;
    }
    String token = token(value);
    Shared.with((round, dependences, found) ->
        change(
            thread,
            site,
            new Atomicity.Change(
                target == null ? STATICS : target,
                field,
                field,
                token,
                isPlain,
                thread.locks(),
                new RacingAccess(thread.number, 0, true)),
            round,
            dependences));
  }

  /**
   * A method of a collection, a map or an atomic is about to read.
   *
   * @param first its first argument; null if there is none that is an object
   */
  public static void asks(Object target, Object first, int site) {
    RequestThread thread = Shared.current();
    if (thread == null || target == null) {
      return;
    }
    String part = part(target, first);
    Map<Object, Integer> locks = locks(thread, target, OWN_HOLD_READING);
    Shared.with((round, dependences, found) -> thread.mark(site, round.root(target), part, locks));
  }

  /**
   * A method of a collection, a map or an atomic is about to write.
   *
   * @param site -1 if it depends on nothing that was read
   */
  public static void changes(Object target, Object first, Object last, int site) {
    RequestThread thread = Shared.current();
    if (thread == null || target == null || target instanceof Set) {
      return; // adding to a set asks and acts in one step
    }
    String part = part(target, first);
    String token = token(last);
    Map<Object, Integer> locks = locks(thread, target, OWN_HOLD_WRITING);
    Shared.with((round, dependences, found) ->
        change(
            thread,
            site,
            new Atomicity.Change(
                round.root(target),
                part,
                round.nameOf(target),
                token,
                JdkTypes.isUnsafe(target),
                locks,
                new RacingAccess(thread.number, 0, true)),
            round,
            dependences));
  }

  private static void change(
      RequestThread thread, int site, Atomicity.Change now, Round round, Dependences dependences) {
    if (!round.isInitialiser(thread.number)) {
      round.atomicity.change(
          now, thread.marks(dependences.values(site)), thread.marks(dependences.checks(site)));
    }
  }

  /** The entry of a map, or all contents. */
  private static String part(Object target, Object first) {
    return target instanceof Map && first != null
        ? Round.CONTENTS + "[" + token(first) + "]"
        : Round.CONTENTS;
  }

  private static String token(Object value) {
    return value == null ? null : Shared.untold(() -> Tokens.of(value));
  }

  private static Map<Object, Integer> locks(RequestThread thread, Object target, int hold) {
    Map<Object, Integer> locks = thread.locks();
    if (JdkTypes.isOwnLock(target) && !locks.containsKey(target)) {
      locks = locks.isEmpty() ? new IdentityHashMap<>() : new IdentityHashMap<>(locks);
      locks.put(target, hold);
    }
    return locks;
  }

  // -- values of threads

  /** A thread-local is about to be set. */
  public static void sets(Object local, Object value) {
    RequestThread thread = Shared.current();
    if (thread == null || local == null) {
      return;
    }
    if (value == null) {
      thread.leftovers.remove(local);
    } else {
      thread.leftovers.set(local, !Tokens.isData(value), new RacingAccess(thread.number, 0, true));
    }
  }

  /** A thread-local is removed. */
  public static void removes(Object local) {
    RequestThread thread = Shared.current();
    if (thread != null && local != null) {
      thread.leftovers.remove(local);
    }
  }

  /** A thread-local was read. */
  public static void got(Object value, Object local) {
    RequestThread thread = Shared.current();
    if (thread == null || local == null) {
      return;
    }
    Leftovers.Value stale = thread.leftovers.got(local, value);
    if (stale != null) {
      RacingAccess now = new RacingAccess(thread.number, 0, false);
      Shared.with((round, dependences, found) ->
          leak(found, round.nameOf(local), "java.lang.ThreadLocal", stale, now));
    }
  }

  /**
   * A key of a logging context was set.
   *
   * @param now what it has now: null in a framework that keeps none
   */
  public static void puts(String key, Object now, String context) {
    RequestThread thread = Shared.current();
    if (thread != null && now != null) {
      thread.leftovers.put(context + "#" + key, new RacingAccess(thread.number, 0, true));
    }
  }

  /** A key of a logging context is read. */
  public static void reads(String key, String context) {
    RequestThread thread = Shared.current();
    if (thread == null) {
      return;
    }
    String subject = context + "#" + key;
    Leftovers.Value stale = thread.leftovers.key(subject);
    if (stale != null && isThere(subject, thread)) {
      Map<String, Leftovers.Value> one = new HashMap<>();
      one.put(subject, stale);
      leaks(one, new RacingAccess(thread.number, 0, false));
    }
  }

  /** A key of a logging context is removed. */
  public static void forgets(String key, String context) {
    RequestThread thread = Shared.current();
    if (thread != null) {
      thread.leftovers.removeKey(context + "#" + key);
    }
  }

  /** A logging context is emptied. */
  public static void forgetsAll() {
    RequestThread thread = Shared.current();
    if (thread != null) {
      thread.leftovers.clearKeys();
    }
  }

  /** A log line is written, which shows the logging context. */
  public static void logs() {
    RequestThread thread = Shared.current();
    if (thread == null) {
      return;
    }
    Map<String, Leftovers.Value> stale = thread.leftovers.staleKeys();
    stale.keySet().removeIf(subject -> !isThere(subject, thread));
    if (!stale.isEmpty()) {
      leaks(stale, new RacingAccess(thread.number, 0, false));
    }
  }

  /** Libraries, whose calls are not told, may have emptied the context. */
  private static boolean isThere(String subject, RequestThread thread) {
    int end = subject.indexOf('#');
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      Object now =
          Class.forName(subject.substring(0, end), false, loader)
              .getMethod("get", String.class)
              .invoke(null, subject.substring(end + 1));
      if (now == null) {
        thread.leftovers.removeKey(subject);
      }
      return now != null;
    } catch (ReflectiveOperationException | LinkageError e) {
      return true; // nobody can tell
    }
  }

  private static void leaks(Map<String, Leftovers.Value> stale, RacingAccess now) {
    Shared.with((round, dependences, found) ->
        stale.forEach((subject, value) -> leak(found, subject, "MDC", value, now)));
  }

  private static void leak(
      Map<String, RaceFound> found,
      String subject,
      String type,
      Leftovers.Value stale,
      RacingAccess now) {
    if (subject != null) {
      found.putIfAbsent(
          "leak " + subject, new RaceFound(RaceFound.LEAK, subject, type, stale.access, now, null));
    }
  }
}
