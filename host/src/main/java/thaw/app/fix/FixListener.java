package thaw.app.fix;

import thaw.app.shared.Progress;

/** What a front end may want to know while a cold start is made shorter. Nothing by default. */
public interface FixListener {
  /** Learns nothing. */
  FixListener SILENT = new FixListener() {};

  /** Where warnings, remarks, the steps of the search and those of builds go. */
  default Progress progress() {
    return Progress.SILENT;
  }

  /** The search is done, and its result is written; it is not applied yet. */
  default void searched(FixSearched result) {}
}
