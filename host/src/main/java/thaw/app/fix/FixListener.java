package thaw.app.fix;

import thaw.app.shared.Progress;

/**
 * Tells a front end what happens while a cold start is made shorter. Its methods do nothing by
 * default.
 */
public interface FixListener {
  /** Learns nothing. */
  FixListener SILENT = new FixListener() {};

  /** Returns the receiver of warnings, remarks, the steps of the search and those of builds. */
  default Progress progress() {
    return Progress.SILENT;
  }

  /** The search is done, and its result is written; it is not applied yet. */
  default void searched(FixSearched result) {}
}
