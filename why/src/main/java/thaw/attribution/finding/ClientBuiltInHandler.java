package thaw.attribution.finding;

import java.util.List;
import java.util.Optional;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.ClientBuild;
import thaw.attribution.evidence.CodeIndex;
import thaw.attribution.evidence.Cost;

/** A client of the AWS SDK that the first invocation builds, at the speed of the memory size. */
final class ClientBuiltInHandler implements Check {
  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return examined.clients().stream().flatMap(build -> finding(examined, build).stream()).toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, ClientBuild build) {
    Cost cost =
        examined
            .profile()
            .cost(sample -> sample.phase() == PhaseName.FIRST_INVOCATION && build.contains(sample));
    long classes =
        examined
            .loads()
            .filter(load -> load.phase() == PhaseName.FIRST_INVOCATION)
            .filter(load -> build.isMadeOf(load.name()))
            .count();
    if (cost.isNone() && (classes == 0 || !examined.reach().inHandler(build.site()))) {
      return Optional.empty();
    }
    String client = build.simpleName();
    return Optional.of(
        Check.finding(
            "client-built-in-handler",
            client + " is built while an event waits",
            "the first invocation builds it: " + cost.wholeText(),
            examined.code().place(build.site()),
            examined.profile().moved(build::contains, examined.settings().snapStart()),
            "build it once, in init"
                + (CodeIndex.isJava(examined.code().place(build.site()))
                    ? ": private static final %s CLIENT = %s.builder()...build();"
                        .formatted(client, client)
                    : "")));
  }

  @Override
  public boolean isMistakeAnyway() {
    return true; // it may be built for each event
  }
}
