package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A static initialiser computes a table in own code. */
public final class TableInInit implements RequestStreamHandler {
  private static final int[] TABLE = table();

  private static int[] table() {
    int[] table = new int[1 << 12];
    for (int i = 0; i < table.length; i++) {
      int value = i;
      for (int j = 0; j < 60_000; j++) {
        value = value * 31 + (value >>> 3);
      }
      table[i] = value;
    }
    return table;
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    answer.write('0' + (TABLE[event.read() & 7] & 7));
  }
}
