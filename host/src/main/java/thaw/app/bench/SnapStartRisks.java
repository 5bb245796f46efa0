package thaw.app.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import thaw.app.workspace.PoolHook;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.evidence.FixedCredentials;
import thaw.attribution.evidence.OpenedConnections;
import thaw.attribution.evidence.PackageClasses;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.handler.HandlerName;
import thaw.function.packaging.DeploymentPackage;
import thaw.heap.HeldLogin;
import thaw.presentation.text.Figures;
import thaw.tuning.SnapStartRisk;

/**
 * Finds what a snapshot of a function breaks, and what of the first request it does not take away:
 * by the snapshot itself, the comparison of its clones, the function's bytecode and a profiled
 * restore.
 */
final class SnapStartRisks {
  /** The number of shown findings about the first request. */
  private static final int SHOWN = 3;

  private static final String LOGIN_REMEDY =
      "ask for it anew in afterRestore of an org.crac Resource, and give it to the pool"
          + " (`setPassword`); tokens are best made for each connection, as the plugin iam of AWS's"
          + " JDBC wrapper does";

  private SnapStartRisks() {}

  /**
   * Returns the risks that the snapshot on disk shows.
   *
   * @param connections of the snapshot
   */
  static List<SnapStartRisk> of(EnvironmentSpec restored, Connections connections) {
    List<SnapStartRisk> risks = new ArrayList<>();
    try (PackageClasses classes = classes(restored)) {
      risks.addAll(connections(restored, connections, classes));
    }
    risks.addAll(logins(connections));
    restored
        .snapshot()
        .ifPresent(snapshot -> {
          snapshot
              .sharedByClones()
              .forEach(
                  line -> risks.add(new SnapStartRisk(SnapStartRisk.Kind.NOT_UNIQUE, line, "")));
        });
    risks.addAll(credentials(restored));
    return risks;
  }

  private static List<SnapStartRisk> connections(
      EnvironmentSpec restored, Connections found, PackageClasses classes) {
    if (found.problem().isPresent()) {
      return List.of(
          new SnapStartRisk(
              SnapStartRisk.Kind.DEAD_CONNECTION,
              "which ones the snapshot has is not known: " + found.problem().get(),
              ""));
    }
    List<String> places =
        OpenedConnections.of(classes, HandlerName.of(restored.function().handler()).className());
    return found.dead().stream()
        .map(each -> {
          String owner = each.owner().isEmpty() ? "" : each.owner() + " ";
          List<String> by = each.isOfDatabase() ? each.ofHolder(places) : List.of();
          String opened = by.isEmpty() ? "" : ", opened by " + String.join(", ", by);
          return new SnapStartRisk(
              SnapStartRisk.Kind.DEAD_CONNECTION,
              "%d %sto %s%s, open when the snapshot was taken and closed in every clone%s"
                  .formatted(
                      each.count(),
                      owner,
                      each.peer(),
                      opened,
                      each.isOfDatabase() ? "; " + found.firstRequest() : ""),
              ConnectionRemedy.of(each, classes) + tried(each, found),
              each.isOfDatabase() && found.isMendedByHook());
        })
        .toList();
  }

  private static String tried(DeadConnections dead, Connections found) {
    if (found.trial().isEmpty() || dead.holder().filter(PoolHook::fits).isEmpty()) {
      return "";
    }
    return "; "
        + found.trial().get().words()
        + (found.sources().isEmpty()
            ? ""
            : "; with such a hook of its own: "
                + found.sources().stream().map(Path::toString).collect(Collectors.joining(", ")));
  }

  private static List<SnapStartRisk> logins(Connections found) {
    return found.logins().stream()
        .map(each ->
            new SnapStartRisk(
                SnapStartRisk.Kind.CREDENTIALS,
                switch (each.kind()) {
                      case TOKEN ->
                          "a token for %s that was made at %s and holds for %d s is kept%s"
                              .formatted(each.what(), each.madeAt(), each.seconds(), in(each));
                      case PASSWORD ->
                          "a password that no variable has is kept%s: once its secret is rotated,"
                                  .formatted(in(each))
                              + " clones show the old one";
                    }
                    + found
                        .refusedLater()
                        .map(why ->
                            "; a clone that was restored as of 15 minutes later failed: " + why)
                        .orElse(""),
                LOGIN_REMEDY,
                found.refusedLater().isPresent()))
        .toList();
  }

  private static String in(HeldLogin login) {
    return login.place().isEmpty() ? "" : " in " + login.place();
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
