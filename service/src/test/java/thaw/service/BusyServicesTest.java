package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;
import thaw.fixture.SideBySide;
import thaw.function.resource.Bucket;
import thaw.function.resource.Queue;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdks;
import thaw.service.busy.Conditions;
import thaw.service.busy.Effect;
import thaw.service.busy.Terms;
import thaw.service.busy.TermsBuilder;
import thaw.service.process.LocalService;

/** Queues and buckets on a busy day, with the real servers behind the relays. */
@SideBySide
class BusyServicesTest {
  private static final List<Effect> EFFECTS = new CopyOnWriteArrayList<>();

  @TempDir static Path base;
  private static Instance instance;
  private static LocalServices services;

  @BeforeAll
  static void start() {
    instance = Instance.open(SandboxHost.probe(), base);
    Terms terms =
        TermsBuilder.builder(Terms.BUSY)
            .times(0)
            .throttled(0.3)
            .slowFor(Duration.ofMillis(1))
            .build();
    services =
        LocalServices.start(
            instance,
            ServiceSpecBuilder.builder()
                .queues(List.of(new Queue("Jobs", "jobs")))
                .buckets(List.of(new Bucket("Photos", "photos")))
                .region("eu-west-1")
                .account("123456789012")
                .jdk(Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow())
                .cache(Path.of("target", "services"))
                .conditions(Optional.of(new Conditions("test", 3, terms, Map.of())))
                .build(),
            _ -> {});
    services.onEffect(EFFECTS::add);
  }

  @AfterAll
  static void stop() {
    services.close();
    instance.close();
  }

  private static <C, B extends AwsClientBuilder<B, C>> C client(B builder, LocalService service) {
    return builder
        .endpointOverride(services.endpoints().get(service))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIA", "s")))
        .overrideConfiguration(each ->
            each.retryStrategy(
                AwsRetryStrategy.standardRetryStrategy().toBuilder()
                    .backoffStrategy(BackoffStrategy.retryImmediately())
                    .throttlingBackoffStrategy(BackoffStrategy.retryImmediately())
                    .build()))
        .region(Region.EU_WEST_1)
        .build();
  }

  @Test
  void messages_come_through_by_the_addresses_of_the_relay() {
    URI endpoint = services.endpoints().get(LocalService.SQS);
    try (SqsClient sqs = client(SqsClient.builder(), LocalService.SQS)) {
      String url = sqs.getQueueUrl(request -> request.queueName("jobs")).queueUrl();
      assertEquals(endpoint.getPort(), URI.create(url).getPort());
      for (int i = 0; i < 10; i++) {
        sqs.sendMessage(request -> request.queueUrl(url).messageBody("hello"));
      }
      var received =
          sqs.receiveMessage(
              request -> request.queueUrl(url).waitTimeSeconds(5).maxNumberOfMessages(10));
      assertFalse(received.messages().isEmpty());
      assertEquals("hello", received.messages().getFirst().body());
    }
    assertTrue(
        EFFECTS.stream().map(Effect::words).anyMatch("SendMessage of jobs: throttled"::equals),
        EFFECTS::toString);
  }

  @Test
  void objects_come_through_and_lists_are_up_to_date() {
    try (S3Client s3 = client(S3Client.builder().forcePathStyle(true), LocalService.S3)) {
      for (int i = 0; i < 10; i++) {
        String key = "key" + i;
        s3.putObject(request -> request.bucket("photos").key(key), RequestBody.fromString(key));
        assertEquals(
            key, s3.getObjectAsBytes(request -> request.bucket("photos").key(key)).asUtf8String());
        assertEquals(
            i + 1, s3.listObjectsV2(request -> request.bucket("photos")).contents().size());
      }
    }
    assertTrue(
        EFFECTS.stream().map(Effect::words).anyMatch("PutObject of photos: throttled"::equals),
        EFFECTS::toString);
  }

  @Test
  void requests_of_our_own_meet_with_nothing() throws Exception {
    URI endpoint = services.endpoints().get(LocalService.SQS);
    try (AwsJson api = AwsJson.of(endpoint.toString(), AwsJson.Protocol.SQS, "eu-west-1")) {
      for (int i = 0; i < 20; i++) {
        api.call("ListQueues", Map.of());
      }
    }
    assertTrue(
        EFFECTS.stream().noneMatch(effect -> effect.operation().equals("ListQueues")),
        EFFECTS::toString);
  }
}
