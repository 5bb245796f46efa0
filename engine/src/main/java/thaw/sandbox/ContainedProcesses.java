package thaw.sandbox;

import java.util.Collection;

/**
 * All living processes of a box or of a job, as one thing: a cgroup knows them; where there is
 * none, they are looked for.
 */
final class ContainedProcesses {
  private final Cgroup cgroup;
  private final SandboxProcesses found;

  /**
   * @param marked whether they have a mount namespace of their own
   */
  ContainedProcesses(SandboxPlace place, boolean marked) {
    this.cgroup = place.cgroup();
    this.found = new SandboxProcesses(marked, place.directory());
  }

  /** Returns whether none can hide. */
  boolean haveCgroup() {
    return !cgroup.directories().isEmpty();
  }

  /** A process was put there from outside. */
  void add(ProcessHandle root) {
    found.add(root);
  }

  /** Returns the pids on the host. */
  Collection<Long> pids() {
    return haveCgroup() ? cgroup.pids() : found.pids();
  }

  /** Stops all; returns when all have stopped. */
  void freeze() {
    if (cgroup.canFreeze()) {
      cgroup.freeze();
    } else {
      found.stop();
    }
  }

  void thaw() {
    if (cgroup.canFreeze()) {
      cgroup.thaw();
    } else {
      found.resume();
    }
  }

  void kill() {
    if (haveCgroup()) {
      cgroup.kill();
    } else {
      found.kill();
    }
  }
}
