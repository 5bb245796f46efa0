package thaw.pool.managed;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The environments of a version, and the numbers of those that start and end. Thread-safe; nothing
 * is started or ended under its lock.
 */
final class Roster {
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Member> members = new ArrayList<>();
  private int starting;
  private int ending;
  private boolean begun;
  private boolean closed;

  /** Returns whether the first ones were there once, or there will be none. */
  boolean hasBegun() {
    lock.lock();
    try {
      return begun || closed;
    } finally {
      lock.unlock();
    }
  }

  void begun() {
    lock.lock();
    try {
      begun = true;
    } finally {
      lock.unlock();
    }
  }

  /** Counts one more that starts; {@link #started} must follow. */
  void starts() {
    lock.lock();
    try {
      starting++;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Counts one more start like {@link #starts}, unless there are or will be so many, or it is not
   * the time.
   */
  boolean startsBelow(int most) {
    lock.lock();
    try {
      boolean may = begun && !closed && members.size() + starting < most;
      starting += may ? 1 : 0;
      return may;
    } finally {
      lock.unlock();
    }
  }

  /** Its start is over, whatever came of it. */
  void started() {
    lock.lock();
    try {
      starting--;
    } finally {
      lock.unlock();
    }
  }

  /** Adds a member; returns false when there is to be none any more: then it is no member. */
  boolean add(Member member) {
    lock.lock();
    try {
      return !closed && members.add(member);
    } finally {
      lock.unlock();
    }
  }

  /** They are members no longer; {@link #ended} must follow. */
  List<Member> remove(Predicate<Member> which) {
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

  /** Removes all environments, like {@link #remove}; there will be no others. */
  List<Member> close() {
    lock.lock();
    try {
      closed = true;
      return remove(_ -> true);
    } finally {
      lock.unlock();
    }
  }

  void ended(int number) {
    lock.lock();
    try {
      ending -= number;
    } finally {
      lock.unlock();
    }
  }

  List<Member> all() {
    lock.lock();
    try {
      return List.copyOf(members);
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether there is none, and none starts or ends. */
  boolean isEmpty() {
    lock.lock();
    try {
      return members.isEmpty() && starting == 0 && ending == 0;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }
}
