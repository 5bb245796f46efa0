package thaw.racing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A thread that serves requests: its number, the turns that it gives to others, the locks that it
 * holds, and what its request has read. Only the thread itself uses it.
 */
final class RequestThread {
  final int number;
  final Random random;
  final Leftovers leftovers = new Leftovers();

  private final Map<Object, int[]> holds = new IdentityHashMap<>();
  private final Map<Integer, Atomicity.Mark> marks = new HashMap<>();
  private final Deque<Object> inside = new ArrayDeque<>();
  private int hold;
  private long order;

  RequestThread(int number, long seed) {
    this.number = number;
    this.random = new Random(seed);
  }

  void beginRequest() {
    marks.clear();
    holds.clear();
    inside.clear();
    leftovers.beginRequest();
  }

  /** A lock is held from now on, or once more. */
  void hold(Object lock) {
    holds.computeIfAbsent(lock, any -> new int[] {0, ++hold})[0]++;
  }

  void free(Object lock) {
    int[] held = holds.get(lock);
    if (held != null && --held[0] == 0) {
      holds.remove(lock);
    }
  }

  /** A map calls back, and holds the entry. */
  void enter(Object map) {
    inside.push(map);
    hold(map);
  }

  /** It has returned. */
  void exit() {
    Object map = inside.poll();
    if (map != null) {
      free(map);
    }
  }

  /** The maps that call back now. */
  Iterable<Object> inside() {
    return inside;
  }

  /** A monitor was given up in the midst, and got again. */
  void regain(Object lock) {
    int[] held = holds.get(lock);
    if (held != null) {
      held[1] = ++hold;
    }
  }

  /** Each lock that is held, with a number of this hold. */
  Map<Object, Integer> locks() {
    if (holds.isEmpty()) {
      return Collections.emptyMap();
    }
    Map<Object, Integer> now = new IdentityHashMap<>();
    for (Map.Entry<Object, int[]> held : holds.entrySet()) {
      now.put(held.getKey(), held.getValue()[1]);
    }
    return now;
  }

  void mark(int site, Object owner, String part, Map<Object, Integer> locks) {
    marks.put(site, new Atomicity.Mark(owner, part, locks, ++order, new RacingAccess(number, 0, false)));
  }

  /** Returns the marks of what this request has read at these places. */
  List<Atomicity.Mark> marks(int[] sites) {
    List<Atomicity.Mark> found = new ArrayList<>();
    for (int site : sites) {
      Atomicity.Mark mark = marks.get(site);
      if (mark != null) {
        found.add(mark);
      }
    }
    return found;
  }
}
