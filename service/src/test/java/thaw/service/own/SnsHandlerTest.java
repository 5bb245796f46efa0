package thaw.service.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.InvalidParameterException;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.NotFoundException;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;
import software.amazon.awssdk.services.sns.model.PublishResponse;
import software.amazon.awssdk.services.sns.model.SnsException;
import software.amazon.awssdk.services.sns.model.Subscription;
import thaw.function.TopicSubscription.Receiver;
import thaw.function.resource.Topic;
import thaw.http.HttpServer;
import thaw.http.OwnPages;

/** The HTTP handler of SNS, asked by AWS's own client. */
class SnsHandlerTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.5Z");
  private static final String ORDERS = "arn:aws:sns:eu-west-1:123456789012:orders";

  private final List<TopicMessage> messages = new ArrayList<>();
  private HttpServer server;
  private SnsClient sns;

  @BeforeEach
  void open() {
    server =
        HttpServer.open(
            "127.0.0.1",
            0,
            new SnsHandler(
                List.of(new Topic("Orders", "orders"), new Topic("Other", "other")),
                List.of(
                    new thaw.function.TopicSubscription(
                        "s",
                        ORDERS,
                        new Receiver.Web("http://localhost:1/"),
                        Optional.empty(),
                        false,
                        "t:1:1")),
                "eu-west-1",
                "123456789012",
                messages::add,
                Clock.fixed(NOW, ZoneOffset.UTC)),
            OwnPages.of(),
            () -> "request",
            Duration.ofSeconds(10),
            problem -> {});
    sns =
        SnsClient.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + server.port()))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIA", "s")))
            .region(Region.EU_WEST_1)
            .build();
  }

  @AfterEach
  void close() {
    sns.close();
    server.close();
  }

  private static MessageAttributeValue attribute(String type, String value) {
    return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
  }

  @Test
  void a_message_is_told_with_its_subject_and_attributes() {
    PublishResponse answer =
        sns.publish(request ->
            request
                .topicArn(ORDERS)
                .subject("new & old")
                .message("7 < 8 & ü+%")
                .messageAttributes(
                    Map.of("kind", attribute("String", "order"), "n", attribute("Number", "7"))));
    assertEquals(
        new TopicMessage(
            answer.messageId(),
            ORDERS,
            Optional.of("new & old"),
            Map.of("default", "7 < 8 & ü+%"),
            Map.of(
                "kind", new TopicMessage.Attribute("String", "order"),
                "n", new TopicMessage.Attribute("Number", "7")),
            NOW),
        messages.getFirst());
  }

  @Test
  void a_structured_message_is_another_text_for_each_protocol() {
    sns.publish(request ->
        request
            .targetArn(ORDERS)
            .messageStructure("json")
            .message("{\"default\": \"all\", \"sqs\": \"queues\"}"));
    assertEquals("queues", messages.getFirst().text("sqs"));
    assertEquals("all", messages.getFirst().text("lambda"));
  }

  @Test
  void a_batch_has_an_answer_for_each_of_its_messages() {
    PublishBatchResponse answer =
        sns.publishBatch(request ->
            request
                .topicArn(ORDERS)
                .publishBatchRequestEntries(
                    one -> one.id("a").message("first"),
                    two -> two.id("b").message("{}").messageStructure("json"),
                    three -> three.id("c").message("third")));
    assertEquals(List.of("a", "c"), answer.successful().stream().map(taken -> taken.id()).toList());
    assertEquals("InvalidParameter", answer.failed().getFirst().code());
    assertEquals(
        List.of("first", "third"),
        messages.stream().map(message -> message.text("lambda")).toList());
  }

  @Test
  void topics_and_subscriptions_are_those_of_the_template() {
    assertEquals(
        List.of(ORDERS, ORDERS.replace("orders", "other")),
        sns.listTopics().topics().stream().map(topic -> topic.topicArn()).toList());
    assertEquals(ORDERS, sns.createTopic(request -> request.name("orders")).topicArn());
    assertEquals(
        "1",
        sns.getTopicAttributes(request -> request.topicArn(ORDERS))
            .attributes()
            .get("SubscriptionsConfirmed"));
    Subscription found =
        sns.listSubscriptionsByTopic(request -> request.topicArn(ORDERS))
            .subscriptions()
            .getFirst();
    assertEquals("http http://localhost:1/", found.protocol() + " " + found.endpoint());
  }

  @Test
  void what_cannot_be_published_is_refused_in_the_words_of_AWS() {
    assertEquals(
        "Topic does not exist",
        assertThrows(
                NotFoundException.class,
                () -> sns.publish(request -> request.topicArn(ORDERS + "x").message("m")))
            .awsErrorDetails()
            .errorMessage());
    for (Map.Entry<String, String> each :
        Map.of(
                "",
                "Invalid parameter: Empty message",
                "x".repeat(256 * 1024 + 1),
                "Invalid parameter: Message too long")
            .entrySet()) {
      assertEquals(
          each.getValue(),
          assertThrows(
                  InvalidParameterException.class,
                  () -> sns.publish(request -> request.topicArn(ORDERS).message(each.getKey())))
              .awsErrorDetails()
              .errorMessage());
    }
    assertTrue(messages.isEmpty());
  }

  @Test
  void an_operation_that_is_not_there_is_named() {
    SnsException refused =
        assertThrows(
            SnsException.class,
            () -> sns.subscribe(request -> request.topicArn(ORDERS).protocol("sqs")));
    assertTrue(
        refused.awsErrorDetails().errorMessage().contains("does not provide 'Subscribe'"),
        refused.awsErrorDetails().errorMessage());
  }
}
