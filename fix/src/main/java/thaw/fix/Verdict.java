package thaw.fix;

/** What was decided of a step, and why it may not be final. */
public enum Verdict {
  KEPT,
  /**
   * Kept by its trial; the starts of the last run were too noisy to tell what the set loses without
   * it. A further search measures that again.
   */
  KEPT_IN_NOISE,
  /** It does not gain, or cannot be made. */
  NOT_KEPT,
  /** The starts of its trial were too noisy to tell. A further search makes it again. */
  TOO_NOISY,
  /** The time limit has cut its trial short. */
  CUT_SHORT,
  /** The time limit left no time for it. */
  OUT_OF_TIME,
  /** It is predicted to gain too little to be tried. */
  TOO_SMALL
}
