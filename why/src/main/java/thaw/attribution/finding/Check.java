package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.evidence.AnalysisContext;

/** Looks for one kind of finding. What it does not find, it does not mention. */
interface Check {
  List<Finding> findings(AnalysisContext examined);

  /**
   * Returns whether a finding is told though its gain is too small to tell: a mistake beyond its
   * time.
   */
  default boolean isMistakeAnyway() {
    return false;
  }

  /** Returns whether its findings tell a gain; where not, none is too small. */
  default boolean hasFigures() {
    return true;
  }

  /** {@code Orders.read} of the place {@code com.acme.Orders.read(Orders.java:12)}. */
  static String method(String place) {
    int line = place.indexOf('(');
    String method = line < 0 ? place : place.substring(0, line);
    int name = method.lastIndexOf('.');
    return method.substring(method.lastIndexOf('.', name - 1) + 1);
  }

  static Finding finding(
      String id, String title, String evidence, String place, Gain gain, String remedy) {
    return new Finding(id, title, evidence, place, gain.low(), gain.high(), remedy, gain.lowIf());
  }
}
