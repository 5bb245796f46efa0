package thaw.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import thaw.app.choice.SourceChoice;
import thaw.lambda.Access;
import thaw.lambda.FunctionName;
import thaw.problem.UserMistake;

/** Measuring elsewhere: which API, and what is measured beside it. */
final class LambdaOptions {
  private static final String LAMBDA = "lambda";

  /** Options of a matrix of variants, of which AWS has none. */
  private static final List<String> OF_VARIANTS =
      List.of("--variants", "--with", "--memory", "--budget", "--expect-status", "--page-cache");

  /** Options of what runs here. */
  private static final List<String> OF_LOCAL =
      List.of(
          "--variant",
          "--handler",
          "--parameter",
          "--parameter-overrides",
          "--env-vars",
          "--config-env",
          "--config-file",
          "--import",
          "--attribute",
          "--stack",
          "--jdk",
          "--snap-start",
          "--runtime",
          "--timeout",
          "--seed",
          "--before",
          "--reach-host");

  private static final List<String> OF_LAMBDA =
      List.of("--local", "--publish", "--endpoint-url", "--profile");

  @Option(
      names = "--on",
      paramLabel = "lambda|kubernetes",
      description =
          "lambda: cold starts of a deployed function, by its Lambda API. SOURCE is then the"
              + " function's name or ARN, with :VERSION or :ALIAS appended for one of these. Of"
              + " $LATEST Thaw changes an environment variable before each start, and removes it at"
              + " the end; it says so first. kubernetes: cold starts in pods of a cluster; its"
              + " options: thaw bench --on kubernetes --help.")
  private @Nullable String on;

  @Option(
      names = "--local",
      paramLabel = "SOURCE",
      description =
          "With --on lambda: the same function here, measured in turn with the deployed one."
              + " --variant names it where it has another name.")
  private @Nullable String local;

  @Option(
      names = "--publish",
      description =
          "With --on lambda: publishes a version of $LATEST for each cold start and deletes it"
              + " afterwards; so restores of SnapStart are measured one after the other.")
  private boolean publish;

  @Option(
      names = "--endpoint-url",
      paramLabel = "URL",
      description =
          "With --on lambda: the API, for example that of thaw run. Default: as for the AWS CLI.")
  private @Nullable String endpoint;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "With --on lambda: profile of ~/.aws. Default: AWS_PROFILE, else default.")
  private @Nullable String profile;

  /**
   * Returns whether it is measured elsewhere.
   *
   * @param given all that was typed
   */
  boolean isGiven(ParseResult given) {
    if (on == null) {
      refuse(given, OF_LAMBDA, "is for --on lambda", "add --on lambda, or leave it out");
      return false;
    }
    if (on.equals(ClusterProgram.KUBERNETES)) {
      throw MissingJars.of("thaw bench --on kubernetes", MissingJars.CLUSTER);
    }
    if (!on.equals(LAMBDA)) {
      throw new UserMistake(
          "--on must be lambda or kubernetes: " + on,
          "use --on lambda or --on kubernetes, or leave it out");
    }
    refuse(
        given,
        OF_VARIANTS,
        "does not go with --on lambda, which measures one function as it is deployed",
        "leave it out");
    if (local == null) {
      refuse(
          given,
          OF_LOCAL,
          "is about what runs here, and nothing does",
          "add --local FOLDER, or leave it out");
    }
    return true;
  }

  private static void refuse(ParseResult given, List<String> options, String why, String remedy) {
    for (String option : options) {
      if (given.hasMatchedOption(option)) {
        throw new UserMistake(option + " " + why, remedy);
      }
    }
  }

  FunctionName function(SourceChoice source) {
    String written =
        source
            .text()
            .orElseThrow(() ->
                new UserMistake(
                    "no function of AWS is named",
                    "give its name or ARN: thaw bench --on lambda my-function"));
    FunctionName function = FunctionName.of(written);
    if (publish && function.qualifier().isPresent()) {
      String qualifier = function.qualifier().get();
      throw new UserMistake(
          "--publish publishes versions of $LATEST, and is given " + qualifier,
          "leave out --publish, or :" + qualifier);
    }
    return function;
  }

  Optional<String> local() {
    return Optional.ofNullable(local);
  }

  boolean publish() {
    return publish;
  }

  /**
   * @param function whose ARN may name a region
   * @param variables of this program
   */
  Access access(SourceChoice source, FunctionName function, Map<String, String> variables) {
    return Access.of(
        Optional.ofNullable(endpoint),
        source.region().or(function::region),
        Optional.ofNullable(profile),
        variables);
  }
}
