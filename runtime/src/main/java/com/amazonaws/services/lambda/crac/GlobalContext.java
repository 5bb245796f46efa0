package com.amazonaws.services.lambda.crac;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Tells resources in order; an {@link Error} of one is not collected, but goes on. */
final class GlobalContext extends Context<Resource> {
  /**
   * The registered resources, with numbers in the order in which they were registered, or
   * registered anew.
   */
  private final Map<Resource, Long> resources = new WeakHashMap<>();

  private long registrations;

  @Override
  public synchronized void register(Resource resource) {
    resources.put(resource, registrations++);
  }

  @Override
  public synchronized void beforeCheckpoint(@Nullable Context<? extends Resource> context)
      throws CheckpointException {
    List<Throwable> thrown = new ArrayList<>();
    List<Resource> all = inOrder();
    for (int i = all.size() - 1; i >= 0; i--) {
      try {
        all.get(i).beforeCheckpoint(this);
      } catch (CheckpointException e) {
        addAll(e.getSuppressed(), thrown);
      } catch (Exception e) {
        thrown.add(e);
      }
    }
    if (!thrown.isEmpty()) {
      CheckpointException failure = new CheckpointException();
      for (Throwable each : thrown) {
        failure.addSuppressed(each);
      }
      throw failure;
    }
    AddressCache.clear();
    System.gc(); // A snapshot of a small heap is restored faster.
  }

  @Override
  public synchronized void afterRestore(@Nullable Context<? extends Resource> context)
      throws RestoreException {
    List<Throwable> thrown = new ArrayList<>();
    for (Resource each : inOrder()) {
      try {
        each.afterRestore(this);
      } catch (RestoreException e) {
        addAll(e.getSuppressed(), thrown);
      } catch (Exception e) {
        thrown.add(e);
      }
    }
    if (!thrown.isEmpty()) {
      RestoreException failure = new RestoreException();
      for (Throwable each : thrown) {
        failure.addSuppressed(each);
      }
      throw failure;
    }
  }

  private static void addAll(Throwable[] from, List<Throwable> to) {
    for (Throwable each : from) {
      to.add(each);
    }
  }

  private List<Resource> inOrder() {
    List<Resource> ordered = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    for (Map.Entry<Resource, Long> entry : resources.entrySet()) {
      int at = ordered.size();
      while (at > 0 && numbers.get(at - 1) > entry.getValue()) {
        at--;
      }
      ordered.add(at, entry.getKey());
      numbers.add(at, entry.getValue());
    }
    return ordered;
  }
}
