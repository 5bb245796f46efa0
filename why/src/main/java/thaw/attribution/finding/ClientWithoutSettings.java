package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.ClientBuild;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/**
 * A client of the AWS SDK that has to search for its region, credentials or endpoint. The search
 * for an endpoint alone is told only where it was sampled: most clients do not need one. Beside
 * another setting it is in no gain, as people are better off without: endpoints are others in some
 * partitions.
 */
final class ClientWithoutSettings implements Check {
  private static final Setting REGION =
      new Setting(
          "region",
          List.of("region"),
          ".region(Region.of(System.getenv(\"AWS_REGION\")))",
          Code.of("software.amazon.awssdk.regions.providers.", "software.amazon.awssdk.profiles."));
  private static final Setting CREDENTIALS =
      new Setting(
          "credentials",
          List.of("credentialsProvider"),
          ".credentialsProvider(EnvironmentVariableCredentialsProvider.create())",
          Code.of("software.amazon.awssdk.auth.credentials.", "software.amazon.awssdk.profiles."));
  private static final Setting ENDPOINT =
      new Setting(
          "endpoint",
          List.of("endpointOverride", "endpointProvider"),
          ".endpointOverride(URI.create(\"https://SERVICE.REGION.amazonaws.com\"))",
          Code.of(
              "software.amazon.awssdk.awscore.endpoint.",
              "software.amazon.awssdk.awscore.internal.endpoint.",
              "software.amazon.awssdk.regions.internal.",
              "software.amazon.awssdk.regions.partitionmetadata.",
              "software.amazon.awssdk.regions.regionmetadata.",
              "software.amazon.awssdk.regions.servicemetadata."));

  /**
   * A setting of a client's builder.
   *
   * @param methods of the builder, each of which tells it
   * @param call that tells it
   * @param search the code that searches for what was not told
   */
  private record Setting(String label, List<String> methods, String call, Code search) {
    boolean isIn(ClientBuild build) {
      boolean told = methods.stream().anyMatch(build.settings()::contains);
      return told && !(equals(CREDENTIALS) && build.searches());
    }
  }

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return examined.clients().stream().flatMap(build -> finding(examined, build).stream()).toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, ClientBuild build) {
    List<Setting> missing = new ArrayList<>(List.of(REGION, CREDENTIALS, ENDPOINT));
    missing.removeIf(setting -> setting.isIn(build));
    Cost cost = search(examined, build, missing);
    boolean isEndpointAlone = missing.equals(List.of(ENDPOINT));
    if (missing.isEmpty() || (isEndpointAlone && cost.isNone())) {
      return Optional.empty();
    }
    List<Setting> others = missing.stream().filter(setting -> !setting.equals(ENDPOINT)).toList();
    Cost spared = isEndpointAlone ? cost : search(examined, build, others);
    String names = String.join(", ", missing.stream().map(Setting::label).toList());
    double most = Math.min(examined.profile().most(spared), examined.profile().most(cost));
    return Optional.of(
        Check.finding(
            "client-without-settings",
            build.simpleName() + " has to search for its " + names,
            called(build, missing) + "; the search took " + examined.profile().text(cost),
            examined.code().place(build.site()),
            new Gain(0, most), // a client that is told all needs some of these classes as well
            missing.stream().map(Setting::call).collect(Collectors.joining())
                + (missing.contains(CREDENTIALS)
                    ? "; with SnapStart ContainerCredentialsProvider"
                    : "")));
  }

  /** Each search is one client's: what ran while none was built is the first one's. */
  private static Cost search(AnalysisContext examined, ClientBuild build, List<Setting> missing) {
    Predicate<ProfileSample> searched = sample -> false;
    for (Setting setting : missing) {
      searched = searched.or(setting.search()::within);
    }
    List<ClientBuild> all = examined.clients();
    boolean isFirst = all.getFirst().equals(build);
    return examined
        .profile()
        .cost(
            searched.and(sample ->
                build.contains(sample)
                    || isFirst && all.stream().noneMatch(each -> each.contains(sample))));
  }

  private static String called(ClientBuild build, List<Setting> missing) {
    List<String> said = new ArrayList<>();
    boolean searches = missing.contains(CREDENTIALS) && build.searches();
    List<String> absent =
        missing.stream()
            .filter(setting -> !(setting.equals(CREDENTIALS) && searches))
            .map(setting -> setting.methods().getFirst())
            .toList();
    if (!absent.isEmpty()) {
      said.add("its builder does not call " + String.join(", ", absent));
    }
    if (searches) {
      said.add(
          "it is given a DefaultCredentialsProvider, which searches variables, files and hosts");
    }
    return String.join("; ", said);
  }

  @Override
  public boolean isMistakeAnyway() {
    return true; // without the variables of Lambda it asks the network
  }
}
