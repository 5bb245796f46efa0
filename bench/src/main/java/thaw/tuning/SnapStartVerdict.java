package thaw.tuning;

import thaw.stats.MedianInterval;
import thaw.stats.ShiftInterval;

/** Whether cold starts are shorter with SnapStart. */
public enum SnapStartVerdict {
  /** They are, and not by chance. */
  PAYS("pays"),
  /** No difference is shown. */
  DOES_NOT_PAY("shows no gain"),
  /** They are longer, and not by chance. */
  HURTS("hurts");

  private final String words;

  SnapStartVerdict(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  /** The least number of starts on each side from which a difference can be told. */
  public static final int FEWEST_STARTS = 4;

  static SnapStartVerdict of(ShiftInterval saved) {
    if (saved.coverage() < MedianInterval.CONFIDENCE) {
      return DOES_NOT_PAY;
    }
    if (saved.low() > 0) {
      return PAYS;
    }
    return saved.high() < 0 ? HURTS : DOES_NOT_PAY;
  }
}
