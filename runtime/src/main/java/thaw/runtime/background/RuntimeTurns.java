package thaw.runtime.background;

import thaw.runtime.Lifecycle;

/** What the runtime client tells, if it is one that does, and the end of the JVM. */
final class RuntimeTurns implements Lifecycle {
  private final BackgroundWork work;

  RuntimeTurns(BackgroundWork work) {
    this.work = work;
  }

  @Override
  public void beforeResponse(long deadlineMillis) {
    try {
      work.flushBeforeResponse(deadlineMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void afterResponse(long deadlineMillis) {
    try {
      work.flushAfterResponse(deadlineMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void shutdown() {
    try {
      work.flushAtShutdown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
