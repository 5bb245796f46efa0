package thaw.template;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.problem.UserMistake;

/** Values of parameters that a deployment would take, and those that it would refuse. */
class ParameterConstraintsTest {
  @TempDir Path folder;

  private void resolve(String declaration, Map<String, String> given) throws IOException {
    Path file = folder.resolve("template.yaml");
    Files.writeString(file, "Parameters:\n  P: {%s}\nResources: {}\n".formatted(declaration));
    Resolution.of(file, TemplateText.read(file), given, new NoDeployment()).resolved();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '|',
      value = {
        "Type: String, AllowedPattern: '[a-z]+'~dev1~match its AllowedPattern [a-z]+: dev1",
        "Type: String, AllowedPattern: '[a-z]+'~|xY|~match its AllowedPattern [a-z]+: xY",
        "Type: String, MinLength: 3~ab~have a length of at least 3 (its MinLength): ab",
        "Type: String, MaxLength: '3'~abcd~have a length of at most 3 (its MaxLength): abcd",
        "Type: Number, MinValue: 1.5~1.4~be at least 1.5 (its MinValue): 1.4",
        "Type: Number, MaxValue: 10~1e2~be at most 10 (its MaxValue): 1e2",
        "Type: Number~1O~be a number: 1O",
        "Type: List<Number>~1,b~be a number: b",
        "Type: List<Number>, MaxValue: 5~1, 6~be at most 5 (its MaxValue): 6",
        "Type: String, AllowedValues: [a, b]~c~be one of its AllowedValues: c",
        "Type: CommaDelimitedList, AllowedValues: [a, b]~a,c~be one of its AllowedValues: c",
        "Type: CommaDelimitedList, AllowedPattern: '[a-z]'~a,b,cc~match its AllowedPattern [a-z]: cc",
        "Type: String, NoEcho: true, MinLength: 8~hunter2~have a length of at least 8 (its MinLength): its value has NoEcho",
      })
  void a_value_that_a_deployment_refuses_is_refused(String declaration, String value, String must) {
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
  void a_value_that_a_deployment_takes_is_taken(String declaration, String value) {
    assertDoesNotThrow(() -> resolve(declaration, Map.of("P", value)));
  }

  @Test
  void the_remedy_says_what_the_template_says_of_its_constraint() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                resolve(
                    "Type: String, AllowedPattern: '[a-z]+', ConstraintDescription: must have small letters only",
                    Map.of("P", "X")));
    assertEquals(
        "give a value that matches all of it; it must have small letters only", mistake.remedy());
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
