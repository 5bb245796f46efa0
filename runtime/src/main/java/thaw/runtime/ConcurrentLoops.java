package thaw.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Several events at a time, each thread with a connection of its own: how Lambda Managed Instances
 * have it. No error of one invocation ends a thread; only a Runtime API that cannot be asked does.
 */
final class ConcurrentLoops {
  private static final int ATTEMPTS = 5;
  private static final long FIRST_DELAY_MILLIS = 100;

  private ConcurrentLoops() {}

  /**
   * Returns how many threads there are to be.
   *
   * @return 0 for one event at a time
   * @throws NumberFormatException for what is no number, after it was logged
   */
  static int threads(String maxConcurrency, FunctionLogger logger) {
    try {
      return Math.max(0, Integer.parseInt(maxConcurrency));
    } catch (NumberFormatException e) {
      logger.error(
          "User configured AWS_LAMBDA_MAX_CONCURRENCY is invalid.\n".concat(StackTraces.text(e)));
      throw e;
    }
  }

  /** Returns at once: its threads keep the JVM alive. */
  static void start(
      int threads, HandlerCall call, RuntimeSettings settings, FunctionLogger logger) {
    logger.info(
        "Starting "
            .concat(String.valueOf(threads))
            .concat(" concurrent function handler threads."));
    Method trace = traceSetter();
    for (int i = 0; i < threads; i++) {
      new Server(i, call, settings, logger, trace).start();
    }
  }

  private static final class Server extends Thread {
    private final EventLoop loop;
    private final RuntimeApiClient api;
    private final FunctionLogger logger;
    private final @Nullable Method trace;

    Server(
        int number,
        HandlerCall call,
        RuntimeSettings settings,
        FunctionLogger logger,
        @Nullable Method trace) {
      super("thaw-handler-".concat(String.valueOf(number)));
      this.api = new RuntimeApiClient(settings.runtimeApi);
      this.loop = new EventLoop(call, settings, logger, api);
      this.logger = logger;
      this.trace = trace;
    }

    @Override
    public void run() {
      while (true) {
        Event event = next();
        if (event == null) {
          return;
        }
        try {
          setTrace(event.traceId);
          loop.serve(event);
        } catch (Throwable e) {
          log("did not serve an event, and goes on", e);
        }
      }
    }

    /**
     * Waits for the next event; null when the Runtime API cannot be asked, or the thread is
     * interrupted.
     */
    private @Nullable Event next() {
      long delay = FIRST_DELAY_MILLIS;
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        try {
          return api.next();
        } catch (RuntimeApiException e) {
          log("could not get the next event", e);
        }
        try {
          if (attempt > 1 && attempt < ATTEMPTS) {
            Thread.sleep(delay);
            delay *= 2;
          }
        } catch (InterruptedException e) {
          return null;
        }
      }
      return null;
    }

    private void log(String what, Throwable thrown) {
      logger.error(
          getName().concat(" ").concat(what).concat("\n").concat(StackTraces.text(thrown)));
    }

    private void setTrace(@Nullable String id) {
      if (trace == null) {
        return;
      }
      try {
        trace.invoke(null, "AWS_LAMBDA_X_TRACE_ID", id);
      } catch (IllegalAccessException | InvocationTargetException e) {
        log("could not tell the AWS SDK the trace", e);
      }
    }
  }

  /**
   * Finds the method that tells version 2 of the AWS SDK the trace of a thread; null without it.
   */
  private static @Nullable Method traceSetter() {
    try {
      return Class.forName(
              "software.amazon.awssdk.utilslite.SdkInternalThreadLocal",
              true,
              ClassLoader.getSystemClassLoader())
          .getMethod("put", String.class, String.class);
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }
}
