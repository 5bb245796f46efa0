package thaw.attribution.finding;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.ClientBuild;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/** Several HTTP clients that a client of the SDK could use, and none chosen: the SDK searches. */
final class SeveralHttpClients implements Check {
  private static final Code SEARCH = Code.of("software.amazon.awssdk.core.internal.http.loader.");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return examined.clients().stream()
        .filter(build -> !build.hasHttpClient())
        .flatMap(build -> finding(examined, build).stream())
        .limit(1)
        .toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, ClientBuild build) {
    List<HttpClient> usable =
        HttpClient.ALL.stream()
            .filter(client -> examined.evidence().classes().names().contains(client.className()))
            .filter(client -> client.serves(build))
            .toList();
    if (usable.size() < 2) {
      return Optional.empty();
    }
    Cost search = examined.profile().cost(sample -> build.contains(sample) && isSearch(sample));
    String best = build.isAsynchronous() ? "AwsCrtAsyncHttpClient" : "UrlConnectionHttpClient";
    return Optional.of(
        Check.finding(
            "several-http-clients",
            "%d HTTP clients could be used, and %s chooses none"
                .formatted(usable.size(), build.simpleName()),
            "%s; the SDK took: %s; the search took %s"
                .formatted(
                    String.join(", ", usable.stream().map(HttpClient::name).toList()),
                    taken(examined, usable),
                    examined.profile().text(search)),
            examined.code().place(build.site()),
            new Gain(search.millis() / 2, examined.profile().most(search)),
            "choose one, .httpClientBuilder(%s.builder()), and exclude the others from the build"
                .formatted(best)));
  }

  /** The search meets all of them, but only the one that it takes is loaded as a whole. */
  private static String taken(AnalysisContext examined, List<HttpClient> usable) {
    return usable.stream()
        .filter(client -> examined.isLoaded(client.className()))
        .max(Comparator.comparingLong(client -> examined.loads(client.code())))
        .map(HttpClient::name)
        .orElse("none");
  }

  /**
   * Tells whether a sample searches for a client, and does not start the client that the SDK took.
   */
  private static boolean isSearch(ProfileSample sample) {
    return SEARCH.within(sample)
        && HttpClient.ALL.stream().noneMatch(client -> client.code().within(sample));
  }

  @Override
  public boolean isMistakeAnyway() {
    return true; // a new dependency may change which one is taken
  }
}
