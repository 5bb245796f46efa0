package thaw.service.busy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.sts.StsClient;
import thaw.function.resource.DataStream;
import thaw.function.resource.Topic;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.service.own.Kinesis;
import thaw.service.own.SnsHandler;
import thaw.service.own.StsHandler;
import thaw.service.process.LocalService;

/** What is done to requests, as AWS's own client reads it. */
class BusyHandlerTest {
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);
  private static final String ACCOUNT = "123456789012";

  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<Effect> effects = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  /** A handler that does nothing and says so in any protocol. */
  private record Nothing(AtomicInteger calls) implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      calls.incrementAndGet();
      exchange.body(1 << 20);
      boolean json = exchange.header("content-type").orElse("").contains("json");
      onResponse.accept(
          new Response(200, Map.of(), (json ? "{}" : "").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public Response failed(Exception reason) {
      return Response.line(500, reason.toString());
    }
  }

  private static HttpHandler handler(LocalService service) {
    return switch (service) {
      case KINESIS ->
          new Kinesis(List.of(new DataStream("A", "door", 1)), "us-east-1", ACCOUNT, CLOCK)
              .handler();
      case SNS ->
          new SnsHandler(
              List.of(new Topic("T", "news")),
              List.of(),
              "us-east-1",
              ACCOUNT,
              _ -> {},
              Clock.systemUTC());
      case STS -> new StsHandler(ACCOUNT, Clock.systemUTC());
      case DYNAMODB, EVENT_BRIDGE, LAMBDA, S3, SECRETS_MANAGER, SQS, SSM ->
          new Nothing(new AtomicInteger());
    };
  }

  private static Call call(LocalService service, Exchange exchange) {
    return switch (service) {
      case S3 -> Call.ofS3("GetObject", "photos", exchange);
      case LAMBDA -> Call.of(service, "GetFunction", "Hello", Protocol.REST_JSON, exchange);
      default -> Call.of(service, exchange);
    };
  }

  private String serve(LocalService service, Conditions conditions) {
    Busy busy = new Busy(conditions, effects::add, CLOCK);
    HttpServer server =
        HttpServer.open(
            "127.0.0.1",
            0,
            busy.before(handler(service), exchange -> call(service, exchange)),
            OwnPages.of("127.0.0.1"),
            () -> "request",
            HttpServer.TRANSFER_LIMIT,
            problem -> {
              throw new AssertionError(problem);
            });
    open.add(server);
    return "http://127.0.0.1:" + server.port();
  }

  private <C extends AutoCloseable, B extends AwsClientBuilder<B, C>> C client(
      B builder, String endpoint, RetryStrategy retries) {
    C client =
        builder
            .endpointOverride(URI.create(endpoint))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIA", "s")))
            .overrideConfiguration(configuration -> configuration.retryStrategy(retries))
            .build();
    open.add(client);
    return client;
  }

  private Runnable caller(LocalService service, String endpoint, RetryStrategy retries) {
    return switch (service) {
      case DYNAMODB -> {
        DynamoDbClient dynamo = client(DynamoDbClient.builder(), endpoint, retries);
        yield () ->
            dynamo.putItem(request ->
                request.tableName("orders").item(Map.of("id", AttributeValue.fromS("1"))));
      }
      case KINESIS -> {
        KinesisClient kinesis = client(KinesisClient.builder(), endpoint, retries);
        yield () ->
            kinesis.putRecord(request ->
                request
                    .streamName("door")
                    .partitionKey("k")
                    .data(SdkBytes.fromUtf8String("hello")));
      }
      case LAMBDA -> {
        LambdaClient lambda = client(LambdaClient.builder(), endpoint, retries);
        yield () -> lambda.getFunction(request -> request.functionName("Hello"));
      }
      case S3 -> {
        S3Client s3 = client(S3Client.builder().forcePathStyle(true), endpoint, retries);
        yield () -> s3.getObjectAsBytes(request -> request.bucket("photos").key("a"));
      }
      case SECRETS_MANAGER, EVENT_BRIDGE -> {
        SecretsManagerClient secrets = client(SecretsManagerClient.builder(), endpoint, retries);
        yield () -> secrets.getSecretValue(request -> request.secretId("password"));
      }
      case SNS -> {
        SnsClient sns = client(SnsClient.builder(), endpoint, retries);
        yield () ->
            sns.publish(request ->
                request.topicArn("arn:aws:sns:us-east-1:" + ACCOUNT + ":news").message("hello"));
      }
      case SQS -> {
        SqsClient sqs =
            client(SqsClient.builder().checksumValidationEnabled(false), endpoint, retries);
        yield () ->
            sqs.sendMessage(request ->
                request.queueUrl(endpoint + "/" + ACCOUNT + "/jobs").messageBody("hello"));
      }
      case SSM -> {
        SsmClient ssm = client(SsmClient.builder(), endpoint, retries);
        yield () -> ssm.getParameter(request -> request.name("stage"));
      }
      case STS -> {
        StsClient sts = client(StsClient.builder(), endpoint, retries);
        yield sts::getCallerIdentity;
      }
    };
  }

  private static Conditions only(Terms terms) {
    return new Conditions("test", 1, terms, Map.of());
  }

  private static TermsBuilder always() {
    return TermsBuilder.builder(Terms.FAST).inARow(1000).slowFor(Duration.ofMillis(1));
  }

  @ParameterizedTest
  @EnumSource
  void the_SDK_reads_throttling_of_each_service_as_throttling(LocalService service) {
    String endpoint = serve(service, only(always().throttled(1).build()));
    Runnable call = caller(service, endpoint, AwsRetryStrategy.doNotRetry());
    AwsServiceException refused = assertThrows(AwsServiceException.class, call::run);
    assertTrue(refused.isThrottlingException(), refused::toString);
    assertFalse(refused.awsErrorDetails().errorMessage().isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_is_one_of_the_service(LocalService service) {
    String endpoint = serve(service, only(always().error(1).build()));
    Runnable call = caller(service, endpoint, AwsRetryStrategy.doNotRetry());
    AwsServiceException refused = assertThrows(AwsServiceException.class, call::run);
    assertEquals(500, refused.statusCode());
    assertTrue(
        refused.awsErrorDetails().errorCode().matches("(Internal|Service).*"), refused::toString);
  }

  @ParameterizedTest
  @EnumSource
  void a_token_that_has_expired_has_its_name_in_each_protocol(LocalService service) {
    String endpoint = serve(service, only(always().expired(1).build()));
    Runnable call = caller(service, endpoint, AwsRetryStrategy.doNotRetry());
    AwsServiceException refused = assertThrows(AwsServiceException.class, call::run);
    assertTrue(refused.awsErrorDetails().errorCode().startsWith("ExpiredToken"), refused::toString);
  }

  @Test
  void a_connection_breaks_before_or_after_it_was_done() {
    Nothing service = new Nothing(new AtomicInteger());
    Busy busy = new Busy(only(always().reset(1).build()), effects::add, CLOCK);
    HttpServer server =
        HttpServer.open(
            "127.0.0.1",
            0,
            busy.before(LocalService.DYNAMODB, service),
            OwnPages.of("127.0.0.1"),
            () -> "request",
            HttpServer.TRANSFER_LIMIT,
            _ -> {});
    open.add(server);
    Runnable call =
        caller(
            LocalService.DYNAMODB,
            "http://127.0.0.1:" + server.port(),
            AwsRetryStrategy.doNotRetry());
    for (int i = 0; i < 8; i++) {
      assertThrows(SdkClientException.class, call::run);
    }
    long done = effects.stream().filter(effect -> effect.what().contains("after")).count();
    assertEquals(8, effects.size());
    assertTrue(done > 0 && done < 8, () -> "after it was done: " + done);
    assertEquals(done, service.calls().get());
  }

  @Test
  void a_first_byte_comes_late_and_an_operation_takes_its_time() {
    Terms slow = always().slow(1).slowFor(Duration.ofMillis(60)).build();
    Terms timed = always().median(OptionalDouble.of(60)).build();
    for (Terms terms : List.of(slow, timed)) {
      String endpoint = serve(LocalService.SQS, only(terms));
      Runnable call = caller(LocalService.SQS, endpoint, AwsRetryStrategy.doNotRetry());
      long begin = System.nanoTime();
      call.run();
      assertTrue(System.nanoTime() - begin >= 60_000_000, terms::toString);
    }
    assertEquals("SendMessage of jobs: first byte 60 ms late", effects.getFirst().words());
    assertEquals(1, effects.size());
  }

  static Stream<Long> seeds() {
    return LongStream.rangeClosed(1, 10).boxed();
  }

  /** Of the SDK's standard retries, with its attempts and its quota, but without its waits. */
  private static RetryStrategy standard() {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .backoffStrategy(BackoffStrategy.retryImmediately())
        .throttlingBackoffStrategy(BackoffStrategy.retryImmediately())
        .build();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void the_SDKs_standard_retries_get_over_a_busy_day(long seed) {
    Terms terms = TermsBuilder.builder(Terms.BUSY).times(0).slowFor(Duration.ofMillis(1)).build();
    for (LocalService service : LocalService.values()) {
      String endpoint = serve(service, new Conditions("busy", seed, terms, Map.of()));
      Runnable call = caller(service, endpoint, standard());
      for (int i = 0; i < 20; i++) {
        call.run();
      }
    }
    assertTrue(effects.size() > 10, effects::toString);
  }

  private List<String> faults(long seed) {
    effects.clear();
    String endpoint =
        serve(
            LocalService.DYNAMODB,
            new Conditions(
                "test", seed, TermsBuilder.builder(Terms.BUSY).times(0).slow(0).build(), Map.of()));
    Runnable call = caller(LocalService.DYNAMODB, endpoint, AwsRetryStrategy.doNotRetry());
    List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      int before = effects.size();
      try {
        call.run();
        outcomes.add("done");
      } catch (SdkException e) {
        outcomes.add(effects.get(before).words());
      }
    }
    return outcomes;
  }

  @Test
  void the_same_requests_meet_with_the_same_faults_and_others_by_another_seed() {
    List<String> first = faults(7);
    assertTrue(first.contains("PutItem of orders: throttled"), first::toString);
    assertEquals(first, faults(7));
    assertNotEquals(first, faults(8));
  }

  @Test
  void no_call_meets_with_more_faults_than_it_has_retries() {
    Fates fates = new Fates(only(TermsBuilder.builder(Terms.BUSY).throttled(0.9).build()));
    int inARow = 0;
    for (int i = 0; i < 200; i++) {
      Fault fault =
          fates
              .next(
                  new Call(
                      LocalService.SQS,
                      "SendMessage",
                      "jobs",
                      Protocol.JSON_1_0,
                      OptionalInt.empty(),
                      Optional.empty()))
              .fault();
      inARow = fault == Fault.NONE ? 0 : inARow + 1;
      assertTrue(inARow <= 2, "in a row: " + inARow);
    }
  }

  @Test
  void planted_shares_are_met() {
    Fates fates = new Fates(only(always().throttled(0.1).error(0.05).build()));
    int[] counts = new int[Fault.values().length];
    for (int i = 0; i < 10_000; i++) {
      counts[
          fates
              .next(
                  new Call(
                      LocalService.SQS,
                      "SendMessage",
                      "jobs",
                      Protocol.JSON_1_0,
                      OptionalInt.empty(),
                      Optional.empty()))
              .fault()
              .ordinal()]++;
    }
    assertEquals(1000, counts[Fault.THROTTLED.ordinal()], 100);
    assertEquals(500, counts[Fault.ERROR.ordinal()], 75);
  }
}
