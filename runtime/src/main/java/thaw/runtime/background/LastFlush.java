package thaw.runtime.background;

/** The shutdown hook. */
final class LastFlush extends Thread {
  private final BackgroundWork work;

  LastFlush(BackgroundWork work) {
    super("thaw-background-end");
    this.work = work;
  }

  @Override
  public void run() {
    try {
      work.flushAtShutdown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
