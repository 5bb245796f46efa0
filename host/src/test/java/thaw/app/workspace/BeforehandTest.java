package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;

/** A function that cannot be started, with a table: nobody waits for a database. */
@SideBySide
class BeforehandTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"run", "invoke", "why", "bench", "fix", "package"})
  void no_service_is_started_for_a_function_that_cannot_be(String command) throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Table: {Type: AWS::Serverless::SimpleTable}
          Front:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: orders-prod
              CodeUri: classes
              Handler: com.example.Missing::handle
              Runtime: java25
        """);
    Path out = folder.resolve("out");
    Transcript transcript =
        switch (command) {
          case "run" -> Transcript.of(command, folder, "--port", 0);
          case "invoke" -> Transcript.of(command, folder);
          case "package" -> Transcript.of(command, folder, "--to", "provided", "--out", out);
          default -> Transcript.of(command, folder, "--function", "orders-prod", "--out", out);
        };
    assertEquals(2, transcript.exit(), transcript.err());
    assertTrue(transcript.err().contains("classes is empty"), transcript.err());
    assertFalse(transcript.err().contains("local services"), transcript.err());
  }
}
