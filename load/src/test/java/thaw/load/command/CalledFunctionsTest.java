package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

class CalledFunctionsTest {
  private static final String FUNCTION =
      """
        %s:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: app/
            Handler: com.example.Handler::handle
            Runtime: java25
            AutoPublishAlias: live
            Environment: {Variables: {%s}}
      """;

  @TempDir Path folder;

  @Test
  void they_are_those_that_variables_name_and_those_that_these_name() throws Exception {
    Files.createDirectories(folder.resolve("app"));
    Files.writeString(
        folder.resolve("template.yaml"),
        "Resources:\n"
            + Stream.of(
                    FUNCTION.formatted("First", "FN: !Ref Second, MORE: 'x, Fourth:live'"),
                    FUNCTION.formatted("Second", "FN: !GetAtt Third.Arn, MORE: First"),
                    FUNCTION.formatted("Third", "FN: !Sub '${Fifth.Arn}:live'"),
                    FUNCTION.formatted("Fourth", "FN: First2"),
                    FUNCTION.formatted("Fifth", "FN: a"),
                    FUNCTION.formatted("First2", "FN: a"),
                    FUNCTION.formatted("Sixth", "FN: !Ref First"))
                .reduce("", String::concat));
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    assertEquals(
        List.of("First", "Second", "Fourth", "Third", "First2", "Fifth"), by(application, "First"));
    assertEquals(List.of("Third", "Fifth"), by(application, "Third"));
    assertEquals(List.of("Fifth"), by(application, "Fifth"));
  }

  private static List<String> by(Application application, String name) {
    return List.copyOf(
        CalledFunctions.by(
            application.functions().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(),
            application));
  }
}
