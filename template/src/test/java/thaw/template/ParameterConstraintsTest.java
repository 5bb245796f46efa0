package thaw.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.problem.UserMistake;

/** Values of parameters that a deployment would take, and those that it would refuse. */
class ParameterConstraintsTest {
  @TempDir Path folder;

  private List<String> resolve(String declaration, Map<String, String> given) throws IOException {
    Path file = folder.resolve("template.yaml");
    Files.writeString(file, "Parameters:\n  P: {%s}\nResources: {}\n".formatted(declaration));
    Resolution resolution = Resolution.of(file, TemplateText.read(file), given, new NoDeployment());
    resolution.resolved();
    return resolution.warnings();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '|',
      value = {
        "Type: Number~1O~be a number: 1O",
        "Type: List<Number>~1,b~be a number: b",
        "Type: String, AllowedValues: [a, b]~c~be one of its AllowedValues: c",
        "Type: CommaDelimitedList, AllowedValues: [a, b]~a,c~be one of its AllowedValues: c",
        "Type: String, NoEcho: true, AllowedValues: [a]~hunter2~be one of its AllowedValues: its value has NoEcho",
      })
  void a_value_of_which_nothing_can_be_made_is_refused(
      String declaration, String value, String must) {
    UserMistake given =
        assertThrows(UserMistake.class, () -> resolve(declaration, Map.of("P", value)));
    assertEquals(
        folder.resolve("template.yaml") + ":2:6: parameter P must " + must, given.getMessage());
    UserMistake asDefault =
        assertThrows(
            UserMistake.class, () -> resolve(declaration + ", Default: '" + value + "'", Map.of()));
    assertEquals(given.getMessage(), asDefault.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Type: String, Default: !Sub 'a-${AWS::Region}'~30",
        "Type: CommaDelimitedList, Default: [a, b]~42",
        "Type: String, Default: {a: b}~30"
      })
  void a_default_is_plain_text(String declaration, int column) {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> resolve(declaration, Map.of("P", "a")));
    assertEquals(
        "%s:2:%d: Default of parameter P must be plain text: AWS refuses all else there"
            .formatted(folder.resolve("template.yaml"), column),
        mistake.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '|',
      value = {
        "Type: String, AllowedPattern: '[a-z]+', MinLength: 1, MaxLength: 3~dev",
        "Type: String, MaxLength: 1~|\uD83D\uDE00|",
        "Type: Number, MinValue: -1, MaxValue: 10~-1",
        "Type: List<Number>~||",
        "Type: CommaDelimitedList, AllowedPattern: '[a-z]', MaxLength: 1~a, b",
        "Type: Number, AllowedPattern: x~5",
        "Type: AWS::SSM::Parameter::Value<String>, AllowedPattern: /shop/.*~the value itself",
      })
  void a_value_that_a_deployment_takes_is_taken(String declaration, String value)
      throws IOException {
    assertEquals(List.of(), resolve(declaration, Map.of("P", value)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '|',
      value = {
        "Type: String, AllowedPattern: '[a-z]+'~dev1~: dev1, as it must match its AllowedPattern [a-z]+",
        "Type: String, AllowedPattern: '[a-z]+'~|xY|~: xY, as it must match its AllowedPattern [a-z]+",
        "Type: String, MinLength: 3~ab~: ab, as it must have a length of at least 3 (its MinLength)",
        "Type: String, MaxLength: '3'~abcd~: abcd, as it must have a length of at most 3 (its MaxLength)",
        "Type: Number, MinValue: 1.5~1.4~: 1.4, as it must be at least 1.5 (its MinValue)",
        "Type: Number, MaxValue: 10~1e2~: 1e2, as it must be at most 10 (its MaxValue)",
        "Type: List<Number>, MaxValue: 5~1, 6~: 6, as it must be at most 5 (its MaxValue)",
        "Type: CommaDelimitedList, AllowedPattern: '[a-z]'~a,b,cc~: cc, as it must match its AllowedPattern [a-z]",
        "Type: String, NoEcho: true, MinLength: 8~hunter2~|, whose value has NoEcho, as it must have a length of at least 8 (its MinLength)|",
        "Type: String, MinLength: 3, ConstraintDescription: must be long~ab~: ab, as it must have a length of at least 3 (its MinLength); it must be long",
      })
  void a_value_whose_form_a_deployment_refuses_is_told(
      String declaration, String value, String told) throws IOException {
    List<String> expected =
        List.of(folder.resolve("template.yaml") + ":2:6: a deployment refuses parameter P" + told);
    assertEquals(expected, resolve(declaration, Map.of("P", value)));
    assertEquals(expected, resolve(declaration + ", Default: '" + value + "'", Map.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "AllowedPattern: '[a-'~AllowedPattern of parameter P is no regular expression of Java: Illegal character range",
        "MinLength: few~MinLength of parameter P must be a number: few",
      })
  void a_constraint_that_is_none_is_told_at_its_place(String constraint, String cause) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> resolve("Type: String, " + constraint, Map.of("P", "x")));
    assertEquals(folder.resolve("template.yaml") + ":2:21: " + cause, mistake.getMessage());
  }
}
