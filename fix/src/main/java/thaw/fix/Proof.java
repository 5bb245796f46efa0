package thaw.fix;

/** Tells what the figures of a result rest on. */
public enum Proof {
  /** On the trials of the steps: the search has not come to its end. */
  TRIALS,
  /** On fresh starts after the search, fewer than wanted: the time limit cut the last run. */
  CUT_RUN,
  /** On fresh starts after the search. */
  WHOLE_RUN
}
