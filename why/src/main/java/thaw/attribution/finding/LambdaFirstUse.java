package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;

/** Lambdas and method references of own code that are linked while the cold start waits. */
final class LambdaFirstUse implements Check {
  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Linkage linkage = Linkage.of(examined, site -> site.kind() == CallSite.Kind.LAMBDA);
    if (linkage.cost().isNone()) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "lambda-first-use",
            "the first lambdas link method handles",
            "%s in %d places: %s"
                .formatted(linkage.cost().text(), linkage.sites().size(), linkage.where(examined)),
            linkage.place(examined),
            linkage.gain(examined),
            "write the few that a cold start runs as classes, new Supplier<T>() { public T get() {"
                + " ... } }, or start from an AOT cache, in which they are linked"));
  }
}
