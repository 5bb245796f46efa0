package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.HangingHook;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** Process test: hooks that do not end are told with the stack of the main thread. */
@Tag("linux")
@Thorough("It waits for four hooks that hang; SnapshotTest has one that is ended")
@SideBySide
class HangingHookTest {
  private static final String FUNCTION =
      """
        %s:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: classes
            Handler: com.example.Hook::run
            Runtime: java25
            MemorySize: 1769
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
            Environment: {Variables: {JAVA_TOOL_OPTIONS: "%s"}}
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void functions() throws Exception {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    HangingHook.compile(folder.resolve("classes"));
    StringBuilder template = new StringBuilder("Resources:\n");
    for (String wait : new String[] {"sleep", "late", "mute", "loop"}) {
      String options = HangingHook.option(wait) + (wait.equals("mute") ? " -Xrs" : "");
      template.append(FUNCTION.formatted(wait.toUpperCase(Locale.ROOT), options));
    }
    Files.writeString(folder.resolve("template.yaml"), template);
  }

  @Test
  void a_hook_that_hangs_is_named() {
    Transcript bench = Transcript.of("bench", folder, "--out", folder.resolve("out"), "--runs", 1);
    assertEquals(2, bench.exit(), bench.err());
    String told = bench.err();
    String hook = "the main thread was in afterRestore of the resource com.example.Hook";
    String link = " (docs/snapstart-failures.md has hangs of public libraries), at";
    assertTrue(told.contains("SLEEP:1: thaw: when time was up " + hook + link), told);
    assertTrue(told.contains(hook + "$Late" + link), told);
    assertTrue(told.contains("at java.util.concurrent.CyclicBarrier.await("), told);
    assertTrue(told.contains("at com.example.Hook.afterRestore("), told);
    assertTrue(
        told.contains(
            "MUTE:1: thaw: when time was up it did not tell where it is: no JVM that takes SIGQUIT"
                + " runs here"),
        told);
    assertTrue(
        told.contains(
            "cannot be restored: restore and hooks did not end within 10 s: it did not tell"),
        told);
    assertTrue(
        told.contains("LOOP cannot start from a snapshot: ") || told.contains("LOOP is left out: "),
        told);
  }
}
