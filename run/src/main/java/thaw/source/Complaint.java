package thaw.source;

import java.util.function.Consumer;

/**
 * Something that may fail for a long time: said when it begins and when it is over, not in between.
 * For one thread.
 */
final class Complaint {
  private final int silent;
  private final Consumer<String> lines;
  private String said = "";
  private int failures;

  /**
   * @param silent how many failures in a row are not worth a line
   */
  Complaint(int silent, Consumer<String> lines) {
    this.silent = silent;
    this.lines = lines;
  }

  /** It fails again; another reason is said as well. */
  void is(String reason) {
    failures++;
    if (failures > silent && !said.equals(reason)) {
      said = reason;
      lines.accept(reason);
    }
  }

  /** Returns how often it has failed since it last did not. */
  int failures() {
    return failures;
  }

  /**
   * It does not fail now.
   *
   * @param relief said when a complaint was
   */
  void isOver(String relief) {
    if (!said.isEmpty()) {
      lines.accept(relief);
    }
    failures = 0;
    said = "";
  }
}
