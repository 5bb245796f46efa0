package thaw.racing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Updates in two steps: a request reads a variable and then writes it by what it has read, and
 * another one can write it in between. No order of whole requests has that result, though each
 * access may be ordered (read, remote write, write: the unserialisable case of AVIO, Lu and others,
 * ASPLOS 2006). As in Atomizer (Flanagan and Freund, POPL 2004) the verdict is from the locks that
 * were held, not from luck: what keeps others out between the two steps is a lock that was held
 * from the one to the other. Guarded by {@link Shared}.
 */
final class Atomicity {
  private static final int MOST = 64;

  private final Map<Object, Map<String, Variable>> variables = new IdentityHashMap<>();
  private final Map<String, RaceFound> found;

  Atomicity(Map<String, RaceFound> found) {
    this.found = found;
  }

  /** A value that was read, until the end of the request. */
  static final class Mark {
    private final Object owner;
    private final String part;
    private final Map<Object, Integer> locks;
    private final long order;
    private final RacingAccess access;

    Mark(Object owner, String part, Map<Object, Integer> locks, long order, RacingAccess access) {
      this.owner = owner;
      this.part = part;
      this.locks = locks;
      this.order = order;
      this.access = access;
    }

    private boolean isOf(Object otherOwner, String otherPart) {
      return owner == otherOwner && part.equals(otherPart);
    }
  }

  /** A write, with what it depends on. */
  static final class Change {
    final Object owner;
    final String part;
    final String subject;

    /** The token of the value, equal for equal values; null for a value that is not known. */
    final String value;

    /** Whether only locks order the variable's accesses. */
    final boolean isPlain;

    final Map<Object, Integer> locks;
    final RacingAccess access;

    Change(
        Object owner,
        String part,
        String subject,
        String value,
        boolean isPlain,
        Map<Object, Integer> locks,
        RacingAccess access) {
      this.owner = owner;
      this.part = part;
      this.subject = subject;
      this.value = value;
      this.isPlain = isPlain;
      this.locks = locks;
      this.access = access;
    }

    private boolean isLike(Change other) {
      return access.thread == other.access.thread
          && locks.keySet().equals(other.locks.keySet())
          && (value == null ? other.value == null : value.equals(other.value));
    }
  }

  /** Two steps of one request. */
  private static final class Pair {
    private final Mark read;
    private final Change write;
    private final boolean byValue;
    private final Set<Object> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Object> guards = Collections.newSetFromMap(new IdentityHashMap<>());

    Pair(Mark read, Change write, boolean byValue) {
      this.read = read;
      this.write = write;
      this.byValue = byValue;
      for (Map.Entry<Object, Integer> held : read.locks.entrySet()) {
        Integer later = write.locks.get(held.getKey());
        if (later != null) {
          guards.add(held.getKey());
          if (later.equals(held.getValue())) {
            kept.add(held.getKey());
          }
        }
      }
    }

    boolean lets(Change other) {
      if (other.access.thread == write.access.thread
          || !Collections.disjoint(kept, other.locks.keySet())) {
        return false;
      }
      if (write.isPlain && Collections.disjoint(guards, other.locks.keySet())) {
        return false; // no lock orders it: a race, or an object that is handed on
      }
      return byValue || write.value == null || !write.value.equals(other.value);
    }
  }

  private static final class Variable {
    private final List<Pair> pairs = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
  }

  /**
   * @param values reads that the written value is made of
   * @param checks reads that decide whether it is written: the last one counts
   */
  void change(Change now, List<Mark> values, List<Mark> checks) {
    Variable variable =
        variables
            .computeIfAbsent(now.owner, any -> new HashMap<>())
            .computeIfAbsent(now.part, any -> new Variable());
    for (Mark read : values) {
      if (read.isOf(now.owner, now.part)) {
        pair(variable, new Pair(read, now, true));
      }
    }
    Mark last = null;
    for (Mark read : checks) {
      if (read.isOf(now.owner, now.part) && (last == null || read.order > last.order)) {
        last = read;
      }
    }
    if (last != null) {
      pair(variable, new Pair(last, now, false));
    }
    for (Pair pair : variable.pairs) {
      judge(pair, now);
    }
    for (Change earlier : variable.changes) {
      if (earlier.isLike(now)) {
        return;
      }
    }
    if (variable.changes.size() < MOST) {
      variable.changes.add(now);
    }
  }

  private void pair(Variable variable, Pair pair) {
    for (Change change : variable.changes) {
      judge(pair, change);
    }
    if (variable.pairs.size() < MOST) {
      variable.pairs.add(pair);
    }
  }

  private void judge(Pair pair, Change between) {
    String subject = pair.write.subject;
    if (subject != null && pair.lets(between)) {
      found.putIfAbsent(
          "two steps " + subject,
          new RaceFound(
              pair.byValue ? RaceFound.LOST_UPDATE : RaceFound.CHECK_THEN_ACT,
              subject,
              pair.write.part.equals(subject) ? "" : JdkTypes.publicName(pair.write.owner),
              pair.read.access,
              pair.write.access,
              between.access));
    }
  }
}
