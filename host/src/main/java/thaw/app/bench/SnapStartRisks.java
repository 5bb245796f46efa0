package thaw.app.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.evidence.FixedCredentials;
import thaw.attribution.evidence.PackageClasses;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LambdaPaths;
import thaw.environment.launch.Snapshot;
import thaw.function.handler.HandlerName;
import thaw.function.packaging.DeploymentPackage;
import thaw.presentation.text.Figures;
import thaw.snapshot.OpenConnection;
import thaw.tuning.SnapStartRisk;

/**
 * Finds what a snapshot of a function breaks, and what of the first request it does not take away:
 * by the snapshot itself, the comparison of its clones, the function's bytecode and a profiled
 * restore.
 */
final class SnapStartRisks {
  /** The number of shown findings about the first request. */
  private static final int SHOWN = 3;

  private static final String NEW_CONNECTION =
      "let the client make another: close it in beforeCheckpoint, or see that its first request"
          + " after a restore is tried again";

  private SnapStartRisks() {}

  /** Returns the risks that the snapshot on disk shows. */
  static List<SnapStartRisk> of(EnvironmentSpec restored) {
    List<SnapStartRisk> risks = new ArrayList<>();
    restored
        .snapshot()
        .ifPresent(snapshot -> {
          risks.addAll(connections(snapshot, restored.services()));
          snapshot
              .sharedByClones()
              .forEach(
                  line -> risks.add(new SnapStartRisk(SnapStartRisk.Kind.NOT_UNIQUE, line, "")));
        });
    risks.addAll(credentials(restored));
    return risks;
  }

  private static List<SnapStartRisk> connections(Snapshot snapshot, Map<String, String> services) {
    Map<String, Integer> to = new TreeMap<>();
    try {
      for (OpenConnection each : OpenConnection.in(snapshot.imagesOnHost())) {
        if (each.port() != LambdaPaths.RUNTIME_API_PORT) { // the runtime client connects anew
          to.merge(named(each, services), 1, Integer::sum);
        }
      }
    } catch (IOException e) {
      return List.of(
          new SnapStartRisk(
              SnapStartRisk.Kind.DEAD_CONNECTION,
              "which ones the snapshot has is not known: " + e.getMessage(),
              ""));
    }
    return to.entrySet().stream()
        .map(each ->
            new SnapStartRisk(
                SnapStartRisk.Kind.DEAD_CONNECTION,
                "%d to %s, open when the snapshot was taken and closed in every clone"
                    .formatted(each.getValue(), each.getKey()),
                NEW_CONNECTION))
        .toList();
  }

  /** Returns the connection's address, with the variable that leads to it, where there is one. */
  private static String named(OpenConnection connection, Map<String, String> services) {
    String address = connection.address() + ":" + connection.port();
    return services.entrySet().stream()
        .filter(each -> each.getValue().endsWith(":" + connection.port()))
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst()
        .map(variable -> address + " (" + variable + ")")
        .orElse(address);
  }

  private static PackageClasses classes(EnvironmentSpec spec) {
    return PackageClasses.of(spec.code().root(), spec.layers().map(DeploymentPackage::root));
  }

  private static List<SnapStartRisk> credentials(EnvironmentSpec restored) {
    try (PackageClasses classes = classes(restored)) {
      return FixedCredentials.of(classes, HandlerName.of(restored.function().handler()).className())
          .stream()
          .map(each ->
              new SnapStartRisk(
                  SnapStartRisk.Kind.CREDENTIALS,
                  each.what() + ": " + each.place(),
                  FixedCredentials.REMEDY,
                  each.absent()))
          .toList();
    }
  }

  /**
   * Returns the risks that a profiled restore shows.
   *
   * @param explanation in which init is over before it begins
   * @param wholeMillis of the restores that the report is about, in whose size it is told
   */
  static List<SnapStartRisk> of(
      Explanation explanation, EnvironmentSpec restored, double wholeMillis) {
    List<SnapStartRisk> risks = new ArrayList<>();
    try (PackageClasses classes = classes(restored)) {
      SecondContext.of(explanation, classes)
          .forEach(each -> risks.add(risk(each, explanation.within(wholeMillis, each.millis()))));
    }
    risks.addAll(ofFirstRequest(explanation, wholeMillis));
    return risks;
  }

  static List<SnapStartRisk> ofFirstRequest(Explanation explanation, double wholeMillis) {
    return explanation.findings().stream()
        .sorted(Comparator.comparingDouble(Finding::highMillis).reversed())
        .limit(SHOWN)
        .map(finding ->
            new SnapStartRisk(
                SnapStartRisk.Kind.FIRST_REQUEST,
                "%s: %s%s"
                    .formatted(
                        finding.title(),
                        gain(
                            finding,
                            explanation.within(wholeMillis, finding.lowMillis()),
                            explanation.within(wholeMillis, finding.highMillis())),
                        finding.place().isEmpty() ? "" : ", " + finding.place()),
                finding.remedy()))
        .toList();
  }

  private static String gain(Finding finding, double low, double high) {
    return !finding.hasFigure()
        ? "gain not known here"
        : high < 1 ? "less than 1 ms" : Figures.range(low, high) + " ms";
  }

  private static SnapStartRisk risk(SecondContext again, double millis) {
    return new SnapStartRisk(
        SnapStartRisk.Kind.SECOND_CONTEXT,
        "%s is made after the restore (%s ms in %s%s), and what makes it was there before the snapshot"
            .formatted(
                again.container(),
                Figures.whole(millis),
                again.method(),
                again.place().isEmpty() ? "" : ", asked for at " + again.place()),
        "make it once, in init, and keep it in a static field");
  }
}
