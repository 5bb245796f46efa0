package thaw.attribution.finding;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;

/**
 * Many lambdas that take values along, in one method of own code that invocations run. C1 has no
 * escape analysis: each such lambda is an object each time, and its link costs about three times
 * that of one that captures nothing.
 */
final class CapturingLambdas implements Check {
  private static final int MANY = 4;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    if (!examined.settings().c1Only()) {
      return List.of();
    }
    Map<CallSite.MethodId, List<CallSite>> methods = new HashMap<>();
    examined
        .reach()
        .handlerSites()
        .filter(site -> site.kind() == CallSite.Kind.LAMBDA && site.captured() > 0)
        .forEach(site ->
            methods.merge(
                site.in(),
                List.of(site),
                (one, other) -> Stream.concat(one.stream(), other.stream()).toList()));
    return methods.values().stream().flatMap(sites -> finding(examined, sites).stream()).toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, List<CallSite> sites) {
    CallSite.MethodId method = sites.getFirst().in();
    boolean loops =
        examined
            .code()
            .find(method)
            .filter(found -> sites.stream().anyMatch(site -> found.loops(site.bci())))
            .isPresent();
    Linkage linkage = Linkage.of(examined, sites::contains);
    if (linkage.cost().isNone() || (!loops && sites.size() < MANY)) {
      return Optional.empty();
    }
    return Optional.of(
        Check.finding(
            "capturing-lambdas",
            "%d lambdas of one method capture values, and C1 makes an object of each"
                .formatted(sites.size()),
            "their linkage took %s%s"
                .formatted(linkage.cost().text(), loops ? "; they are made in a loop" : ""),
            linkage.place(examined),
            linkage.gain(examined),
            "pass what is captured as an argument, so that one object serves all: (target, value) ->"
                + " target.set(value) as ObjIntConsumer<T> in place of value -> this.set(value)"));
  }
}
