package thaw.program;

/** The meaning of an exit code of the program; docs/exit-codes.md has all of them. */
public enum ProgramOutcome {
  /** It is done. */
  DONE,
  /** It did its work, and the answer is no: over a budget, grown, nothing gains. */
  NO,
  /** The user made a mistake, which the program has told with a remedy. */
  MISTAKE,
  /**
   * The things to compare could not be measured, or too few starts leave it open; nothing else is
   * wrong.
   */
  NOT_MEASURED,
  /** A bug of Thaw's. */
  BUG,
  /** It was interrupted or ended by a signal. */
  ENDED;

  public static ProgramOutcome of(int exit) {
    return switch (exit) {
      case 0 -> DONE;
      case 1 -> NO;
      case 2 -> MISTAKE;
      case 3 -> NOT_MEASURED;
      default -> exit > 128 ? ENDED : BUG;
    };
  }
}
