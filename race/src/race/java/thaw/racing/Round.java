package thaw.racing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Everything known in one round, in which each thread has a clock. Guarded by {@link Shared}. */
final class Round {
  /** The type of an access of an object's contents. */
  static final String CONTENTS = "contents";

  private final VectorClock[] clocks;
  private final Map<Object, Map<Object, Cell>> cells = new IdentityHashMap<>();
  private final Map<Object, Map<String, VectorClock>> locks = new IdentityHashMap<>();
  private final Map<Object, String> names = new IdentityHashMap<>();
  private final Map<Object, Object> parents = new IdentityHashMap<>();
  private final Map<String, RaceFound> found;

  /** Updates in two steps. */
  final Atomicity atomicity;

  Round(int threads, Map<String, RaceFound> found) {
    this.found = found;
    this.atomicity = new Atomicity(found);
    clocks = new VectorClock[threads];
    for (int i = 0; i < threads; i++) {
      clocks[i] = new VectorClock(threads);
      clocks[i].tick(i);
    }
  }

  void access(int thread, Object target, Object part, String type, boolean writes) {
    Object owner = root(target);
    Cell cell =
        cells
            .computeIfAbsent(owner, any -> new HashMap<>())
            .computeIfAbsent(part, any -> new Cell(clocks.length));
    RacingAccess now = new RacingAccess(thread, clocks[thread].of(thread), writes);
    RacingAccess other = cell.note(now, clocks[thread]);
    if (other != null) {
      String subject = type.isEmpty() ? (String) part : names.get(owner);
      if (subject != null) {
        String shown = type.equals(CONTENTS) ? JdkTypes.publicName(owner) : type;
        found.putIfAbsent(subject, new RaceFound(RaceFound.RACE, subject, shown, other, now, null));
      }
    }
  }

  /** Returns whether this thread made the handler, before the others began. */
  boolean isInitialiser(int thread) {
    return thread == clocks.length - 1;
  }

  /** The field that leads to an object or to what it is a view of; null if none is known. */
  String nameOf(Object target) {
    return names.get(root(target));
  }

  /** The fields whose state several requests shared and changed, raced on or not. */
  Set<String> shared() {
    Set<String> shared = new HashSet<>();
    cells.forEach((owner, parts) ->
        parts.forEach((part, cell) -> {
          String subject = part.equals(CONTENTS) ? names.get(owner) : part.toString();
          if (subject != null && cell.isShared(clocks.length - 1)) {
            shared.add(subject);
          }
        }));
    return shared;
  }

  /** Returns the object that a view belongs to, or the object itself if it is no view. */
  Object root(Object target) {
    Object owner = target;
    for (Object up = parents.get(owner); up != null; up = parents.get(owner)) {
      owner = up;
    }
    return owner;
  }

  void name(Object value, String field) {
    names.putIfAbsent(value, field);
  }

  void derive(Object made, Object from) {
    if (made != from && !names.containsKey(made) && root(from) != made) {
      parents.putIfAbsent(made, from);
    }
  }

  void acquire(int thread, Object lock, String part) {
    Map<String, VectorClock> parts = locks.get(lock);
    VectorClock released = parts == null ? null : parts.get(part);
    if (released != null) {
      clocks[thread].join(released);
    }
  }

  void release(int thread, Object lock, String part) {
    locks
        .computeIfAbsent(lock, any -> new HashMap<>())
        .computeIfAbsent(part, any -> new VectorClock(clocks.length))
        .join(clocks[thread]);
    clocks[thread].tick(thread);
  }
}
