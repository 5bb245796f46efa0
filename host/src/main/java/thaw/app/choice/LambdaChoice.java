package thaw.app.choice;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.experiment.HostFacts;
import thaw.model.FittedModel;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.model.Statistic;
import thaw.presentation.text.EarlierResult;
import thaw.problem.UserMistake;
import thaw.runtimeapi.log.Start;
import thaw.sandbox.SandboxHost;

/**
 * Whether it is told what AWS Lambda is expected to show.
 *
 * @param isAsked for
 * @param calibrations each {@code summary.json} of {@code thaw bench --on lambda --local}, or its
 *     folder
 */
public record LambdaChoice(boolean isAsked, List<Path> calibrations) {
  private static final String SUMMARY = "summary.json";
  private static final List<String> AWS =
      List.of(".amazonaws.com", ".amazonaws.com.cn", ".api.aws");

  private static final String HERE = "local";
  private static final String THERE = "lambda";
  private static final String INIT = "initMillis";
  private static final String RESTORE = "restoreMillis";

  public static final LambdaChoice NONE = new LambdaChoice(false, List.of());

  public LambdaChoice {
    calibrations = List.copyOf(calibrations);
    isAsked = isAsked || !calibrations.isEmpty();
  }

  /**
   * The model is of times with this machine's page cache. Those with any other have in them already
   * what its factors are for.
   *
   * @param isOwn whether files are read from this machine's page cache
   * @throws UserMistake where both are asked for
   */
  public void requireOwnPageCache(boolean isOwn) {
    if (isAsked && !isOwn) {
      throw new UserMistake(
          "--as lambda and --calibrate need --page-cache warm: the model was fitted to such times,"
              + " and would count the time of storage twice",
          "leave --page-cache out, or --as and --calibrate");
    }
  }

  /** Returns the model; empty where it is not asked for. */
  public Optional<FittedModel> model() {
    if (!isAsked) {
      return Optional.empty();
    }
    FittedModel published = FittedModel.published();
    if (calibrations.isEmpty()) {
      return Optional.of(published);
    }
    String here = HostFacts.read(SandboxHost.probe()).cpuModel();
    List<ModelPair> own = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (Path each : calibrations) {
      EarlierResult earlier =
          new EarlierResult(
              Files.isDirectory(each) ? each.resolve(SUMMARY) : each,
              "calibrate with",
              SUMMARY,
              "thaw bench --on lambda FUNCTION --local FOLDER",
              "");
      JsonNode root = earlier.read();
      own.addAll(pairs(earlier, root));
      remark(earlier.file(), root, here).ifPresent(remarks::add);
    }
    return Optional.of(published.calibrated(own, remarks));
  }

  /** Returns a remark where the times here were taken on another processor. */
  private static Optional<String> remark(Path file, JsonNode root, String here) {
    String there = root.path("host").path("cpuModel").asText();
    return there.isEmpty() || there.equals(here)
        ? Optional.empty()
        : Optional.of(
            "%s was measured on %s, and this machine has %s: calibrate with figures of this one."
                .formatted(file, there, here));
  }

  private static List<ModelPair> pairs(EarlierResult earlier, JsonNode root) {
    JsonNode lambda = root.path("lambda");
    JsonNode endpoint = lambda.path("endpoint");
    if (endpoint.isTextual() && !isOfAws(endpoint.asText())) {
      throw earlier.mistake("its figures are of " + endpoint.asText() + ", and not of AWS");
    }
    requireNoArchive(earlier, root);
    boolean isRestored = isRestored(earlier, lambda);
    List<ModelPair> pairs = new ArrayList<>();
    if (isRestored) {
      add(pairs, lambda, ModelPhase.RESTORED, "beginningAndFirstMillis");
    } else {
      add(pairs, lambda, ModelPhase.INIT, INIT);
      add(pairs, lambda, ModelPhase.FIRST, "handlerMillis");
      // On both sides the sum of the two, as in the published pairs.
      add(pairs, lambda, ModelPhase.TOTAL, "beginningAndFirstMillis");
    }
    if (pairs.isEmpty()) {
      throw earlier.mistake("it has no figures of both this machine and AWS");
    }
    return pairs;
  }

  /** The model knows no such start. */
  private static void requireNoArchive(EarlierResult earlier, JsonNode root) {
    for (JsonNode variant : root.path("variants")) {
      String start = variant.path("start").asText();
      if (start.equals(Start.AOT.words()) || start.equals(Start.APPCDS.words())) {
        throw new UserMistake(
            "%s: the function here started %s, and Lambda has no such start"
                .formatted(earlier.file(), start),
            "measure it again without --snap-start, or with --snap-start none");
      }
    }
  }

  /**
   * Returns whether the starts were restores. Their figures tell it, as a function with SnapStart
   * may have been measured without.
   */
  private static boolean isRestored(EarlierResult earlier, JsonNode lambda) {
    boolean restoredHere = p50(lambda, RESTORE, HERE) > 0;
    boolean restoredThere = p50(lambda, RESTORE, THERE) > 0;
    boolean begunHere = p50(lambda, INIT, HERE) > 0;
    boolean begunThere = p50(lambda, INIT, THERE) > 0;
    boolean isMixed = (restoredHere && begunHere) || (restoredThere && begunThere);
    if (isMixed || (restoredHere && begunThere) || (restoredThere && begunHere)) {
      throw new UserMistake(
          "%s: the starts are of two kinds, %s here and %s on AWS"
              .formatted(
                  earlier.file(), words(restoredHere, begunHere), words(restoredThere, begunThere)),
          "measure again with starts of one kind: name a version, or add --publish, for restores;"
              + " --snap-start none here for starts without");
    }
    return restoredHere && restoredThere;
  }

  private static String words(boolean isRestored, boolean isBegun) {
    if (isRestored) {
      return isBegun ? "inits and restores" : "restores";
    }
    return isBegun ? "inits" : "none";
  }

  /** Tells whether an endpoint is AWS's: that of a VPC or of FIPS is named in the file, too. */
  private static boolean isOfAws(String endpoint) {
    try {
      String host = String.valueOf(URI.create(endpoint).getHost());
      return AWS.stream().anyMatch(host::endsWith);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** 0 for a side without. */
  private static double p50(JsonNode lambda, String key, String side) {
    return figure(lambda, key, side, Statistic.MEDIAN);
  }

  private static double figure(JsonNode lambda, String key, String side, Statistic statistic) {
    for (JsonNode phase : lambda.path("phases")) {
      if (phase.path("key").asText().equals(key)) {
        return phase
            .path(side)
            .path(
                switch (statistic) {
                  case MEDIAN -> "p50";
                  case MEAN -> "mean";
                })
            .asDouble();
      }
    }
    return 0;
  }

  private static void add(List<ModelPair> pairs, JsonNode lambda, ModelPhase phase, String key) {
    double here = figure(lambda, key, HERE, phase.statistic());
    double there = figure(lambda, key, THERE, phase.statistic());
    if (here > 0 && there > 0) {
      String arn = lambda.path("arn").asText();
      pairs.add(
          new ModelPair(
              "own account",
              "",
              arn.substring(arn.lastIndexOf(':') + 1),
              lambda.path("runtime").asText(),
              0,
              lambda.path("memoryMiB").asInt(),
              phase,
              phase.statistic(),
              false,
              here,
              there,
              true));
    }
  }
}
