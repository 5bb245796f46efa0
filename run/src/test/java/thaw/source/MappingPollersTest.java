package thaw.source;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;
import thaw.platform.EventSourceMappings;
import thaw.platform.EventSourceMappings.EventSourceMapping;
import thaw.platform.record.DocumentsInMemory;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.service.AwsJson;

/** Against ElasticMQ, a real broker, in this JVM. */
@SideBySide
class MappingPollersTest {
  private static final String ARN = "arn:aws:sqs:us-east-1:123456789012:brief";

  /** AWS's answer in winglang/wing#1507. */
  @Test
  void a_queue_must_not_give_a_message_again_while_its_function_has_it() throws Exception {
    SQSRestServer broker = SQSRestServerBuilder.withInterface("127.0.0.1").withPort(0).start();
    URI endpoint =
        URI.create("http://127.0.0.1:" + broker.waitUntilStarted().localAddress().getPort());
    ScriptedFunction function = new ScriptedFunction();
    EventSourceMappings sources =
        new EventSourceMappings(new Records(new DocumentsInMemory(new LinkedHashMap<>())));
    try (HttpClient http = HttpClient.newHttpClient();
        MappingPollers mappings =
            MappingPollers.start(
                sources,
                List.of(),
                function.surroundings(Map.of("sqs", endpoint)),
                InstantSource.system())) {
      new AwsJson(http, endpoint, AwsJson.Protocol.SQS, "us-east-1")
          .call("CreateQueue", AwsJson.object().put("QueueName", "brief"));
      EventSourceMapping mapping =
          new EventSourceMapping(
              "one",
              "arn:aws:lambda:us-east-1:123456789012:function:f",
              true,
              Map.of("EventSourceArn", AwsJson.JSON.valueToTree(ARN)),
              Map.of(),
              0);
      assertEquals(
          "Queue visibility timeout: 30 seconds is less than Function timeout: 31 seconds",
          assertThrows(Refused.class, () -> mappings.check(mapping, Duration.ofSeconds(31)))
              .text());
      assertThrows(Refused.class, () -> sources.create(mapping, Duration.ofSeconds(31)));
      assertDoesNotThrow(() -> mappings.check(mapping, Duration.ofSeconds(30)));
    } finally {
      Thread.ofPlatform().daemon().start(broker::stopAndWait);
    }
    assertEquals(List.of(), function.problems);
  }
}
