package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;

/** {@code "a" + b} in own code, whose first run makes the JVM spin code for it. */
final class StringConcatenation implements Check {
  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Linkage linkage = Linkage.of(examined, site -> site.kind() == CallSite.Kind.CONCATENATION);
    if (linkage.cost().isNone()) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "string-concatenation",
            "the first string concatenations link method handles",
            "%s in %d places: %s"
                .formatted(linkage.cost().text(), linkage.sites().size(), linkage.where(examined)),
            linkage.place(examined),
            linkage.gain(examined),
            "compile with javac -XDstringConcat=inline, or start from a class archive"));
  }
}
