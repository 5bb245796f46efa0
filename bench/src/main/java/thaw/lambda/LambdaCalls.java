package thaw.lambda;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.LambdaClientBuilder;
import software.amazon.awssdk.services.lambda.model.EnvironmentResponse;
import software.amazon.awssdk.services.lambda.model.GetFunctionConfigurationResponse;
import software.amazon.awssdk.services.lambda.model.InvocationType;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.lambda.model.LogType;
import software.amazon.awssdk.services.lambda.model.PublishVersionResponse;
import software.amazon.awssdk.services.lambda.model.SnapStartOptimizationStatus;
import thaw.problem.UserMistake;

/**
 * The requests to the Lambda API, of one function. What passes (throttling, errors of the server)
 * is asked again, later and later; every other refusal is a {@link UserMistake}.
 */
final class LambdaCalls implements AutoCloseable {
  /**
   * The longest time for the answer to an invocation: the longest timeout is 15 minutes, and an
   * init may come before.
   */
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(17);

  private static final Duration CONNECTING = Duration.ofSeconds(10);
  private static final int ATTEMPTS = 8;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);

  private final LambdaClient client;
  private final FunctionName function;
  private final Duration firstWait;
  private final Consumer<String> said;

  /**
   * @param version that answered
   * @param functionError empty when the invocation gave a result
   * @param roundTripNanos of the attempt that was answered
   */
  record Answer(
      String requestId,
      String version,
      Optional<String> functionError,
      byte[] payload,
      LogTail log,
      long roundTripNanos) {}

  /**
   * @param number of the version
   * @param description that the request gave it
   */
  record Published(String number, String description) {}

  private LambdaCalls(
      LambdaClient client, FunctionName function, Duration firstWait, Consumer<String> said) {
    this.client = client;
    this.function = function;
    this.firstWait = firstWait;
    this.said = said;
  }

  /**
   * @param firstWait before something is asked again; each further one is twice as long
   * @param said is told when something is asked again
   */
  static LambdaCalls open(
      Access access, FunctionName function, Duration firstWait, Consumer<String> said) {
    LambdaClientBuilder builder =
        LambdaClient.builder()
            .httpClientBuilder(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(CONNECTING)
                    .socketTimeout(LONGEST_ANSWER))
            .overrideConfiguration(configuration -> {
              // A request that the SDK repeats by itself would be measured as one.
              configuration.retryStrategy(DefaultRetryStrategy.doNotRetry());
              access.profile().ifPresent(configuration::defaultProfileName);
            });
    access
        .profile()
        .ifPresent(name -> builder.credentialsProvider(ProfileCredentialsProvider.create(name)));
    access.region().or(function::region).map(Region::of).ifPresent(builder::region);
    access.endpoint().ifPresent(builder::endpointOverride);
    try {
      return new LambdaCalls(builder.build(), function, firstWait, said);
    } catch (SdkException e) {
      throw Faults.mistake(e, "lambda:GetFunctionConfiguration", function.unqualified());
    }
  }

  /**
   * @param qualifier a version or an alias; null for {@code $LATEST}
   */
  DeployedFunction configuration(@Nullable String qualifier) throws InterruptedException {
    return described(
        call(
            "lambda:GetFunctionConfiguration",
            true,
            () ->
                client.getFunctionConfiguration(
                    request -> request.functionName(function.unqualified()).qualifier(qualifier))));
  }

  private static DeployedFunction described(GetFunctionConfigurationResponse answer) {
    @Nullable EnvironmentResponse environment = answer.environment();
    boolean unread = environment != null && environment.error() != null;
    return new DeployedFunction(
        text(answer.functionArn()),
        text(answer.functionName()),
        text(answer.version()),
        text(answer.runtimeAsString()),
        text(answer.handler()),
        number(answer.memorySize()),
        number(answer.timeout()),
        answer.architecturesAsStrings().stream().findFirst().orElse("x86_64"),
        text(answer.codeSha256()),
        text(answer.stateAsString()),
        text(answer.lastUpdateStatusAsString()),
        text(
            answer.lastUpdateStatusReason() == null
                ? answer.stateReason()
                : answer.lastUpdateStatusReason()),
        environment == null || unread ? Map.of() : environment.variables(),
        unread
            ? Optional.of(environment.error().errorCode() + ": " + environment.error().message())
            : Optional.empty(),
        answer.snapStart() != null
            && "PublishedVersions".equals(answer.snapStart().applyOnAsString()),
        answer.snapStart() != null
            && answer.snapStart().optimizationStatus() == SnapStartOptimizationStatus.ON,
        answer.loggingConfig() == null ? "Text" : text(answer.loggingConfig().logFormatAsString()),
        text(answer.revisionId()));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static int number(@Nullable Integer value) {
    return value == null ? 0 : value;
  }

  /**
   * Replaces all environment variables of {@code $LATEST}.
   *
   * @param revision that it must have still
   */
  void update(Map<String, String> variables, String revision) throws InterruptedException {
    call(
        "lambda:UpdateFunctionConfiguration",
        false, // a second one would find another revision
        () ->
            client.updateFunctionConfiguration(request ->
                request
                    .functionName(function.unqualified())
                    .revisionId(revision.isEmpty() ? null : revision)
                    .environment(environment -> environment.variables(variables))));
  }

  /**
   * @param revision that {@code $LATEST} must have still
   */
  Published publish(String description, String revision) throws InterruptedException {
    PublishVersionResponse answer =
        call(
            "lambda:PublishVersion",
            false,
            () ->
                client.publishVersion(request ->
                    request
                        .functionName(function.unqualified())
                        .description(description)
                        .revisionId(revision.isEmpty() ? null : revision)));
    return new Published(text(answer.version()), text(answer.description()));
  }

  /** Deletes one version; without a number it would be the whole function. */
  void delete(String number) throws InterruptedException {
    if (!number.matches("[1-9]\\d*")) {
      throw new IllegalArgumentException("must be a version's number: " + number);
    }
    call(
        "lambda:DeleteFunction",
        true,
        () ->
            client.deleteFunction(
                request -> request.functionName(function.unqualified()).qualifier(number)));
  }

  /**
   * Returns whether environments of a version are started ahead, so that invocations find them
   * warm.
   */
  boolean isProvisioned(String qualifier) throws InterruptedException {
    try {
      return call(
                  "lambda:GetProvisionedConcurrencyConfig",
                  true,
                  () ->
                      client.getProvisionedConcurrencyConfig(request ->
                          request.functionName(function.unqualified()).qualifier(qualifier)))
              .requestedProvisionedConcurrentExecutions()
          > 0;
    } catch (UserMistake e) {
      return false; // There is none, or one may not ask. What is warm is not counted anyhow.
    }
  }

  /**
   * @param qualifier a version or an alias; null for {@code $LATEST}
   */
  Answer invoke(@Nullable String qualifier, byte[] event) throws InterruptedException {
    long[] begun = new long[1];
    InvokeResponse answer =
        call(
            "lambda:InvokeFunction",
            false,
            () -> {
              begun[0] = System.nanoTime();
              return client.invoke(request ->
                  request
                      .functionName(function.unqualified())
                      .qualifier(qualifier)
                      .logType(LogType.TAIL)
                      .payload(SdkBytes.fromByteArray(event)));
            });
    long took = System.nanoTime() - begun[0];
    String requestId = answer.responseMetadata().requestId();
    String log =
        new String(Base64.getDecoder().decode(text(answer.logResult())), StandardCharsets.UTF_8);
    return new Answer(
        requestId,
        text(answer.executedVersion()),
        Optional.ofNullable(answer.functionError()),
        answer.payload() == null ? new byte[0] : answer.payload().asByteArray(),
        LogTail.of(log, requestId),
        took);
  }

  /** Asks whether it may be invoked, and has this program load what a request needs. */
  void rehearse(@Nullable String qualifier, byte[] event) throws InterruptedException {
    call(
        "lambda:InvokeFunction",
        true,
        () ->
            client.invoke(request ->
                request
                    .functionName(function.unqualified())
                    .qualifier(qualifier)
                    .invocationType(InvocationType.DRY_RUN)
                    .payload(SdkBytes.fromByteArray(event))));
  }

  /** Returns the endpoint of the API, if it is not AWS's own. */
  Optional<String> endpoint() {
    return client.serviceClientConfiguration().endpointOverride().map(URI::toString);
  }

  /** Waits until the function, or one version of it, is neither changed nor prepared any more. */
  DeployedFunction awaitReady(@Nullable String qualifier, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    Duration look = Duration.ofMillis(100);
    while (true) {
      DeployedFunction now = configuration(qualifier);
      if (!now.update().equals("InProgress") && !now.state().equals("Pending")) {
        return now;
      }
      if (System.nanoTime() > end) {
        throw new UserMistake(
            "%s was not ready within %d min: state %s, last update %s"
                .formatted(now.arn(), patience.toMinutes(), now.state(), now.update()),
            "look at it in the console, and measure when it is ready");
      }
      TimeUnit.NANOSECONDS.sleep(look.toNanos());
      look = shorter(look.multipliedBy(2), LONGEST_LOOK);
    }
  }

  /**
   * @param repeatable whether a request that got no answer may be sent again
   */
  private <T> T call(String operation, boolean repeatable, Supplier<T> request)
      throws InterruptedException {
    Duration wait = firstWait;
    for (int attempt = 1; ; attempt++) {
      try {
        return request.get();
      } catch (SdkException e) {
        if (attempt == ATTEMPTS || !Faults.passes(e, attempt, repeatable)) {
          throw Faults.mistake(e, operation, function.unqualified());
        }
        said.accept(
            "%s, attempt %d of %d: %s; again in %.1f s"
                .formatted(operation, attempt, ATTEMPTS, Faults.words(e), wait.toMillis() / 1e3));
        sleep(wait);
        wait = shorter(wait.multipliedBy(2), LONGEST_WAIT);
      }
    }
  }

  /**
   * Waits so long, or up to a quarter less, so that those who were refused together do not come
   * back together.
   */
  private static void sleep(Duration wait) throws InterruptedException {
    long nanos = wait.toNanos();
    TimeUnit.NANOSECONDS.sleep(nanos - ThreadLocalRandom.current().nextLong(nanos / 4 + 1));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  @Override
  public void close() {
    client.close();
  }
}
