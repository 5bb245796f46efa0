package thaw.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The branches of a method that decide whether an instruction is executed: one of their ways leads
 * to it whatever comes, another one may end the method without it (Ferrante and others, TOPLAS
 * 1987). Exceptions that calls throw are not looked at.
 */
final class ControlDependence {
  private final List<Set<Integer>> next = new ArrayList<>();
  private final List<Set<Integer>> previous = new ArrayList<>();
  private final Map<Integer, Set<Integer>> known = new HashMap<>();

  ControlDependence(int instructions) {
    for (int i = 0; i < instructions; i++) {
      next.add(new HashSet<>());
      previous.add(new HashSet<>());
    }
  }

  void edge(int from, int to) {
    next.get(from).add(to);
    previous.get(to).add(from);
  }

  /**
   * Returns the branches that decide about an instruction, and also those that decide about such a
   * branch.
   */
  Set<Integer> of(int instruction) {
    Set<Integer> all = new HashSet<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(instruction));
    while (!open.isEmpty()) {
      for (int branch : known.computeIfAbsent(open.pop(), this::direct)) {
        if (all.add(branch)) {
          open.push(branch);
        }
      }
    }
    return all;
  }

  private Set<Integer> direct(int instruction) {
    BitSet leads = back(List.of(instruction), -1);
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < next.size(); i++) {
      if (next.get(i).isEmpty() && i != instruction && !previous.get(i).isEmpty()) {
        ends.add(i);
      }
    }
    BitSet avoids = back(ends, instruction);
    Set<Integer> branches = new HashSet<>();
    for (int i = 0; i < next.size(); i++) {
      if (next.get(i).size() > 1 && avoids.get(i)) {
        for (int way : next.get(i)) {
          if (leads.get(way) && !avoids.get(way)) {
            branches.add(i);
          }
        }
      }
    }
    return branches;
  }

  /** Returns the instructions from which these can be reached, but not through {@code without}. */
  private BitSet back(List<Integer> to, int without) {
    BitSet found = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(to);
    to.forEach(found::set);
    while (!open.isEmpty()) {
      for (int before : previous.get(open.pop())) {
        if (before != without && !found.get(before)) {
          found.set(before);
          open.push(before);
        }
      }
    }
    return found;
  }
}
