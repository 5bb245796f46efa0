package thaw.program;

/** Hears what the program prints, line by line, each stream in a thread of its own. */
public interface ProgramListener {
  /** Hears nothing; {@link ProgramCall} keeps what was printed all the same. */
  ProgramListener NONE = new ProgramListener() {};

  /** A line of its result. */
  default void output(String line) {}

  /** A line of progress, a warning, or of a function's log. */
  default void error(String line) {}
}
