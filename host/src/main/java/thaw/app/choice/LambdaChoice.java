package thaw.app.choice;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.model.FittedModel;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.report.text.EarlierResult;

/**
 * Whether it is told what AWS Lambda is expected to show.
 *
 * @param isAsked for
 * @param calibrations each {@code summary.json} of {@code thaw bench --on lambda --local}
 */
public record LambdaChoice(boolean isAsked, List<Path> calibrations) {
  private static final List<String> AWS =
      List.of(".amazonaws.com", ".amazonaws.com.cn", ".api.aws");

  public static final LambdaChoice NONE = new LambdaChoice(false, List.of());

  public LambdaChoice {
    calibrations = List.copyOf(calibrations);
    isAsked = isAsked || !calibrations.isEmpty();
  }

  /** Empty where it is not asked for. */
  public Optional<FittedModel> model() {
    if (!isAsked) {
      return Optional.empty();
    }
    List<ModelPair> own = new ArrayList<>();
    calibrations.forEach(each -> own.addAll(pairs(each)));
    FittedModel published = FittedModel.published();
    return Optional.of(own.isEmpty() ? published : published.calibrated(own));
  }

  private static List<ModelPair> pairs(Path file) {
    EarlierResult earlier =
        new EarlierResult(
            file,
            "calibrate with",
            "summary.json",
            "thaw bench --on lambda FUNCTION --local FOLDER",
            "");
    JsonNode root = earlier.read();
    JsonNode lambda = root.path("lambda");
    JsonNode endpoint = lambda.path("endpoint");
    if (endpoint.isTextual() && !isOfAws(endpoint.asText())) {
      throw earlier.mistake("its figures are of " + endpoint.asText() + ", and not of AWS");
    }
    boolean isRestored = lambda.path("snapStart").asBoolean();
    List<ModelPair> pairs = new ArrayList<>();
    for (JsonNode phase : lambda.path("phases")) {
      double there = phase.path("lambda").path("p50").asDouble();
      double here = phase.path("local").path("p50").asDouble();
      switch (phase.path("key").asText()) {
        case "initMillis" -> add(pairs, lambda, ModelPhase.INIT, here, there);
        case "handlerMillis" -> {
          if (!isRestored) {
            add(pairs, lambda, ModelPhase.FIRST, here, there);
          }
        }
        // Here a response needs the start of a process too, as in the published pairs.
        case "beginningAndFirstMillis" ->
            add(
                pairs,
                lambda,
                isRestored ? ModelPhase.RESTORED : ModelPhase.TOTAL,
                localTotal(root),
                there);
        default -> {
          // Says nothing of a phase of the model.
        }
      }
    }
    if (pairs.isEmpty()) {
      throw earlier.mistake("it has no figures of both this machine and AWS");
    }
    return pairs;
  }

  /** That of a VPC or of FIPS is named in the file, too. */
  private static boolean isOfAws(String endpoint) {
    try {
      String host = String.valueOf(URI.create(endpoint).getHost());
      return AWS.stream().anyMatch(host::endsWith);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void add(
      List<ModelPair> pairs, JsonNode lambda, ModelPhase phase, double here, double there) {
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
              here,
              there,
              true));
    }
  }

  private static double localTotal(JsonNode root) {
    for (JsonNode variant : root.path("variants")) {
      if (variant.path("name").asText().equals("local")) {
        return variant.path("totalMillis").path("p50").asDouble();
      }
    }
    return 0;
  }
}
