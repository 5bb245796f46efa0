package thaw.attribution.finding;

import java.util.List;
import java.util.Optional;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.ClientBuild;

/**
 * Tells of an event at which a function uses none of the clients that it has built: most of what
 * its cold start takes on AWS is then in no figure.
 */
final class UncalledClients {
  /** The SDK loads these classes with the first request of any client. */
  private static final String OF_REQUESTS =
      "software.amazon.awssdk.core.internal.http.pipeline.stages.";

  private UncalledClients() {}

  /** Returns who they are; nothing where there is none, or one was called. */
  static Optional<String> of(AnalysisContext examined) {
    List<String> clients =
        examined.clients().stream().map(ClientBuild::simpleName).distinct().toList();
    return clients.isEmpty() || examined.loads(name -> name.startsWith(OF_REQUESTS)) > 0
        ? Optional.empty()
        : Optional.of(String.join(", ", clients));
  }
}
