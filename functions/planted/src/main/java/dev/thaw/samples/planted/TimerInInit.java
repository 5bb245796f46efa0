package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Init starts a thread that outlives it. */
public final class TimerInInit implements RequestStreamHandler {
  private static final ScheduledExecutorService FLUSHER =
      Executors.newSingleThreadScheduledExecutor();

  static {
    FLUSHER.scheduleAtFixedRate(new Flush(), 1, 1, TimeUnit.MILLISECONDS);
  }

  private static final class Flush implements Runnable {
    private long count;

    @Override
    public void run() {
      count++;
    }
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    event.transferTo(answer);
  }
}
