package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.cli.Transcript;
import thaw.deployment.DeploymentZip;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** {@code thaw package} of a function that starts an agent of a layer. */
@Tag("linux")
@SideBySide
class PackageAgentsTest {
  private static final String HANDLER =
      """
      package com.example;
      public class Handler {
        public String handle(String event) {
          return event + System.getProperty("said");
        }
      }
      """;
  private static final String WRAPPED = "AWS_LAMBDA_EXEC_WRAPPER: /opt/wrap";
  private static final String NAMED = "JAVA_TOOL_OPTIONS: -javaagent:/opt/agents/agent.jar";

  @TempDir Path folder;
  private Path project;

  @BeforeEach
  void project() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    project = Files.createDirectories(folder.resolve("project"));
    Sources.compile(project.resolve("function"), HANDLER);
    Path wrap = Files.createDirectories(project.resolve("layer/agents")).resolveSibling("wrap");
    Files.writeString(
        wrap,
        "#!/bin/sh\nexport JAVA_TOOL_OPTIONS=-javaagent:/opt/agents/agent.jar\nexec \"$@\"\n");
    Files.setPosixFilePermissions(wrap, PosixFilePermissions.fromString("rwxr-xr-x"));
    agent("System.setProperty(\"said\", \"by one\")");
  }

  private void agent(String premain) throws Exception {
    Path classes = Files.createTempDirectory(folder, "agent");
    Sources.compile(
        classes,
        """
        package an;
        public class Agent {
          public static void premain(String options) {
            %s;
          }
        }
        """
            .formatted(premain));
    Path manifest = Files.createDirectories(classes.resolve("META-INF")).resolve("MANIFEST.MF");
    Files.writeString(manifest, "Manifest-Version: 1.0\nPremain-Class: an.Agent\n\n");
    Sources.jar(classes, project.resolve("layer/agents/agent.jar"));
  }

  private Transcript packaged(String way, String variable, Path out) throws Exception {
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Agents:
            Type: AWS::Serverless::LayerVersion
            Properties:
              ContentUri: layer/
          Greet:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: function/
              Handler: com.example.Handler::handle
              Runtime: java25
              MemorySize: 512
              Timeout: 20
              Environment:
                Variables:
                  %s
              Layers:
                - !Ref Agents
        """
            .formatted(variable));
    return Transcript.of("package", project, "--to", way, "--event", "\"said \"", "--out", out);
  }

  @Test
  void a_zip_starts_the_script_from_an_archive_with_its_agent() throws Exception {
    Path out = folder.resolve("package");
    Transcript made = packaged("provided", WRAPPED, out);
    assertEquals(0, made.exit(), made.err());
    assertTrue(made.err().contains("training the AppCDS archive of"), made.err());
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals("\"said by one\"", invoked.out().strip(), invoked.err());
    assertFalse(invoked.err().contains("class archive"), invoked.err());

    agent("System.setProperty(\"said\", \"by two\")");
    DeploymentZip.write(project.resolve("layer"), out.resolve("layers.zip"));
    Transcript changed = Transcript.of("invoke", out);
    assertEquals("\"said by two\"", changed.out().strip(), changed.err());
    assertTrue(
        changed.err().contains("without its class archive: /opt/agents/agent.jar "), changed.err());
  }

  @Thorough("The archive of a zip is made and compared in the same way")
  @Test
  void an_image_without_a_base_starts_an_agent_that_an_option_names() throws Exception {
    Path out = folder.resolve("package");
    Transcript made = packaged("image", NAMED, out);
    assertEquals(0, made.exit(), made.err());
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals("\"said by one\"", invoked.out().strip(), invoked.err());
    assertFalse(invoked.err().contains("class archive"), invoked.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          image    | AWS_LAMBDA_EXEC_WRAPPER: /opt/wrap         | an image without --base has no shell for that script
          runtime  | AWS_LAMBDA_EXEC_WRAPPER: /opt/wrap         | a customer-managed runtime has neither a shell
          provided | AWS_LAMBDA_EXEC_WRAPPER: /opt/gone         | is neither in the function nor in a layer: /opt/gone
          provided | JAVA_TOOL_OPTIONS: -javaagent:/opt/gone.jar | is neither in the function nor in a layer: /opt/gone.jar
          """)
  void what_cannot_start_an_agent_is_refused(String way, String variable, String why)
      throws Exception {
    Path out = folder.resolve("package");
    Transcript refused = packaged(way, variable, out);
    assertEquals(2, refused.exit(), refused.err());
    assertTrue(refused.err().contains(why), refused.err());
    assertFalse(Files.exists(out), "nothing is half-written");
  }

  @Test
  void an_agent_that_fails_is_named_as_the_cause() throws Exception {
    agent("throw new IllegalStateException(\"no such collector\")");
    Path out = folder.resolve("package");
    Transcript refused = packaged("provided", WRAPPED, out);
    assertEquals(2, refused.exit(), refused.err());
    assertTrue(refused.err().contains("an agent does not start: Caused by: "), refused.err());
    assertTrue(refused.err().contains("no such collector"), refused.err());
    assertFalse(Files.exists(out), "nothing is half-written");
  }
}
