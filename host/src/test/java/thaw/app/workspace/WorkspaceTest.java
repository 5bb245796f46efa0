package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.JvmChoice;
import thaw.cli.TerminalProgress;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.SideBySide;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;

@SideBySide
class WorkspaceTest {
  private static final String HANDLER =
      "public class Handler { public String handle(String event) { return event; } }";

  @TempDir Path folder;

  @Test
  void code_that_changes_while_its_program_is_made_ready_is_not_missed() throws Exception {
    Path code = Files.createDirectories(folder.resolve("code"));
    Path source = Files.writeString(folder.resolve("Handler.java"), HANDLER);
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", code.toString(), "--release", "17", source.toString()));
    Files.writeString(code.resolve("version.txt"), "old");
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("Tested")
            .name("tested")
            .code(new CodeSource.Folder(code))
            .handler("Handler::handle")
            .runtime("java25")
            .memory(new MemorySize(512))
            .timeout(Duration.ofSeconds(10))
            .build();
    JvmChoice jvm = JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL);
    try (Workspace workspace = opened()) {
      workspace.prepareProgram(function, jvm);
      Files.writeString(code.resolve("version.txt"), "young");
      EnvironmentSpec spec = workspace.specify(function, jvm);
      assertEquals("young", Files.readString(spec.code().root().resolve("version.txt")));
    }
  }

  private static Workspace opened() {
    String home = System.getProperty("user.home");
    try {
      System.setProperty("user.home", Path.of("target/test-home").toAbsolutePath().toString());
      return Workspace.open(TerminalProgress.standard());
    } finally {
      System.setProperty("user.home", home);
    }
  }
}
