package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.ListeningSocket;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Tool;
import thaw.service.process.ServiceJars;

/**
 * Process tests: what the kernel says that a run listens on, with all that a run can have, is asked
 * as a web page of another site would ask. So a new door without the rule is found, whoever's
 * server it is.
 */
@Tag("linux")
@SideBySide
class EveryListenerTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals:
        Function: {Runtime: java25, CodeUri: classes, MemorySize: 1024, Timeout: 30, Tracing: Active}
      Resources:
        Orders: {Type: 'AWS::SQS::Queue', Properties: {QueueName: orders}}
        Photos: {Type: 'AWS::S3::Bucket', Properties: {BucketName: photos}}
        News: {Type: 'AWS::SNS::Topic', Properties: {TopicName: news}}
        Bus: {Type: 'AWS::Events::EventBus', Properties: {Name: bus}}
        Flow: {Type: 'AWS::Kinesis::Stream', Properties: {Name: flow, ShardCount: 1}}
        Key: {Type: 'AWS::SecretsManager::Secret', Properties: {Name: key, SecretString: s}}
        Setting: {Type: 'AWS::SSM::Parameter', Properties: {Name: /set, Type: String, Value: x}}
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
            FunctionUrlConfig: {AuthType: NONE}
            Events:
              Http: {Type: HttpApi, Properties: {Path: /buy, Method: any}}
              Rest: {Type: Api, Properties: {Path: /buy, Method: any}}
              Queue: {Type: SQS, Properties: {Queue: !GetAtt Orders.Arn}}
              Topic: {Type: SNS, Properties: {Topic: !Ref News}}
              Objects: {Type: S3, Properties: {Bucket: !Ref Photos, Events: 's3:ObjectCreated:*'}}
              Items:
                Type: DynamoDB
                Properties: {Stream: !GetAtt Pets.StreamArn, StartingPosition: LATEST}
              Records:
                Type: Kinesis
                Properties: {Stream: !GetAtt Flow.Arn, StartingPosition: LATEST}
              Put:
                Type: EventBridgeRule
                Properties: {EventBusName: bus, Pattern: {source: [x]}}
        Many:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: many
            Handler: com.example.Door::open
            MemorySize: 2048
            CapacityProviderConfig:
              Arn: arn:aws:lambda:us-east-1:123456789012:capacity-provider:fleet
            FunctionScalingConfig: {MinExecutionEnvironments: 1, MaxExecutionEnvironments: 1}
      """;

  private static final String FORM = "Action=SendMessage&MessageBody=x";

  @TempDir Path folder;
  private int apiPort;

  @BeforeEach
  void an_application() throws Exception {
    Sources.compile(
        folder.resolve("classes"),
        "package com.example; public class Door { public String open(Object event) { return"
            + " \"open\"; } }");
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    apiPort = FreePorts.row(2);
  }

  private RunProcess start(List<String> wrapper, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of(folder.toString(), "--api-port", "" + apiPort));
    arguments.addAll(List.of(more));
    RunProcess life =
        RunProcess.start(
            wrapper, FreePorts.next(), folder.resolve("log"), arguments.toArray(String[]::new));
    try (HttpClient client = HttpClient.newHttpClient()) {
      var answer = client.send(life.invocation("one", "{}").build(), BodyHandlers.ofString());
      assertEquals("\"open\"", answer.body(), life::text);
    }
    return life;
  }

  /**
   * @param ports must be among those that are found
   */
  private void assertClosed(RunProcess life, int... ports) throws Exception {
    List<ListeningSocket> all = ListeningSocket.of(life.process().toHandle());
    Set<Integer> found = all.stream().map(ListeningSocket::port).collect(Collectors.toSet());
    for (int port : ports) {
      assertTrue(found.contains(port), () -> port + " is not among " + all);
    }
    // Thaw, DynamoDB Local, ElasticMQ, S3Proxy
    assertTrue(all.stream().map(ListeningSocket::owner).distinct().count() >= 4, all::toString);
    List<String> open = new ArrayList<>();
    for (ListeningSocket each : all) {
      boolean api = each.port() == apiPort || each.port() == apiPort + 1;
      for (String field :
          List.of(
              "Host: evil.example",
              "Origin: http://evil.example",
              "Origin: null",
              "Sec-Fetch-Site: cross-site",
              "Sec-Fetch-Site: same-site")) {
        for (boolean form : List.of(false, true)) {
          boolean invokesForPages = api && !field.startsWith("Host") && !isForm(field, form);
          if (!invokesForPages && isLetIn(each, request(each, field, form))) {
            open.add((form ? "a form" : "GET") + " with " + field + " at " + each);
          }
        }
      }
    }
    assertTrue(open.isEmpty(), () -> "let in:\n" + String.join("\n", open));
  }

  /** What APIs refuse besides names: forms of another site, by what all browsers tell. */
  private static boolean isForm(String field, boolean form) {
    return form && field.endsWith("cross-site");
  }

  private static String request(ListeningSocket to, String field, boolean form) {
    String host = field.startsWith("Host") ? "" : "Host: 127.0.0.1:" + to.port() + "\r\n";
    String fields = host + field + "\r\nConnection: close\r\n";
    return form
        ? "POST /123456789012/orders HTTP/1.1\r\n"
            + fields
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + FORM.length()
            + "\r\n\r\n"
            + FORM
        : "GET / HTTP/1.1\r\n" + fields + "\r\n";
  }

  private static boolean isLetIn(ListeningSocket to, String request) throws Exception {
    String plain = answer(to, request, false);
    String said = plain.startsWith("HTTP/") ? plain : answer(to, request, true);
    return said.startsWith("HTTP/") && !said.startsWith("HTTP/1.1 403 ");
  }

  /** Returns what comes until the end; empty when nobody answers, or not in this way. */
  private static String answer(ListeningSocket to, String request, boolean secure)
      throws Exception {
    try (Socket socket = secure ? trusting().getSocketFactory().createSocket() : new Socket()) {
      socket.connect(to.address(), 10_000);
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketTimeoutException | SSLException e) {
      return e instanceof SSLException ? "" : "HTTP/ or something else waits for more: " + to;
    } catch (IOException e) {
      return ""; // it hung up
    }
  }

  private static SSLContext trusting() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        null,
        new TrustManager[] {
          new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
              return new X509Certificate[0];
            }
          }
        },
        null);
    return context;
  }

  @Test
  void whatever_listens_of_a_run_refuses_pages_of_other_sites() throws Exception {
    int debugPort = FreePorts.row(2);
    try (RunProcess life = start(List.of(), "--debug-port", "" + debugPort)) {
      assertClosed(life, life.port(), apiPort, apiPort + 1, debugPort);
    }
  }

  @Test
  @Thorough("the same servers as in a run that is no worker")
  void whatever_listens_of_a_worker_does() throws Exception {
    try (RunProcess life =
        start(List.of(), "--worker", "--data", folder.resolve("data").toString())) {
      assertClosed(life, life.port(), apiPort, apiPort + 1);
    }
  }

  @Test
  @Thorough("the same servers as in the run of root")
  void whatever_listens_of_an_ordinary_users_run_does() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    List<String> asOther = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    List<String> probe = new ArrayList<>(asOther);
    probe.add("true");
    assumeTrue(Tool.run(probe).succeeded(), "this host permits no other user");
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespace");
    Path home = Files.createDirectories(folder.resolve("home"));
    for (ServiceJars jars : List.of(ServiceJars.DYNAMODB, ServiceJars.SQS, ServiceJars.S3)) {
      jars.find(home.resolve("thaw/services"), line -> {});
    }
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertTrue(
        Tool.run(List.of("chown", "-R", "65534:65534", home.toString(), temporary.toString()))
            .succeeded());
    List<String> wrapper =
        new ArrayList<>(
            List.of(
                "env",
                "XDG_CACHE_HOME=" + home,
                "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + temporary));
    wrapper.addAll(asOther);
    try (RunProcess life = start(wrapper)) {
      assertClosed(life, life.port(), apiPort, apiPort + 1);
    }
  }
}
