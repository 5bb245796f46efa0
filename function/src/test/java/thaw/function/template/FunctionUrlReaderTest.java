package thaw.function.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.FunctionUrl;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

class FunctionUrlReaderTest {
  private static final String HEAD =
      """
      Transform: AWS::Serverless-2016-10-31
      Parameters:
        Origin: {Type: String, Default: https://example.com}
      Resources:
        Pets:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            Handler: com.example.Pets
            CodeUri: classes
      """;

  @TempDir Path folder;

  private Optional<FunctionUrl> read(String properties) throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(folder.resolve("template.yaml"), HEAD + properties.indent(6));
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    assertEquals(List.of(), application.warnings());
    return application.functions().getFirst().url();
  }

  @Test
  void everything_is_read() throws Exception {
    assertEquals(
        Optional.of(
            new FunctionUrl(
                "AWS_IAM",
                Optional.of(
                    new FunctionUrl.Cors(
                        Optional.of(true),
                        Optional.empty(),
                        Optional.of(List.of("GET", "POST")),
                        Optional.of(List.of("https://example.com", "https://other.org")),
                        Optional.of(List.of("x-a")),
                        OptionalInt.of(60))),
                Optional.of("RESPONSE_STREAM"))),
        read(
            """
            FunctionUrlConfig:
              AuthType: AWS_IAM
              InvokeMode: RESPONSE_STREAM
              Cors:
                AllowCredentials: true
                AllowMethods: [GET, POST]
                AllowOrigins: [!Ref Origin, https://other.org]
                ExposeHeaders: x-a
                MaxAge: 60
            """));
  }

  @Test
  void a_function_has_a_url_only_when_it_is_asked_for() throws Exception {
    assertEquals(Optional.empty(), read(""));
    assertEquals(
        Optional.of(new FunctionUrl("NONE", Optional.empty(), Optional.empty())),
        read("FunctionUrlConfig: {AuthType: NONE}"));
  }

  @Test
  void what_lambda_would_refuse_is_refused() {
    assertMistake("{InvokeMode: BUFFERED}", "FunctionUrlConfig has no AuthType");
    assertMistake("{AuthType: none}", "AuthType must be NONE or AWS_IAM: none");
    assertMistake(
        "{AuthType: NONE, InvokeMode: STREAM}",
        "InvokeMode must be BUFFERED or RESPONSE_STREAM: STREAM");
    assertMistake(
        "{AuthType: NONE, Cors: {AllowCredentials: maybe}}",
        "AllowCredentials must be true or false: maybe");
    assertMistake("{AuthType: NONE, Cors: {MaxAge: 86401}}", "MaxAge must be 0..86400 s: 86401");
  }

  private void assertMistake(String config, String cause) {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> read("FunctionUrlConfig: " + config));
    assertEquals(cause, mistake.getMessage().replaceFirst("^.*?template.yaml:\\d+:\\d+: ", ""));
  }
}
