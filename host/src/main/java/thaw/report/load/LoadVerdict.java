package thaw.report.load;

import thaw.load.LoadResult;
import thaw.presentation.text.Ink;

/** Whether a run's figures say something of what was loaded. */
enum LoadVerdict {
  VALID(Ink.FASTER),
  INVALID(Ink.ALARM),
  /** It has been ended before its schedule was; its figures are those of the part that was run. */
  INTERRUPTED(Ink.ALARM);

  private final Ink ink;

  LoadVerdict(Ink ink) {
    this.ink = ink;
  }

  static LoadVerdict of(LoadResult run) {
    if (!run.complete()) {
      return INTERRUPTED;
    }
    return run.valid() ? VALID : INVALID;
  }

  Ink ink() {
    return ink;
  }
}
