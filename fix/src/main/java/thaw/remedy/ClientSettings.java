package thaw.remedy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.ClientBuilders;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.LightHttpClient;

/**
 * Gives the builders of a module's clients what they are not told, though it is known: the HTTP
 * client that starts fastest, and on Lambda the region and where credentials are. Endpoints are
 * left alone: they are others in some partitions, and variables may name them.
 */
public final class ClientSettings {
  private ClientSettings() {}

  /**
   * The handler's module.
   *
   * @param root that names of files are relative to
   * @param folder of the module
   * @param libraries of its package
   * @param snapStart then credentials are not in variables
   * @param jvmOptions the function's own
   */
  public record Module(
      Path root, Path folder, List<Path> libraries, boolean snapStart, String jvmOptions) {
    public Module {
      libraries = List.copyOf(libraries);
    }

    private boolean setsUpClients() {
      return jvmOptions.contains("-Daws.") || jvmOptions.contains("software.amazon.awssdk");
    }
  }

  /**
   * @param sources of the module, as the draft has them
   */
  static List<Remedy> of(Explanation explanation, JavaSources sources, Module module) {
    List<Remedy> remedies = new ArrayList<>();
    remedies.addAll(httpClient(explanation, sources, module));
    remedies.addAll(credentials(explanation, sources, module));
    return remedies;
  }

  /** The light HTTP client, alone. */
  public static List<Remedy> httpClient(
      Explanation explanation, JavaSources sources, Module module) {
    List<Remedy> remedies = new ArrayList<>();
    if (module.setsUpClients()) {
      sources.note("JAVA_TOOL_OPTIONS sets up clients");
      return remedies;
    }
    findings(explanation, Family.HTTP_CLIENT)
        .max(Comparator.comparingDouble(Finding::highMillis))
        .ifPresent(finding ->
            LightHttpClient.of(sources, module.root(), module.folder(), module.libraries())
                .map(proposal ->
                    remedy(
                        Family.HTTP_CLIENT.id(),
                        finding,
                        "%s talks by URLConnection, and the package has no other HTTP client",
                        proposal))
                .ifPresent(remedies::add));
    return remedies;
  }

  /** Region and credentials, alone. */
  public static List<Remedy> credentials(
      Explanation explanation, JavaSources sources, Module module) {
    List<Remedy> remedies = new ArrayList<>();
    if (module.setsUpClients()) {
      sources.note("JAVA_TOOL_OPTIONS sets up clients");
      return remedies;
    }
    if (module.snapStart()) {
      sources.note("with SnapStart the credentials are not in variables");
    } else {
      List<ClientBuilders.Proposal> proposals =
          findings(explanation, Family.CLIENT_SETTINGS).findAny().isPresent()
              ? ClientBuilders.withRegionAndCredentials(sources)
              : List.of();
      for (ClientBuilders.Proposal proposal : proposals) {
        findings(explanation, Family.CLIENT_SETTINGS)
            .filter(each -> each.isOf(proposal.client()))
            .max(Comparator.comparingDouble(Finding::highMillis))
            .ifPresentOrElse(
                finding ->
                    remedies.add(
                        remedy(
                            Family.CLIENT_SETTINGS.id(proposal.client()),
                            finding,
                            "%s gets region and credentials from Lambda's variables",
                            proposal)),
                () -> sources.note("this start makes no " + proposal.client()));
      }
    }
    return remedies;
  }

  private static Stream<Finding> findings(Explanation explanation, Family family) {
    return explanation.findings().stream().filter(each -> family.answers(each.id()));
  }

  private static Remedy remedy(
      String id, Finding finding, String what, ClientBuilders.Proposal proposal) {
    return new Remedy(
        id,
        RemedyKind.REVIEWED,
        Optional.of(finding.id()),
        what.formatted(proposal.client()) + ": %s:%d".formatted(proposal.file(), proposal.line()),
        new Prediction(finding.lowMillis(), finding.highMillis()),
        new Change.Sources(proposal.edits()));
  }
}
