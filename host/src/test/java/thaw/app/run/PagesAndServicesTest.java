package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.cli.RunProcess;
import thaw.fixture.Browser;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Deadline;

/**
 * What pages of other sites can do to the local services of a real {@code thaw run} from a real
 * browser: put a message, an item, an object, a record or an event there, or read one. Skipped
 * where there is no Chromium.
 */
@SideBySide
class PagesAndServicesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern ENDPOINT =
      Pattern.compile("AWS_ENDPOINT_URL_(\\w+)=http://127\\.0\\.0\\.1:(\\d+)");
  private static final String SECRET = "the-value-of-key";
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Orders: {Type: 'AWS::SQS::Queue', Properties: {QueueName: orders}}
        Kept: {Type: 'AWS::SQS::Queue', Properties: {QueueName: kept}}
        Photos: {Type: 'AWS::S3::Bucket', Properties: {BucketName: photos}}
        News: {Type: 'AWS::SNS::Topic', Properties: {TopicName: news}}
        Flow: {Type: 'AWS::Kinesis::Stream', Properties: {Name: flow, ShardCount: 1}}
        Key: {Type: 'AWS::SecretsManager::Secret', Properties: {Name: key, SecretString: SECRET}}
        Setting: {Type: 'AWS::SSM::Parameter', Properties: {Name: /set, Type: String, Value: SECRET}}
        Pets:
          Type: AWS::DynamoDB::Table
          Properties:
            TableName: pets
            BillingMode: PAY_PER_REQUEST
            AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
            KeySchema: [{AttributeName: id, KeyType: HASH}]
            StreamSpecification: {StreamViewType: NEW_IMAGE}
        One:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: one
            Handler: com.example.Door::open
            Runtime: java25
            CodeUri: classes
            MemorySize: 1769
            Timeout: 30
            Events:
              Queue: {Type: SQS, Properties: {Queue: !GetAtt Orders.Arn}}
              Topic: {Type: SNS, Properties: {Topic: !Ref News}}
              Objects: {Type: S3, Properties: {Bucket: !Ref Photos, Events: 's3:ObjectCreated:*'}}
              Items:
                Type: DynamoDB
                Properties: {Stream: !GetAtt Pets.StreamArn, StartingPosition: TRIM_HORIZON}
              Records:
                Type: Kinesis
                Properties: {Stream: !GetAtt Flow.Arn, StartingPosition: TRIM_HORIZON}
              Put: {Type: EventBridgeRule, Properties: {Pattern: {source: [page]}}}
      """;

  /**
   * Each service by each way in which a page sends something, with words that the service would
   * understand from a program; what the page gets of it.
   */
  private static final String ATTEMPTS =
      """
      (async base => {
        const said = [];
        const patient = promise => Promise.race(
            [promise, new Promise(done => setTimeout(() => done('no end'), 20000))]);
        const attempt = async (name, promise) =>
            said.push(name + ': ' + await patient(promise.catch(e => 'error')));
        const text = response => response.text();
        const frame = Object.assign(document.createElement('iframe'), {name: 'target'});
        document.body.append(frame);
        const loaded = () => new Promise(done => frame.onload = () => done('loaded'));
        const form = async (name, action, type, fields) => {
          const made = Object.assign(document.createElement('form'),
              {action: action, method: 'POST', enctype: type, target: 'target'});
          for (const [key, value] of Object.entries(fields)) {
            made.append(Object.assign(document.createElement('input'), {name: key, value: value}));
          }
          document.body.append(made);
          const answered = loaded();
          made.submit();
          await attempt('form ' + name, answered);
        };
        const query = fields => new URLSearchParams(fields);
        const queries = [];
        for (const queue of ['orders', 'kept']) {
          queries.push([base.SQS + '/123456789012/' + queue,
              {Action: 'SendMessage', MessageBody: 'of-a-page'}]);
        }
        queries.push([base.SQS + '/', {Action: 'ListQueues'}]);
        queries.push([base.SNS + '/', {Action: 'Publish', Message: 'of-a-page',
            TopicArn: 'arn:aws:sns:us-east-1:123456789012:news'}]);
        queries.push([base.STS + '/', {Action: 'GetSessionToken'}]);
        for (const [url, fields] of queries) {
          await form(url, url, 'application/x-www-form-urlencoded', fields);
          const image = new Image();
          const seen = new Promise(done => image.onload = image.onerror = () => done('shown'));
          image.src = url + '?' + query({...fields, MessageBody: 'of-a-page-image'});
          await attempt('image ' + url, seen);
          const navigated = loaded();
          frame.src = url + '?' + query({...fields, MessageBody: 'of-a-page-frame'});
          await attempt('navigation ' + url, navigated);
          for (const mode of ['cors', 'no-cors']) {
            await attempt(mode + ' ' + url,
                fetch(url, {method: 'POST', mode: mode, body: query(fields)}).then(text));
          }
          navigator.sendBeacon(url, query(fields));
        }
        await form('object', base.S3 + '/photos', 'multipart/form-data',
            {key: 'of-a-page', file: 'x'});
        const item = {id: {S: 'of-a-page'}};
        for (const [service, target, body] of [
            ['DYNAMODB', 'DynamoDB_20120810.PutItem', {TableName: 'pets', Item: item}],
            ['DYNAMODB', 'DynamoDB_20120810.ListTables', {}],
            ['SQS', 'AmazonSQS.SendMessage', {MessageBody: 'of-a-page',
                QueueUrl: base.SQS + '/123456789012/kept'}],
            ['EVENTBRIDGE', 'AWSEvents.PutEvents',
                {Entries: [{Source: 'page', DetailType: 'of-a-page', Detail: '{}'}]}],
            ['KINESIS', 'Kinesis_20131202.PutRecord',
                {StreamName: 'flow', PartitionKey: 'p', Data: 'eA=='}],
            ['SECRETS_MANAGER', 'secretsmanager.GetSecretValue', {SecretId: 'key'}],
            ['SSM', 'AmazonSSM.GetParameter', {Name: '/set'}]]) {
          const json = JSON.stringify(body);
          const url = base[service] + '/?target=' + target;
          await attempt('signed ' + url, fetch(url, {method: 'POST', body: json, headers: {
              'X-Amz-Target': target, 'Content-Type': 'application/x-amz-json-1.1',
              'X-Amz-Date': '20260101T000000Z',
              Authorization: 'AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/dynamodb/'
                  + 'aws4_request, SignedHeaders=host, Signature=0'}}).then(text));
          await attempt('no-cors ' + url,
              fetch(url, {method: 'POST', mode: 'no-cors', body: json}).then(text));
          await form(url, url, 'text/plain', {[json.slice(0, -1) + ', "x": "']: '"}'});
        }
        await attempt('put', fetch(base.S3 + '/photos/of-a-page', {method: 'PUT', body: 'x'})
            .then(text));
        await attempt('list', fetch(base.S3 + '/photos').then(text));
        frame.remove();
        return said;
      })(BASE).then(said => window.done = said, e => window.done = ['' + e])
      """;

  /** At the server elsewhere: method, path and body. */
  private static final List<String> ARRIVED = new CopyOnWriteArrayList<>();

  @TempDir static Path folder;
  private static Browser browser;
  private static HttpServer elsewhere;
  private static HttpClient client;
  private static RunProcess life;
  private static final Map<String, Integer> PORTS = new TreeMap<>();

  @BeforeAll
  static void start() throws Exception {
    browser =
        Browser.start(
            folder.resolve("profile"),
            List.of(
                "--host-resolver-rules=MAP *.example 127.0.0.1",
                // The browser's own protections, which ask the user, are not what is tested.
                "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWarn"));
    elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    elsewhere.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          ARRIVED.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
          byte[] page = "<!DOCTYPE html><title>elsewhere</title>".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.getResponseHeaders().add("Access-Control-Allow-Origin", "*");
          exchange.getResponseHeaders().add("Access-Control-Allow-Methods", "*");
          exchange
              .getResponseHeaders()
              .add("Access-Control-Allow-Headers", "*, Authorization, X-Amz-Target");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    elsewhere.start();
    client = HttpClient.newHttpClient();
    Path application = Files.createDirectories(folder.resolve("services"));
    Sources.compile(
        application.resolve("classes"),
        "package com.example; public class Door { public String open(Object event) { return"
            + " \"open\"; } }");
    Files.writeString(application.resolve("template.yaml"), TEMPLATE.replace("SECRET", SECRET));
    life =
        RunProcess.start(
            List.of(), FreePorts.next(), folder.resolve("log"), application.toString());
    Deadline.await( // it listens before it says where
        Duration.ofSeconds(60), "endpoints are told", () -> life.text().contains("queue orders"));
    Matcher endpoints = ENDPOINT.matcher(life.text());
    while (endpoints.find()) {
      PORTS.put(endpoints.group(1), Integer.valueOf(endpoints.group(2)));
    }
    PORTS.remove("LAMBDA");
    assertEquals(10, PORTS.size(), PORTS::toString);
  }

  @AfterAll
  static void end() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (elsewhere != null) {
      elsewhere.stop(0);
    }
    if (client != null) {
      client.close();
    }
    if (life != null) {
      life.close();
    }
  }

  private static void open(String url) throws Exception {
    browser.open(url, 800, 600, false);
  }

  /** The attempts from the page that is open, each service being under a host of its own. */
  private static String attempted(String host, Map<String, Integer> ports) throws Exception {
    Map<String, String> bases = new TreeMap<>();
    ports.forEach((service, port) -> bases.put(service, "http://" + host + ":" + port));
    browser.evaluate("window.done = null");
    browser.evaluate("void " + ATTEMPTS.replace("BASE", JSON.writeValueAsString(bases)));
    browser.await("window.done !== null");
    JsonNode said = browser.evaluate("window.done");
    assertEquals(49, said.size(), said::toString);
    said.forEach(each -> assertFalse(each.asText().endsWith("no end"), each::asText));
    return said.toString();
  }

  /** As a program, which is let in. */
  private static String asked(String service, String target, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + PORTS.get(service) + "/"))
            .timeout(Duration.ofMinutes(1))
            .header("X-Amz-Target", target)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=0")
            .POST(BodyPublishers.ofString(body));
    var answer = client.send(request.build(), BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer.body());
    return answer.body();
  }

  private static String got(String url) throws Exception {
    return client
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
        .body();
  }

  /** What is there after the attempts is what was there before. */
  private static void assertNothing(String said) throws Exception {
    for (String ours :
        List.of(SECRET, "SendMessageResponse", "TableNames", "ListBucket", "Shard")) {
      assertFalse(said.contains(ours), said);
    }
    String kept = "http://127.0.0.1:" + PORTS.get("SQS") + "/123456789012/kept";
    String messages = asked("SQS", "AmazonSQS.ReceiveMessage", "{\"QueueUrl\": \"" + kept + "\"}");
    assertFalse(messages.contains("of-a-page"), messages);
    String items = asked("DYNAMODB", "DynamoDB_20120810.Scan", "{\"TableName\": \"pets\"}");
    assertEquals(0, JSON.readTree(items).get("Count").asInt(), items);
    String objects = got("http://127.0.0.1:" + PORTS.get("S3") + "/photos");
    assertTrue(objects.contains("ListBucketResult"), objects);
    assertFalse(objects.contains("of-a-page"), objects);
    String requests = got("http://127.0.0.1:" + life.port() + "/_thaw/data/requests?function=one");
    assertEquals(0, JSON.readTree(requests).get("requests").size(), requests);
  }

  /** Else the tests below would hold the browser's patience only. */
  @Test
  void where_nobody_refuses_them_all_attempts_arrive() throws Exception {
    int port = elsewhere.getAddress().getPort();
    open("http://evil.example:" + port + "/");
    ARRIVED.clear();
    Map<String, Integer> ports = new TreeMap<>(PORTS);
    ports.replaceAll((_, _) -> port);
    attempted("127.0.0.1", ports);
    for (String queue : List.of("orders", "kept")) {
      String path = "/123456789012/" + queue;
      String sent = "Action=SendMessage&MessageBody=of-a-page";
      assertEquals(4, arrived("POST " + path + " " + sent), queue); // form, two fetches, beacon
      assertEquals(1, arrived("GET " + path + "?" + sent + "-image "), queue);
      assertEquals(1, arrived("GET " + path + "?" + sent + "-frame "), queue);
    }
    assertEquals(4, arrived("POST / Action=Publish"));
    assertEquals(4, arrived("POST / Action=GetSessionToken"));
    assertEquals(3, arrived("POST /?target=DynamoDB_20120810.PutItem {"));
    assertEquals(3, arrived("POST /?target=AWSEvents.PutEvents {"));
    assertEquals(3, arrived("POST /?target=Kinesis_20131202.PutRecord {"));
    assertEquals(3, arrived("POST /?target=secretsmanager.GetSecretValue {"));
    assertEquals(1, arrived("PUT /photos/of-a-page x"));
    assertEquals(1, arrived("POST /photos "));
  }

  private static long arrived(String begin) {
    return ARRIVED.stream().filter(each -> each.startsWith(begin)).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "localhost", "127.0.0.1"})
  void a_page_elsewhere_puts_nothing_into_services_and_reads_nothing(String host) throws Exception {
    String page = "http://" + host + ":" + elsewhere.getAddress().getPort() + "/";
    open(page);
    assertNothing(attempted("127.0.0.1", PORTS));
    assertNothing(attempted("localhost", PORTS));
    String queue = "http://127.0.0.1:" + PORTS.get("SQS") + "/123456789012/orders";
    browser.evaluate("void (location.href = '" + queue + "?Action=SendMessage&MessageBody=a')");
    browser.await("location.href.includes('SendMessage')");
    assertNothing(browser.evaluate("document.documentElement.innerText").toString());
  }

  /** The rule is held in the servers' own processes, which go on as they did. */
  @Test
  void a_program_keeps_its_connection_and_sends_large_bodies_when_asked() throws Exception {
    String large = "x".repeat(250_000);
    String queue = "http://127.0.0.1:" + PORTS.get("SQS") + "/123456789012/kept";
    for (String[] each :
        new String[][] {
          {
            "SQS",
            "AmazonSQS.SendMessage",
            "{\"QueueUrl\": \"" + queue + "\", \"MessageBody\": \"" + large + "\"}"
          },
          {
            "DYNAMODB",
            "DynamoDB_20120810.GetItem",
            "{\"TableName\": \"pets\", \"Key\": {\"id\": {\"S\": \""
                + large.substring(0, 2000)
                + "\"}}}"
          }
        }) {
      String head =
          """
          POST / HTTP/1.1\r
          Host: localhost:%d\r
          X-Amz-Target: %s\r
          Content-Type: application/x-amz-json-1.0\r
          X-Amz-Date: 20260101T000000Z\r
          Authorization: AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/dynamodb/aws4_request, \
          SignedHeaders=host, Signature=0\r
          Content-Length: %d\r
          """
              .formatted(PORTS.get(each[0]), each[1], each[2].length());
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), PORTS.get(each[0]))) {
        socket.setSoTimeout(30_000);
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream();
        out.write(bytes(head + "Expect: 100-continue\r\n\r\n"));
        assertStatus(100, next(in));
        out.write(bytes(each[2]));
        assertStatus(200, next(in));
        out.write(bytes(head + "Sec-Fetch-Site: cross-site\r\n\r\n" + each[2]));
        assertStatus(403, next(in));
      }
    }
    asked("SQS", "AmazonSQS.PurgeQueue", "{\"QueueUrl\": \"" + queue + "\"}");
  }

  private static void assertStatus(int status, String head) {
    assertTrue(head.startsWith("HTTP/1.1 " + status + " "), head);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Reads one response of a known length. */
  private static String next(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      assertTrue(read >= 0, head::toString);
      head.append((char) read);
    }
    Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
    in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    return head.toString();
  }

  /** A name that leads to its own server first and to this machine then: DNS rebinding. */
  @Test
  void a_page_under_a_name_that_leads_here_does_neither() throws Exception {
    for (int port : PORTS.values()) {
      open("http://evil.example:" + port + "/");
      assertTrue(browser.text("document.body.innerText").contains("evil.example, which is not"));
      assertNothing(attempted("evil.example", PORTS));
    }
  }
}
