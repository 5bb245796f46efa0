package dev.thaw.samples.costs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Opens a large jar in the package and inflates its entries, one after the other and from the
 * beginning again, until {@code COST_MEBIBYTES} were read.
 */
public final class InflateJar implements RequestStreamHandler {
  private static final long NANOS_IN_INIT;

  static {
    NANOS_IN_INIT = Settings.paidInHandler() ? 0 : paid();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    Answer.write(answer, "inflate-jar", Settings.paidInHandler() ? paid() : NANOS_IN_INIT);
  }

  /** Pays, and tells how long that took, in nanoseconds. */
  private static long paid() {
    long begin = System.nanoTime();
    inflate(Settings.size("COST_MEBIBYTES", 384) << 20);
    return System.nanoTime() - begin;
  }

  private static void inflate(long bytes) {
    byte[] buffer = new byte[64 << 10];
    long left = bytes;
    while (left > 0) {
      try (ZipFile jar =
          new ZipFile(new File(System.getenv("LAMBDA_TASK_ROOT"), "data/large.jar"))) {
        Enumeration<? extends ZipEntry> entries = jar.entries();
        while (left > 0 && entries.hasMoreElements()) {
          left -= length(jar.getInputStream(entries.nextElement()), buffer);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static long length(InputStream entry, byte[] buffer) throws IOException {
    long length = 0;
    try (entry) {
      for (int read = entry.read(buffer); read >= 0; read = entry.read(buffer)) {
        length += read;
      }
    }
    return length;
  }
}
