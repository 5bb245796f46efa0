package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/** A hook that primes is registered by the first request, after the snapshot. */
public final class LateHook implements RequestStreamHandler {
  @Override
  public void handleRequest(
      InputStream event,
      OutputStream answer,
      com.amazonaws.services.lambda.runtime.Context context)
      throws IOException {
    answer.write('0' + (Prices.INSTANCE.of(event.read()) & 7));
  }

  /** Made when it is first used, as a lazy bean is. */
  private static final class Prices implements Resource {
    static final Prices INSTANCE = new Prices();

    private int[] values;

    private Prices() {
      Core.getGlobalContext().register(this);
    }

    int of(int index) {
      if (values == null) {
        values = computed();
      }
      return values[index & 7];
    }

    private static int[] computed() {
      int[] values = new int[1 << 12];
      for (int i = 0; i < values.length; i++) {
        int value = i;
        for (int j = 0; j < 60_000; j++) {
          value = value * 31 + (value >>> 3);
        }
        values[i] = value;
      }
      return values;
    }

    /** Priming, for which it is too late. */
    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
      of(0);
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {}
  }
}
