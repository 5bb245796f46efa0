package thaw.deployment;

import java.io.IOException;
import thaw.problem.UserMistake;

/** A disk that became full half-way: nobody's bug, and no reason to use another JDK. */
public final class FullDisk {
  /** What to do about it. */
  static final String REMEDY =
      "free space on it: a package takes some 500 MB in the folder for temporary files (another one:"
          + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR) and in Thaw's cache while it is made; nothing was"
          + " written to its own folder";

  private static final String WORDS = "No space left on device";

  private FullDisk() {}

  static boolean isSaidBy(String output) {
    return output.contains(WORDS);
  }

  /**
   * @throws UserMistake where it is the cause of a failure
   */
  public static void requireNot(IOException failure) {
    if (isSaidBy(String.valueOf(failure.getMessage()))) {
      throw new UserMistake("the disk is full: " + failure.getMessage(), REMEDY);
    }
  }
}
