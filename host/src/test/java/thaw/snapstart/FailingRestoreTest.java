package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.SandboxHost;

/**
 * Process test of a function that reads its keys in init, where SnapStart gives it none: what fails
 * is the restore, and no event is to blame.
 */
@Tag("linux")
@SideBySide
class FailingRestoreTest {
  private static final String SOURCE =
      """
      package com.example;
      public class Keys {
        static final String KEY = System.getenv("AWS_ACCESS_KEY_ID");
        public String run() {
          if (KEY == null) {
            throw new IllegalStateException("no keys");
          }
          return "done";
        }
      }
      """;

  private static final String TEMPLATE =
      """
      Resources:
        Keys:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: classes
            Handler: com.example.Keys::run
            Runtime: java25
            MemorySize: 1769
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void function() throws Exception {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
  }

  @Test
  void an_explanation_and_a_search_name_the_restore_and_its_cause() {
    blamesRestore(Transcript.of("why", folder, "--out", folder.resolve("why"), "--runs", 1));
    blamesRestore(
        Transcript.of("fix", folder, "--out", folder.resolve("fix"), "--safe", "--budget", "1s"));
  }

  private static void blamesRestore(Transcript transcript) {
    assertEquals(2, transcript.exit(), transcript.err());
    assertTrue(
        transcript
            .err()
            .contains(
                "Keys fails when it is restored from its snapshot: java.lang.IllegalStateException: no keys;"
                    + " without SnapStart it answers the same event"),
        transcript.err());
  }
}
