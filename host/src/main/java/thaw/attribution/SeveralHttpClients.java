package thaw.attribution;

import java.util.List;
import java.util.Optional;

/** Several HTTP clients that a client of the SDK could use, and none chosen: the SDK searches. */
final class SeveralHttpClients implements Check {
  private static final Code SEARCH =
      Code.of("software.amazon.awssdk.core.internal.http.loader.", "java.util.ServiceLoader");

  @Override
  public List<Finding> findings(Case examined) {
    return examined.clients().stream()
        .filter(build -> !build.hasHttpClient())
        .flatMap(build -> finding(examined, build).stream())
        .limit(1)
        .toList();
  }

  private static Optional<Finding> finding(Case examined, ClientBuild build) {
    List<HttpClient> usable =
        HttpClient.ALL.stream()
            .filter(client -> examined.evidence().classes().names().contains(client.className()))
            .filter(client -> client.serves(build))
            .toList();
    if (usable.size() < 2) {
      return Optional.empty();
    }
    String taken =
        usable.stream()
            .filter(client -> examined.loads(client::isAdapter) > 0)
            .map(HttpClient::name)
            .findFirst()
            .orElse("none");
    Cost search =
        examined.profile().cost(sample -> build.contains(sample) && SEARCH.within(sample));
    String best = build.isAsynchronous() ? "AwsCrtAsyncHttpClient" : "UrlConnectionHttpClient";
    return Optional.of(
        Check.finding(
            "several-http-clients",
            "%d HTTP clients could be used, and %s chooses none"
                .formatted(usable.size(), build.simpleName()),
            "%s; the SDK took: %s; the search took %s"
                .formatted(
                    String.join(", ", usable.stream().map(HttpClient::name).toList()),
                    taken,
                    search.text()),
            examined.code().place(build.site()),
            new Gain(
                search.millis() / 2, Math.max(search.millis(), examined.profile().resolution())),
            "choose one, .httpClientBuilder(%s.builder()), and exclude the others from the build"
                .formatted(best)));
  }

  @Override
  public boolean isMistakeAnyway() {
    return true; // a new dependency may change which one is taken
  }
}
