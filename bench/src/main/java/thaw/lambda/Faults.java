package thaw.lambda;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import thaw.problem.UserMistake;

/** The meaning of refusals by AWS or its SDK, for a user. */
final class Faults {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int FIRST_OF_SERVER = 500;
  private static final int ATTEMPTS_WITHOUT_ANSWER = 3;

  private Faults() {}

  /**
   * Returns whether the same request may succeed a while later.
   *
   * @param attempt the first one is 1
   * @param repeatable whether one that got no answer may be sent again
   */
  static boolean passes(SdkException problem, int attempt, boolean repeatable) {
    if (!(problem instanceof AwsServiceException answer)) {
      return repeatable && attempt < ATTEMPTS_WITHOUT_ANSWER && cause(problem).isPresent();
    }
    return answer.isThrottlingException()
        || answer.statusCode() == TOO_MANY_REQUESTS
        || answer.statusCode() >= FIRST_OF_SERVER && !code(answer).startsWith("KMS")
        || code(answer).equals("SnapStartNotReadyException");
  }

  /** Returns the problem in a few words, for a line that says that the call is tried again. */
  static String words(SdkException problem) {
    return problem instanceof AwsServiceException answer
        ? code(answer) + ": " + message(answer)
        : cause(problem).map(Throwable::toString).orElseGet(() -> firstLine(problem.getMessage()));
  }

  /**
   * @param operation of the API, as a policy names it: {@code lambda:InvokeFunction}
   * @param place of the function and its API
   */
  static UserMistake mistake(SdkException problem, String operation, String place) {
    return problem instanceof AwsServiceException answer
        ? refusal(answer, operation, place)
        : notSent(problem, operation, place);
  }

  private static UserMistake refusal(AwsServiceException answer, String operation, String place) {
    String code = code(answer);
    String cause =
        "%s was refused for %s: %s: %s".formatted(operation, place, code, message(answer));
    return new UserMistake(
        cause,
        switch (code) {
          case "ResourceNotFoundException" ->
              "correct its name, or the account and region with --profile and --region; aws lambda"
                  + " list-functions shows what there is";
          case "AccessDeniedException", "AccessDenied" ->
              "have your user or role allowed " + operation + " for this function";
          case "ExpiredTokenException", "ExpiredToken", "RequestExpired" ->
              "log in again: aws sso login, or with new keys";
          case "UnrecognizedClientException",
              "InvalidClientTokenId",
              "InvalidSignatureException",
              "SignatureDoesNotMatch" ->
              "give valid credentials: aws configure, or --profile";
          case "PreconditionFailedException" ->
              "somebody else has changed the function meanwhile: measure when nobody works on it";
          case "ResourceConflictException" ->
              "wait until its update has ended: aws lambda wait function-updated-v2";
          case "CodeStorageExceededException" ->
              "delete old versions, or measure $LATEST without --publish";
          default ->
              code.startsWith("KMS")
                  ? "have the key of its environment variables enabled, and its use allowed"
                      + " (kms:Decrypt) to the function's role"
                  : answer.isThrottlingException() || answer.statusCode() == TOO_MANY_REQUESTS
                      ? "try later, or raise the function's reserved concurrency or the account's"
                          + " limits"
                      : "do what the message says";
        });
  }

  private static UserMistake notSent(SdkException problem, String operation, String place) {
    String said = firstLine(problem.getMessage());
    if (said.contains("Unable to load credentials")) {
      return new UserMistake(
          "no AWS credentials were found",
          "set them up with aws configure or aws sso login, name a profile with --profile, or set"
              + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (any values do for a thaw run)");
    }
    if (said.contains("no credentials for profile")) {
      return new UserMistake(
          said.replaceAll(": ProfileFile\\(.*", ""),
          "set it up with aws configure --profile, or name another one with --profile");
    }
    if (said.contains("Unable to load region")) {
      return noRegion();
    }
    Optional<Throwable> cause = cause(problem);
    if (cause.isPresent()) {
      return new UserMistake(
          "%s of %s got no answer: %s".formatted(operation, place, cause.get()),
          "look at the network, a proxy, and at --endpoint-url and AWS_ENDPOINT_URL_LAMBDA");
    }
    return new UserMistake(
        "%s of %s could not be called: %s".formatted(operation, place, said),
        "correct what it names: credentials, profile, region or endpoint");
  }

  static UserMistake noRegion() {
    return new UserMistake(
        "no AWS region is named", "give --region eu-central-1, for example, or the function's ARN");
  }

  /** Returns the network failure behind the SDK's exception, if that was the cause. */
  private static Optional<Throwable> cause(SdkException problem) {
    if (!(problem instanceof SdkClientException)) {
      return Optional.empty();
    }
    for (Throwable each = problem.getCause(); each != null; each = each.getCause()) {
      if (each instanceof IOException) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  static String code(AwsServiceException answer) {
    // NullAway: the SDK has no annotations; an answer of something else than AWS has no details.
    return answer.awsErrorDetails() == null || answer.awsErrorDetails().errorCode() == null
        ? "HTTP " + answer.statusCode()
        : answer.awsErrorDetails().errorCode();
  }

  private static String message(AwsServiceException answer) {
    return answer.awsErrorDetails() == null
        ? firstLine(answer.getMessage())
        : firstLine(answer.awsErrorDetails().errorMessage());
  }

  private static String firstLine(@Nullable String text) {
    return text == null ? "no message" : text.lines().findFirst().orElse("no message");
  }
}
