package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import thaw.fixture.SideBySide;
import thaw.function.Application;
import thaw.function.Output;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.platform.record.PlatformLimits;
import thaw.runtimeapi.Credentials;

/** What tools ask of CloudFormation, Cloud Control and API Gateway about a stack, and of STS. */
@SideBySide
class StackOperationsTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final String ROLE =
      "Action=AssumeRole&RoleArn=arn:aws:iam::123456789012:role/deployer";

  @TempDir static Path folder;
  private static Application application;
  private static ApiOnPlatform server;
  private static volatile List<Output> outputs = List.of();

  @BeforeAll
  static void serve() throws Exception {
    Files.createDirectory(folder.resolve("task"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Greeter:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: greeter
              CodeUri: task
              Handler: a.B::c
              Runtime: java21
              FunctionUrlConfig: {AuthType: NONE}
              Events:
                Get: {Type: Api, Properties: {Path: /a, Method: get}}
                Post: {Type: HttpApi, Properties: {Path: /a, Method: post}}
          Things: {Type: AWS::Serverless::SimpleTable}
          Jobs: {Type: AWS::SQS::Queue}
          Files: {Type: AWS::S3::Bucket}
        """);
    application = ApplicationReader.read(folder, ReadOptions.defaults());
    server =
        ApiOnPlatform.open(
            folder,
            PlatformLimits.defaults(),
            application.functions(),
            Stack.of(application, "http://127.0.0.1:9324", () -> outputs));
  }

  @AfterAll
  static void stop() {
    server.close();
    assertEquals(List.of(), server.problems());
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(
        request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> ask(String form) throws Exception {
    return send(
        HttpRequest.newBuilder(server.address().resolve("/"))
            .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
            .POST(BodyPublishers.ofString(form + "&Version=2010-05-15")));
  }

  private static Document document(HttpResponse<String> response) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(response.body().getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> texts(Document document, String... names) {
    List<String> found = new ArrayList<>();
    NodeList members = document.getElementsByTagName("member");
    for (int i = 0; i < members.getLength(); i++) {
      List<String> of = new ArrayList<>();
      for (String name : names) {
        of.add(((Element) members.item(i)).getElementsByTagName(name).item(0).getTextContent());
      }
      found.add(String.join(" ", of));
    }
    return found;
  }

  private static String id(String api) {
    return application.apis().stream()
        .filter(each -> each.logicalId().equals(api))
        .findFirst()
        .orElseThrow()
        .id();
  }

  @Test
  void a_stack_of_any_name_has_the_template_s_resources() throws Exception {
    HttpResponse<String> listed = ask("Action=ListStackResources&StackName=any");
    assertEquals(200, listed.statusCode(), listed.body());
    assertEquals(
        List.of(
            "Greeter AWS::Lambda::Function greeter",
            "Things AWS::DynamoDB::Table Things",
            "Jobs AWS::SQS::Queue http://127.0.0.1:9324/123456789012/Jobs",
            "Files AWS::S3::Bucket files",
            "ServerlessRestApi AWS::ApiGateway::RestApi " + id("ServerlessRestApi"),
            "ServerlessHttpApi AWS::ApiGatewayV2::Api " + id("ServerlessHttpApi")),
        texts(document(listed), "LogicalResourceId", "ResourceType", "PhysicalResourceId"));
  }

  @Test
  void a_stack_is_described_by_the_name_that_it_is_asked_for() throws Exception {
    Document stacks = document(ask("Action=DescribeStacks&StackName=mine"));
    assertEquals(List.of("mine CREATE_COMPLETE"), texts(stacks, "StackName", "StackStatus"));
    String id = stacks.getElementsByTagName("StackId").item(0).getTextContent();
    assertTrue(id.contains(":stack/mine/"), id);
    assertEquals(
        List.of("mine"),
        texts(document(ask("Action=DescribeStacks&StackName=" + id)), "StackName"));
    Document one =
        document(ask("Action=DescribeStackResource&StackName=mine&LogicalResourceId=Greeter"));
    assertEquals(
        "greeter", one.getElementsByTagName("PhysicalResourceId").item(0).getTextContent());
  }

  @Test
  void the_one_stack_is_listed_where_its_status_is_asked_for() throws Exception {
    for (String filter :
        List.of(
            "",
            "&StackStatusFilter.member.1=CREATE_COMPLETE",
            "&StackStatusFilter.member.1=UPDATE_COMPLETE&StackStatusFilter.member.2=CREATE_COMPLETE")) {
      HttpResponse<String> listed = ask("Action=ListStacks" + filter);
      assertEquals(200, listed.statusCode(), listed.body());
      Document stacks = document(listed);
      assertEquals(
          List.of("thaw CREATE_COMPLETE"), texts(stacks, "StackName", "StackStatus"), filter);
      String id = stacks.getElementsByTagName("StackId").item(0).getTextContent();
      assertEquals(
          List.of("thaw"),
          texts(document(ask("Action=DescribeStacks&StackName=" + id)), "StackName"));
      assertEquals(1, stacks.getElementsByTagName("CreationTime").getLength());
    }
    HttpResponse<String> others =
        ask("Action=ListStacks&StackStatusFilter.member.1=DELETE_COMPLETE");
    assertEquals(200, others.statusCode(), others.body());
    assertEquals(List.of(), texts(document(others), "StackName"));
  }

  @Test
  void a_status_that_no_stack_can_have_is_refused() throws Exception {
    HttpResponse<String> refused =
        ask(
            "Action=ListStacks&StackStatusFilter.member.1=CREATE_COMPLETE&StackStatusFilter.member.2=DONE");
    assertEquals(400, refused.statusCode());
    assertTrue(refused.body().contains("<Code>ValidationError</Code>"), refused.body());
    assertTrue(refused.body().contains("at 'stackStatusFilter' failed"), refused.body());
    assertTrue(refused.body().contains("DONE"), refused.body());
  }

  @Test
  void a_stack_has_the_template_s_outputs() throws Exception {
    outputs = List.of(new Output("Site", "http://127.0.0.1:1/?a=1&b=<2>"));
    try {
      Document stacks = document(ask("Action=DescribeStacks&StackName=mine"));
      Element output = (Element) stacks.getElementsByTagName("Outputs").item(0).getFirstChild();
      assertEquals("Site", output.getElementsByTagName("OutputKey").item(0).getTextContent());
      assertEquals(
          "http://127.0.0.1:1/?a=1&b=<2>",
          output.getElementsByTagName("OutputValue").item(0).getTextContent());
    } finally {
      outputs = List.of();
    }
  }

  @Test
  void a_resource_is_found_by_its_name_and_one_that_is_not_there_is_no_stack_s() throws Exception {
    Document found = document(ask("Action=DescribeStackResources&PhysicalResourceId=greeter"));
    assertEquals(List.of("thaw Greeter"), texts(found, "StackName", "LogicalResourceId"));
    HttpResponse<String> none = ask("Action=DescribeStackResources&PhysicalResourceId=%3Cnone%3E");
    assertEquals(400, none.statusCode());
    assertTrue(none.body().contains("Stack for &lt;none&gt; does not exist"), none.body());
    assertTrue(none.body().contains("<Code>ValidationError</Code>"), none.body());
    HttpResponse<String> unknown = ask("Action=DeleteStack&StackName=any");
    assertEquals(400, unknown.statusCode());
    assertTrue(unknown.body().contains("<Code>InvalidAction</Code>"), unknown.body());
  }

  /** {@code sam deploy} looks for a stack of its own first, and makes it if there is none. */
  @Test
  void tools_that_deploy_are_told_that_this_is_no_target() throws Exception {
    for (String action :
        List.of(
            "DescribeStacks&StackName=aws-sam-cli-managed-default",
            "CreateChangeSet&StackName=aws-sam-cli-managed-default",
            "CreateChangeSet&StackName=mine",
            "CreateStack&StackName=mine")) {
      HttpResponse<String> refused = ask("Action=" + action);
      assertEquals(400, refused.statusCode(), action);
      assertTrue(
          refused.body().contains("Thaw is no target of deployments"), action + refused.body());
    }
  }

  @Test
  void a_session_of_any_role_is_named_after_both_and_ends_when_it_is_asked_to() throws Exception {
    Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    HttpResponse<String> assumed =
        ask(
            "Action=AssumeRole&RoleArn=arn:aws:iam::210987654321:role/teams/pets/deployer"
                + "&RoleSessionName=tom%40pets&DurationSeconds=900&SourceIdentity=Tom"
                + "&ExternalId=shared:1&Tags.member.1.Key=team&Tags.member.1.Value=pets");
    assertEquals(200, assumed.statusCode(), assumed.body());
    Document session = document(assumed);
    assertEquals("arn:aws:sts::210987654321:assumed-role/deployer/tom@pets", text(session, "Arn"));
    assertTrue(text(session, "AssumedRoleId").matches("AROA\\w{17}:tom@pets"), assumed.body());
    assertEquals("Tom", text(session, "SourceIdentity"));
    assertEquals(Credentials.KEYS.get("AWS_ACCESS_KEY_ID"), text(session, "AccessKeyId"));
    assertEquals(Credentials.KEYS.get("AWS_SECRET_ACCESS_KEY"), text(session, "SecretAccessKey"));
    assertEquals(Credentials.KEYS.get("AWS_SESSION_TOKEN"), text(session, "SessionToken"));
    Instant end = Instant.parse(text(session, "Expiration"));
    assertFalse(end.isBefore(before.plusSeconds(900)), assumed.body());
    assertFalse(end.isAfter(Instant.now().plusSeconds(900)), assumed.body());
    Document usual = document(ask(ROLE + "&RoleSessionName=tom"));
    assertTrue(
        Instant.parse(text(usual, "Expiration")).isAfter(end.plusSeconds(2400)),
        "an hour is usual");
    assertEquals(0, usual.getElementsByTagName("SourceIdentity").getLength());
  }

  @Test
  void a_session_that_sts_would_not_begin_is_refused_with_all_that_is_wrong() throws Exception {
    assertInvalid(
        "Action=AssumeRole",
        "2 validation errors detected: Value null at 'roleArn' failed to satisfy constraint: Member must not be null; Value null at 'roleSessionName' failed to satisfy constraint: Member must not be null");
    String named = ROLE + "&RoleSessionName=tom";
    for (String[] each :
        new String[][] {
          {ROLE + "&RoleSessionName=t", "'t' at 'roleSessionName'", "greater than or equal to 2"},
          {ROLE + "&RoleSessionName=a/b", "'a/b' at 'roleSessionName'", "pattern: [\\w+=,.@-]*"},
          {named + "&DurationSeconds=899", "'899' at 'durationSeconds'", "equal to 900"},
          {named + "&DurationSeconds=43201", "'43201' at 'durationSeconds'", "equal to 43200"},
          {named + "&DurationSeconds=1h", "'1h' at 'durationSeconds'", "an integer"},
          {named + "&SourceIdentity=T", "'T' at 'sourceIdentity'", "equal to 2"},
          {named + "&ExternalId=x", "'x' at 'externalId'", "equal to 2"},
          {named + "&SerialNumber=mfa", "'mfa' at 'serialNumber'", "equal to 9"},
          {named + "&TokenCode=12345a", "'12345a' at 'tokenCode'", "pattern: [\\d]*"}
        }) {
      assertInvalid(each[0], "1 validation error detected: Value " + each[1], each[2]);
    }
    String user = "arn:aws:iam::123456789012:user/tom";
    assertInvalid(
        "Action=AssumeRole&RoleSessionName=tom&RoleArn=" + user,
        "<Message>" + user + " is invalid</Message>");
  }

  private static void assertInvalid(String form, String... parts) throws Exception {
    HttpResponse<String> refused = ask(form);
    assertEquals(400, refused.statusCode(), refused.body());
    assertTrue(refused.body().contains("<Code>ValidationError</Code>"), refused.body());
    for (String part : parts) {
      assertTrue(refused.body().contains(part), part + " in " + refused.body());
    }
  }

  private static String text(Document document, String name) {
    return document.getElementsByTagName(name).item(0).getTextContent();
  }

  @Test
  void stages_of_both_kinds_of_api_are_told() throws Exception {
    for (String[] each :
        new String[][] {
          {"/restapis/" + id("ServerlessRestApi"), "item", "Prod"},
          {"/v2/apis/" + id("ServerlessHttpApi"), "items", "$default"}
        }) {
      HttpResponse<String> stages =
          send(HttpRequest.newBuilder(server.address().resolve(each[0] + "/stages")));
      JsonNode body = new ObjectMapper().readTree(stages.body());
      assertEquals(each[2], body.path(each[1]).path(0).path("stageName").asText(), stages.body());
    }
    HttpResponse<String> none =
        send(HttpRequest.newBuilder(server.address().resolve("/restapis/none/stages")));
    assertEquals(404, none.statusCode());
    assertEquals("NotFoundException", none.headers().firstValue("x-amzn-ErrorType").orElse(""));
  }

  @Test
  void cloud_control_knows_the_url_of_a_function() throws Exception {
    HttpResponse<String> found = resource("greeter");
    JsonNode body = new ObjectMapper().readTree(found.body());
    assertFalse(body.path("ResourceDescription").isMissingNode(), found.body());
    JsonNode properties =
        new ObjectMapper().readTree(body.at("/ResourceDescription/Properties").asText());
    assertEquals(
        server.api().functionUrls().get("greeter"), properties.path("FunctionUrl").asText());
    HttpResponse<String> none = resource("none");
    assertEquals(400, none.statusCode());
    assertEquals(
        "ResourceNotFoundException",
        new ObjectMapper().readTree(none.body()).path("__type").asText());
  }

  private static HttpResponse<String> resource(String identifier) throws Exception {
    return send(
        HttpRequest.newBuilder(server.address().resolve("/"))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "CloudApiService.GetResource")
            .POST(
                BodyPublishers.ofString(
                    "{\"TypeName\": \"AWS::Lambda::Url\", \"Identifier\": \""
                        + identifier
                        + "\"}")));
  }
}
