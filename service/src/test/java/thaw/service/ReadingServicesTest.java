package thaw.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;
import software.amazon.awssdk.services.secretsmanager.model.FilterNameStringType;
import software.amazon.awssdk.services.secretsmanager.model.GetSecretValueResponse;
import software.amazon.awssdk.services.secretsmanager.model.ResourceNotFoundException;
import software.amazon.awssdk.services.secretsmanager.model.SecretListEntry;
import software.amazon.awssdk.services.secretsmanager.model.SecretValueEntry;
import software.amazon.awssdk.services.secretsmanager.model.SecretsManagerException;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.ssm.model.GetParametersResponse;
import software.amazon.awssdk.services.ssm.model.Parameter;
import software.amazon.awssdk.services.ssm.model.ParameterMetadata;
import software.amazon.awssdk.services.ssm.model.ParameterNotFoundException;
import software.amazon.awssdk.services.ssm.model.ParameterVersionNotFoundException;
import software.amazon.awssdk.services.ssm.model.SsmException;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.AssumeRoleResponse;
import software.amazon.awssdk.services.sts.model.StsException;
import thaw.fixture.SideBySide;
import thaw.function.resource.Secret;
import thaw.function.resource.StoredParameter;
import thaw.function.resource.StoredParameter.Type;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** The HTTP handlers of Secrets Manager and the Parameter Store, asked by AWS's own clients. */
@SideBySide
class ReadingServicesTest {
  private static final Jdk JDK = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
  private static final String ARN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db";

  @TempDir static Path base;
  private static Instance instance;
  private static LocalServices services;
  private static SecretsManagerClient secrets;
  private static SsmClient ssm;

  @BeforeAll
  static void start() {
    instance = Instance.open(SandboxHost.probe(), base);
    List<StoredParameter> parameters =
        Stream.concat(
                Stream.of(
                    new StoredParameter("a", "/prod/db/url", Type.STRING, "jdbc:x", "where"),
                    new StoredParameter("b", "/prod/key", Type.SECURE_STRING, "s3cret", ""),
                    new StoredParameter("c", "stage", Type.STRING_LIST, "a,b", "")),
                IntStream.range(0, 23)
                    .mapToObj(i ->
                        new StoredParameter(
                            "m", "/many/%02d".formatted(i), Type.STRING, "" + i, "")))
            .toList();
    services =
        LocalServices.start(
            instance,
            ServiceSpecBuilder.builder()
                .secrets(
                    List.of(
                        new Secret(
                            "A", "prod/db", "of the shop", new Secret.Content.Text("{\"a\":1}")),
                        new Secret("B", "keystore", "", new Secret.Content.Binary("/wAB")),
                        new Secret("C", "later", "", new Secret.Content.Missing())))
                .parameters(parameters)
                .region("eu-west-1")
                .account("123456789012")
                .jdk(JDK)
                .cache(base.resolve("cache"))
                .build(),
            line -> {});
    StaticCredentialsProvider credentials =
        StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIAIOSFODNN7EXAMPLE", "s"));
    secrets =
        SecretsManagerClient.builder()
            .endpointOverride(at("AWS_ENDPOINT_URL_SECRETS_MANAGER"))
            .credentialsProvider(credentials)
            .region(Region.EU_WEST_1)
            .build();
    ssm =
        SsmClient.builder()
            .endpointOverride(at("AWS_ENDPOINT_URL_SSM"))
            .credentialsProvider(credentials)
            .region(Region.EU_WEST_1)
            .build();
  }

  private static URI at(String variable) {
    return URI.create(services.variables().get(variable));
  }

  @AfterAll
  static void stop() {
    secrets.close();
    ssm.close();
    services.close();
    instance.close();
  }

  @Test
  void who_asks_sts_gets_credentials_that_no_service_looks_at() {
    try (StsClient sts = sts()) {
      assertEquals("123456789012", sts.getCallerIdentity().account());
      AssumeRoleResponse assumed =
          sts.assumeRole(request ->
              request.roleArn("arn:aws:iam::210987654321:role/a/Reader").roleSessionName("me"));
      assertEquals(
          "arn:aws:sts::210987654321:assumed-role/Reader/me", assumed.assumedRoleUser().arn());
      assertTrue(assumed.credentials().expiration().isAfter(Instant.now()));
      assertEquals(
          assumed.credentials().accessKeyId(),
          sts.assumeRoleWithWebIdentity(request ->
                  request
                      .roleArn("arn:aws:iam::210987654321:role/Reader")
                      .roleSessionName("me")
                      .webIdentityToken("token"))
              .credentials()
              .accessKeyId());
      assertFalse(sts.getSessionToken().credentials().sessionToken().isEmpty());
      StsException refused =
          assertThrows(
              StsException.class,
              () ->
                  sts.assumeRole(request -> request.roleArn("a".repeat(20)).roleSessionName("me")));
      assertEquals("ValidationError", refused.awsErrorDetails().errorCode());
      refused = assertThrows(StsException.class, () -> sts.getFederationToken(r -> r.name("me")));
      assertTrue(refused.getMessage().contains("does not provide 'GetFederationToken'"));
    }
  }

  @Test
  void the_warm_up_of_the_sdk_gets_the_answer_of_sts_to_browsers() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(at("AWS_ENDPOINT_URL_STS").resolve("/")).build(),
              BodyHandlers.ofString());

      assertEquals(302, response.statusCode());
      assertEquals("https://aws.amazon.com/iam", response.headers().firstValue("Location").get());
    }
  }

  private static StsClient sts() {
    return StsClient.builder()
        .endpointOverride(at("AWS_ENDPOINT_URL_STS"))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create("AKIAIOSFODNN7EXAMPLE", "s")))
        .region(Region.EU_WEST_1)
        .build();
  }

  @Test
  void a_secret_is_found_by_its_name_and_both_forms_of_its_ARN() {
    GetSecretValueResponse byName = secrets.getSecretValue(request -> request.secretId("prod/db"));
    assertEquals("{\"a\":1}", byName.secretString());
    assertEquals(List.of("AWSCURRENT"), byName.versionStages());
    assertTrue(byName.arn().matches(ARN + "-[a-z0-9]{6}"), byName.arn());
    for (String id : List.of(byName.arn(), ARN)) {
      assertEquals(
          byName.versionId(), secrets.getSecretValue(request -> request.secretId(id)).versionId());
    }
    assertEquals(
        byName.secretString(),
        secrets
            .getSecretValue(request -> request.secretId("prod/db").versionId(byName.versionId()))
            .secretString());
    assertArrayEquals(
        new byte[] {(byte) 0xFF, 0, 1},
        secrets
            .getSecretValue(request -> request.secretId("keystore"))
            .secretBinary()
            .asByteArray());
  }

  @Test
  void what_is_not_there_is_told_in_the_words_of_AWS() {
    assertTells(
        "Secrets Manager can't find the specified secret.",
        () -> secrets.getSecretValue(request -> request.secretId("prod/dbs")));
    assertTells(
        "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
        () -> secrets.getSecretValue(request -> request.secretId("later")));
    assertTells(
        "Secrets Manager can't find the specified secret value for staging label: AWSPREVIOUS",
        () ->
            secrets.getSecretValue(
                request -> request.secretId("prod/db").versionStage("AWSPREVIOUS")));
  }

  private static void assertTells(
      String message, org.junit.jupiter.api.function.Executable request) {
    ResourceNotFoundException found = assertThrows(ResourceNotFoundException.class, request);
    assertEquals(message, found.awsErrorDetails().errorMessage());
  }

  @Test
  void a_batch_has_the_values_that_are_there_and_an_error_for_each_other() {
    var answer =
        secrets.batchGetSecretValue(request -> request.secretIdList("prod/db", "none", "keystore"));
    assertEquals(
        List.of("prod/db", "keystore"),
        answer.secretValues().stream().map(SecretValueEntry::name).toList());
    assertEquals("none", answer.errors().getFirst().secretId());
    assertEquals("ResourceNotFoundException", answer.errors().getFirst().errorCode());
  }

  @Test
  void secrets_are_described_and_listed_page_by_page() {
    var described = secrets.describeSecret(request -> request.secretId("prod/db"));
    assertEquals("of the shop", described.description());
    assertEquals(
        List.of(List.of("AWSCURRENT")), List.copyOf(described.versionIdsToStages().values()));
    assertEquals(
        List.of("prod/db", "keystore", "later"),
        secrets.listSecretsPaginator(request -> request.maxResults(2)).stream()
            .flatMap(page -> page.secretList().stream())
            .map(SecretListEntry::name)
            .toList());
    assertEquals(
        List.of("prod/db"),
        secrets
            .listSecrets(request ->
                request.filters(filter -> filter.key(FilterNameStringType.NAME).values("prod/")))
            .secretList()
            .stream()
            .map(SecretListEntry::name)
            .toList());
  }

  @Test
  void a_parameter_is_found_by_its_name_its_ARN_and_its_version() {
    Parameter parameter = ssm.getParameter(request -> request.name("/prod/db/url")).parameter();
    assertEquals("jdbc:x", parameter.value());
    assertEquals("arn:aws:ssm:eu-west-1:123456789012:parameter/prod/db/url", parameter.arn());
    assertEquals(parameter, ssm.getParameter(request -> request.name(parameter.arn())).parameter());
    assertEquals(
        "jdbc:x", ssm.getParameter(request -> request.name("/prod/db/url:1")).parameter().value());
    assertThrows(
        ParameterVersionNotFoundException.class,
        () -> ssm.getParameter(request -> request.name("/prod/db/url:2")));
    assertThrows(
        ParameterNotFoundException.class, () -> ssm.getParameter(request -> request.name("/no")));
  }

  @Test
  void a_secure_string_is_readable_only_for_who_asks_for_decryption() {
    assertEquals(
        "s3cret",
        ssm.getParameter(request -> request.name("/prod/key").withDecryption(true))
            .parameter()
            .value());
    Parameter closed = ssm.getParameter(request -> request.name("/prod/key")).parameter();
    assertEquals("SecureString", closed.typeAsString());
    assertFalse(closed.value().contains("s3cret"));
    assertNotEquals("", closed.value());
  }

  @Test
  void several_parameters_are_those_that_are_there_and_the_names_of_the_others() {
    GetParametersResponse answer =
        ssm.getParameters(request -> request.names("stage", "/no", "/prod/db/url"));
    assertEquals(
        Map.of("stage", "a,b", "/prod/db/url", "jdbc:x"),
        answer.parameters().stream()
            .collect(java.util.stream.Collectors.toMap(Parameter::name, Parameter::value)));
    assertEquals(List.of("/no"), answer.invalidParameters());
  }

  @Test
  void a_path_has_the_parameters_below_it_page_by_page() {
    assertEquals(
        List.of("/prod/key"),
        ssm.getParametersByPath(request -> request.path("/prod")).parameters().stream()
            .map(Parameter::name)
            .toList());
    assertEquals(
        List.of("/prod/db/url", "/prod/key"),
        ssm
            .getParametersByPath(request -> request.path("/prod/").recursive(true))
            .parameters()
            .stream()
            .map(Parameter::name)
            .toList());
    assertEquals(
        23,
        ssm.getParametersByPathPaginator(request -> request.path("/many")).stream()
            .flatMap(page -> page.parameters().stream())
            .count());
    assertEquals(10, ssm.getParametersByPath(request -> request.path("/many")).parameters().size());
  }

  @Test
  void parameters_are_described_by_filters() {
    List<ParameterMetadata> found =
        ssm.describeParameters(request ->
                request.parameterFilters(
                    filter -> filter.key("Name").option("BeginsWith").values("/prod/db")))
            .parameters();
    assertEquals(List.of("where"), found.stream().map(ParameterMetadata::description).toList());
  }

  @Test
  void an_operation_that_is_not_there_is_named() {
    SecretsManagerException put =
        assertThrows(
            SecretsManagerException.class,
            () -> secrets.putSecretValue(request -> request.secretId("prod/db").secretString("x")));
    assertEquals("UnknownOperationException", put.awsErrorDetails().errorCode());
    assertTrue(
        put.awsErrorDetails().errorMessage().contains("does not provide PutSecretValue"),
        put.awsErrorDetails().errorMessage());
    SsmException delete =
        assertThrows(
            SsmException.class, () -> ssm.deleteParameter(request -> request.name("stage")));
    assertTrue(
        delete.awsErrorDetails().errorMessage().contains("does not provide DeleteParameter"),
        delete.awsErrorDetails().errorMessage());
  }
}
