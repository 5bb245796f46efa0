package thaw.cli;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends the program when its standard input ends: that of a program whose parent has gone, however
 * it went, has ended, when it was a pipe from it.
 */
final class ParentWatch {
  private ParentWatch() {}

  /**
   * @param end is run once, in a thread of its own
   */
  static void start(InputStream input, Runnable end) {
    Thread.ofPlatform()
        .daemon()
        .name("standard input")
        .start(() -> {
          await(input);
          end.run();
        });
  }

  private static void await(InputStream input) {
    byte[] ignored = new byte[1024];
    try {
      while (input.read(ignored) >= 0) {
        continue;
      }
    } catch (IOException e) {
      // Nobody can say any more that it goes on.
    }
  }
}
