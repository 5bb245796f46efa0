package thaw.app.shared;

/**
 * Tells a front end what it may show while a job goes on: lines, work whose length nobody knows,
 * and steps. Its methods do nothing by default. Any thread may call it.
 */
public interface Progress {
  /** Shows nothing. */
  Progress SILENT = new Progress() {};

  /**
   * Whole lines, each with its line separator: warnings, remarks, and functions' logs.
   *
   * @param text for people
   */
  default void lines(String text) {}

  /** Shows one line, given without its separator, by {@link #lines}. */
  default void line(String text) {
    lines(text + System.lineSeparator());
  }

  /**
   * Work whose length nobody knows.
   *
   * @param text what is done: "building hello with Maven"
   */
  default Work begin(String text) {
    return begin(text, "");
  }

  /**
   * Begins work whose stages are known; otherwise it is like {@link #begin(String)}.
   *
   * @param stage the first one; may be empty
   */
  default Work begin(String text, String stage) {
    return new Work() {};
  }

  /** Work of {@code total} steps. */
  default Bar bar(String task, int total) {
    return new Bar() {};
  }

  /** Something that is going on, until it is closed. */
  interface Work extends AutoCloseable {
    /** Goes on with this. */
    default void reach(String stage) {}

    @Override
    default void close() {}
  }

  /** Steps of some long work, until it is closed. */
  interface Bar extends AutoCloseable {
    /**
     * @param done steps so far
     */
    default void step(int done, String message) {
      step(done, message, "");
    }

    /**
     * @param done steps so far
     * @param name of what was done; where there is little room it is shortened
     * @param outcome of it, which is shown whole or not at all
     */
    default void step(int done, String name, String outcome) {}

    @Override
    default void close() {}
  }
}
