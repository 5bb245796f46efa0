package thaw.remedy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.PrimedHandler;
import thaw.remedy.edit.SdkVersion;
import thaw.remedy.edit.SdkWarmUpCall;
import thaw.remedy.edit.TextEdit;

/**
 * The AWS SDK's own warm-up in the handler's constructor: it makes calls of the clients that the
 * first request was seen to call, against answers of its own. No service is called.
 */
public final class SdkWarmUp {
  /** The first minor version of the SDK 2 that has it. */
  private static final int FIRST = 54;

  /** That which is taken where the module's is older. */
  private static final String VERSION = "2.59.1";

  private SdkWarmUp() {}

  /**
   * @param sources of the handler's module, as the draft has them
   * @param handler its class, by binary name
   */
  public static Optional<Remedy> of(
      Explanation explanation, JavaSources sources, String handler, ClientSettings.Module module) {
    Optional<Finding> finding =
        explanation.findings().stream()
            .filter(each -> Family.SDK_WARM_UP.answers(each.id()))
            .findFirst();
    List<String> clients = CalledClients.of(explanation);
    if (finding.isEmpty()) {
      return Optional.empty();
    }
    if (clients.isEmpty()) {
      sources.note("the first request was seen to call no client of the AWS SDK 2 that blocks");
      return Optional.empty();
    }
    if (SdkWarmUpCall.isIn(sources)) {
      sources.note("the sources have the SDK's warm-up already");
      return Optional.empty();
    }
    boolean isThere = SdkVersion.isAtLeast(module.libraries(), FIRST);
    Optional<List<TextEdit>> raised =
        isThere
            ? Optional.of(List.of())
            : SdkVersion.raised(module.root(), module.folder(), VERSION);
    if (raised.isEmpty()) {
      sources.note(
          "the package has no SDK of 2.%d or later, and the module's own build file no bom of it with a version"
              .formatted(FIRST));
    }
    return raised.flatMap(version ->
        PrimedHandler.of(sources, handler, new SdkWarmUpCall(clients))
            .map(proposal -> remedy(explanation, finding.get(), clients, version, proposal)));
  }

  private static Remedy remedy(
      Explanation explanation,
      Finding finding,
      List<String> clients,
      List<TextEdit> version,
      PrimedHandler.Proposal proposal) {
    List<TextEdit> edits = new ArrayList<>(version);
    edits.addAll(proposal.edits());
    double share = ClientPriming.share(explanation, CalledClients.millis(explanation));
    return Family.SDK_WARM_UP.remedy(
        Optional.of(finding.id()),
        "the SDK warms up %s in init, against answers of its own%s: %s:%d"
            .formatted(
                String.join(
                    ", ",
                    clients.stream()
                        .map(each -> each.substring(each.lastIndexOf('.') + 1))
                        .toList()),
                version.isEmpty() ? "" : ", with version " + VERSION,
                proposal.file(),
                proposal.line()),
        // above that of prime-CLIENT, which sends a request: of two that gain the same it stays
        new Prediction(finding.lowMillis() * share, finding.highMillis() * share + 1),
        new Change.Sources(edits, proposal.handler()));
  }
}
