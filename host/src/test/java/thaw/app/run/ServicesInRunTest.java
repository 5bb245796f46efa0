package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/** Process tests: what functions and clients of {@code thaw run} have of queues and buckets. */
@SideBySide
class ServicesInRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Orders: {Type: 'AWS::SQS::Queue'}
        Letters: {Type: 'AWS::SQS::Queue'}
        Photos: {Type: 'AWS::S3::Bucket'}
        Seller:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: classes
            Runtime: java25
            MemorySize: 1769
            Timeout: 30
            Handler: com.example.Shop::sell
            DeadLetterQueue: {Type: SQS, TargetArn: !GetAtt Letters.Arn}
            Environment: {Variables: {ORDERS: !Ref Orders, PHOTOS: !Ref Photos}}
      """;

  /** Dials the hosts that an SDK dials which knows no endpoint variables. */
  private static final String FUNCTION =
      """
      package com.example;
      import java.net.HttpURLConnection;
      import java.net.URI;
      import java.util.Map;
      public class Shop {
        public String sell(Map<String, String> event) throws Exception {
          if (event.containsKey("fail")) {
            throw new IllegalStateException("sold out");
          }
          String sent = call("POST", System.getenv("ORDERS"), "Action=SendMessage&MessageBody=apples");
          String host = System.getenv("PHOTOS") + ".s3.us-east-1.amazonaws.com";
          call("PUT", "https://" + host + "/a+b", "picture");
          return sent.contains("<SendMessageResponse") + " " + call("GET", "https://" + host + "/a+b", "");
        }
        private static String call(String method, String url, String body) throws Exception {
          HttpURLConnection to = (HttpURLConnection) URI.create(url).toURL().openConnection();
          to.setRequestMethod(method);
          if (!body.isEmpty()) {
            to.setDoOutput(true);
            to.getOutputStream().write(body.getBytes());
          }
          return new String(to.getInputStream().readAllBytes());
        }
      }
      """;

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private RunProcess life;

  @BeforeEach
  void start() throws IOException {
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    Sources.compile(folder.resolve("classes"), FUNCTION);
    life =
        RunProcess.start(
            List.of(),
            FreePorts.next(),
            folder.resolve("run.log"),
            folder.toString(),
            "--async-time-scale",
            "0.001");
  }

  @AfterEach
  void end() throws Exception {
    life.close();
    client.close();
  }

  /** As it is printed, a moment after the API listens. */
  private URI endpoint(String service) {
    Pattern line = Pattern.compile("export AWS_ENDPOINT_URL_" + service + "=(\\S+)");
    Deadline.await(
        Duration.ofSeconds(30),
        "the endpoint of " + service + " is printed",
        () -> line.matcher(life.text()).find());
    Matcher printed = line.matcher(life.text());
    assertTrue(printed.find(), life::text);
    return URI.create(printed.group(1));
  }

  private JsonNode receive(String queue) throws Exception {
    String url = "https://sqs.us-east-1.amazonaws.com/123456789012/" + queue; // as Ref gives it
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(endpoint("SQS"))
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "AmazonSQS.ReceiveMessage")
                .POST(
                    BodyPublishers.ofString(
                        "{\"QueueUrl\":\"%s\",\"WaitTimeSeconds\":20,\"MessageAttributeNames\":[\"All\"]}"
                            .formatted(url)))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    return JSON.readTree(response.body()).at("/Messages/0");
  }

  private HttpResponse<String> invoke(String event, String type) throws Exception {
    return client.send(
        life.invocation("Seller", event).header("X-Amz-Invocation-Type", type).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void a_function_reaches_queue_and_bucket_and_clients_outside_see_what_it_did() throws Exception {
    HttpResponse<String> response = invoke("{}", "RequestResponse");
    assumeFalse(life.text().contains("do not reach the local services"), life.text());
    assertEquals("\"true picture\"", response.body());
    assertEquals("apples", receive("Orders").path("Body").asText());
    HttpResponse<String> object =
        client.send(
            HttpRequest.newBuilder(endpoint("S3").resolve("/photos/a+b")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals("picture", object.body());
  }

  @Thorough("QueuesTest has dead letters, and the test beside it the same services")
  @Test
  void the_dead_letter_of_an_event_is_in_the_templates_queue() throws Exception {
    assertEquals(202, invoke("{\"fail\": \"x\"}", "Event").statusCode());
    JsonNode letter = receive("Letters");
    assertEquals("{\"fail\": \"x\"}", letter.path("Body").asText());
    assertEquals("sold out", letter.at("/MessageAttributes/ErrorMessage/StringValue").asText());
  }

  @Thorough("It kills a broker that is slow to start; QueuePollerTest ends one, too")
  @Test
  void a_broker_that_is_killed_is_the_functions_error_and_all_else_goes_on() throws Exception {
    ProcessHandle broker =
        life.process()
            .toHandle()
            .descendants()
            .filter(each -> each.info().commandLine().orElse("").contains("LoopbackSqs"))
            .findFirst()
            .orElseThrow();
    broker.destroyForcibly();
    Deadline.await(
        Duration.ofSeconds(10),
        "it is said",
        () -> life.text().contains("ElasticMQ has ended with exit code 137"));
    assertTrue(
        invoke("{}", "RequestResponse").headers().firstValue("X-Amz-Function-Error").isPresent());
    assertFalse(life.text().contains("a fault of Thaw's"), life::text);
    assertEquals(202, invoke("{\"fail\": \"x\"}", "Event").statusCode());
  }
}
