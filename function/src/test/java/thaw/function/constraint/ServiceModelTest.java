package thaw.function.constraint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Messages as they were recorded on AWS (2025-11-25, public LocalStack repository, test_lambda_api
 * and test_lambda). That no constraint of the models is missing is in BotoTest.
 */
class ServiceModelTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ALIAS =
      "'Name': 'a', 'FunctionVersion': '1', 'RoutingConfig': {'AdditionalVersionWeights': ";

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }

  /** Of a request with these values in its path and query, and with this body. */
  private static List<String> violations(
      String operation, Map<String, List<String>> located, String body) throws Exception {
    return ServiceModel.of(operation)
        .orElseThrow()
        .violations((_, name) -> located.getOrDefault(name, List.of()), json(body))
        .stream()
        .map(Violation::text)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "Architectures~['X86_64']~Value '[X86_64]' at 'architectures' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy enum value set: [x86_64, arm64], Member must not be null]",
        "Architectures~['x86_64', 'arm64']~Value '[x86_64, arm64]' at 'architectures' failed to satisfy constraint: Member must have length less than or equal to 1",
        "SnapStart~{'ApplyOn': 'invalidOption'}~Value 'invalidOption' at 'snapStart.applyOn' failed to satisfy constraint: Member must satisfy enum value set: [PublishedVersions, None]",
        "VpcConfig~{'SubnetIds': ['sub']}~Value '[sub]' at 'vpcConfig.subnetIds' failed to satisfy constraint: Member must satisfy constraint: [Member must have length less than or equal to 1024, Member must have length greater than or equal to 0, Member must satisfy regular expression pattern: subnet-[0-9a-z]*]",
        "Layers~['arn:aws:lambda:us-east-1:111111111111:layer:a']~Value '[arn:aws:lambda:us-east-1:111111111111:layer:a]' at 'layers' failed to satisfy constraint: Member must satisfy constraint: [Member must have length less than or equal to 2048, Member must have length greater than or equal to 1, Member must satisfy regular expression pattern: (arn:(aws[a-zA-Z-]*)?:lambda:(eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:\\d{12}:layer:[a-zA-Z0-9-_]+:[0-9]+)|(arn:[a-zA-Z0-9-]+:lambda:::awslayer:[a-zA-Z0-9-_]+), Member must not be null]",
        "Environment~{'Variables': {'MY-VAR': 'secret'}}~Value at 'environment.variables' failed to satisfy constraint: Map keys must satisfy constraint: [Member must satisfy regular expression pattern: [a-zA-Z]([a-zA-Z0-9_])+]",
      })
  void members_that_templates_have_too_are_told_in_the_recorded_words(
      String member, String value, String message) throws Exception {
    assertEquals(
        List.of(message),
        ServiceModel.of("CreateFunction")
            .orElseThrow()
            .violations(json("{'%s': %s}".formatted(member, value)))
            .stream()
            .map(Violation::text)
            .toList());
  }

  @Test
  void keys_and_values_of_a_map_are_told_with_the_whole_map() throws Exception {
    assertEquals(
        List.of(
            "Value '{$LATEST=0.5}' at 'routingConfig.additionalVersionWeights' failed to satisfy"
                + " constraint: Map keys must satisfy constraint: [Member must have length less"
                + " than or equal to 1024, Member must have length greater than or equal to 1,"
                + " Member must satisfy regular expression pattern: [0-9]+]"),
        violations("CreateAlias", Map.of(), "{" + ALIAS + "{'$LATEST': 0.5}}}"));
    assertEquals(
        List.of(
            "Value '{2=-1.0}' at 'routingConfig.additionalVersionWeights' failed to satisfy"
                + " constraint: Map value must satisfy constraint: [Member must have value less"
                + " than or equal to 1.0, Member must have value greater than or equal to 0.0,"
                + " Member must not be null]"),
        violations("CreateAlias", Map.of(), "{" + ALIAS + "{'2': -1}}}"));
  }

  @Test
  void the_query_is_told_before_the_path_and_the_path_before_the_body() throws Exception {
    List<String> told =
        violations(
            "CreateFunctionUrlConfig",
            Map.of("FunctionName", List.of("!"), "Qualifier", List.of("$LATEST")),
            "{'InvokeMode': 'UNKNOWN'}");
    assertEquals(4, told.size(), told.toString());
    assertEquals(
        "Value '$LATEST' at 'qualifier' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: ((?!^\\d+$)^[0-9a-zA-Z-_]+$)",
        told.get(0));
    assertTrue(told.get(1).startsWith("Value '!' at 'functionName'"), told.get(1));
    assertEquals(
        "Value null at 'authType' failed to satisfy constraint: Member must not be null",
        told.get(2));
    assertEquals(
        "Value 'UNKNOWN' at 'invokeMode' failed to satisfy constraint: Member must satisfy enum"
            + " value set: [RESPONSE_STREAM, BUFFERED]",
        told.get(3));
  }

  @Test
  void entries_of_a_list_of_structures_have_their_number_in_the_path() throws Exception {
    assertEquals(
        List.of(
            "Value '/tmp/a' at 'fileSystemConfigs.1.member.localMountPath' failed to satisfy"
                + " constraint: Member must satisfy regular expression pattern:"
                + " /mnt/[a-zA-Z0-9-_.]+"),
        violations(
            "UpdateFunctionConfiguration",
            Map.of("FunctionName", List.of("f")),
            "{'FileSystemConfigs': [{'LocalMountPath': '/tmp/a', 'Arn':"
                + " 'arn:aws:elasticfilesystem:us-east-1:123456789012:access-point/fsap-0123456789abcdef0'}]}"));
  }

  @Test
  void another_type_is_an_error_in_a_request_and_is_passed_over_in_a_template() throws Exception {
    ServiceModel model = ServiceModel.of("UpdateFunctionConfiguration").orElseThrow();
    JsonNode members = json("{'VpcConfig': 'none', 'Description': 7}");
    assertThrows(WrongType.class, () -> model.violations((_, _) -> List.of(), members));
    assertEquals(List.of(), model.violations(members));
  }

  @Test
  void streams_of_the_local_dynamodb_are_sources_whatever_the_pattern_says() throws Exception {
    assertEquals(
        List.of(),
        violations(
            "CreateEventSourceMapping",
            Map.of(),
            "{'FunctionName': 'f', 'EventSourceArn':"
                + " 'arn:aws:dynamodb:ddblocal:000000000000:table/t/stream/2026'}"));
  }

  @Test
  void a_model_knows_its_service_and_whether_a_body_is_expected() {
    assertTrue(ServiceModel.of("CreateAlias").orElseThrow().hasValidationError());
    assertTrue(ServiceModel.of("CreateAlias").orElseThrow().concernsBody());
    assertFalse(ServiceModel.of("DeleteAlias").orElseThrow().concernsBody());
    assertFalse(ServiceModel.of("CreateRuntime").orElseThrow().hasValidationError());
    assertTrue(ServiceModel.of("GetAccountSettings").isEmpty());
  }
}
