package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** An own class whose static initialiser computes is first used by a request. */
public final class LazyTable implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    answer.write('0' + (Table.VALUES[event.read() & 7] & 7));
  }

  /** Computed when it is first used. */
  private static final class Table {
    static final int[] VALUES = values();

    private static int[] values() {
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
  }
}
