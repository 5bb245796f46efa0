package thaw.attribution.finding;

import java.util.List;
import java.util.Optional;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Cost;

/**
 * An HTTP client that starts more slowly than another that would do.
 *
 * <p>What a remedy leaves: URLConnection's own start took 107 ms where Apache 5 took 188 ms, so
 * 0.43 of what was Apache's goes; three pairs of runs were between 0.67 and 1.52 times that. For
 * Netty only totals were compared (a fifth of the whole cold start): all of it may go.
 */
final class SlowHttpClient implements Check {
  private static final double LEAST = 0.43 * 0.67;
  private static final double MOST = 0.43 * 1.52;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return List.of(HttpClient.APACHE_4, HttpClient.APACHE_5, HttpClient.NETTY).stream()
        .flatMap(client -> finding(examined, client).stream())
        .toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, HttpClient client) {
    long classes = examined.loads(client.code());
    Cost cost = examined.profile().work(client.code()::asks);
    if (examined.loads(client::isAdapter) == 0 || cost.isNone()) {
      return Optional.empty();
    }
    boolean asynchronous = client.asynchronous();
    return Optional.of(
        Check.finding(
            "slow-http-client",
            "the HTTP client " + client.name() + " starts slowly",
            "its start and first call took %s, with %,d classes".formatted(cost.text(), classes),
            place(examined, client),
            new Gain(cost.millis() * LEAST, cost.millis() * (asynchronous ? 1 : MOST)),
            asynchronous
                ? "use a client that blocks with UrlConnectionHttpClient, or"
                    + " .httpClientBuilder(AwsCrtAsyncHttpClient.builder())"
                : ".httpClientBuilder(UrlConnectionHttpClient.builder()), of the artifact"
                    + " software.amazon.awssdk:url-connection-client"));
  }

  /**
   * Returns the place that chooses the client, or else the place of a client build that takes it.
   */
  private static String place(AnalysisContext examined, HttpClient client) {
    List<CallSite> chosen = examined.sites(site -> site.owner().equals(client.className()));
    if (!chosen.isEmpty()) {
      return examined.code().place(chosen.getFirst());
    }
    return examined.clients().stream()
        .filter(client::serves)
        .map(build -> examined.code().place(build.site()))
        .findFirst()
        .orElse("");
  }
}
