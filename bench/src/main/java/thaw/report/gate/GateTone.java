package thaw.report.gate;

import thaw.experiment.gate.GateVerdict;
import thaw.presentation.text.Ink;

/** The style of a verdict. */
enum GateTone {
  GOOD("faster", Ink.FASTER),
  BAD("failed", Ink.FAILURE),
  OPEN("weak", Ink.ALARM);

  private final String style;
  private final Ink ink;

  GateTone(String style, Ink ink) {
    this.style = style;
    this.ink = ink;
  }

  static GateTone of(GateVerdict verdict) {
    return switch (verdict.outcome()) {
      case OK, LESS -> GOOD;
      case OVER -> verdict.gates() ? BAD : OPEN;
      case TOO_CLOSE, TOO_FEW, NOT_MEASURED -> OPEN;
    };
  }

  /** Class in the page's style sheet. */
  String style() {
    return style;
  }

  /** Returns the ink on a terminal. */
  Ink ink() {
    return ink;
  }
}
