package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.build.StoredJars;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.problem.UserMistake;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Tool;

/** {@code thaw fix}, as a user calls it. */
@Tag("linux")
@SideBySide
class FixTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String HANDLER =
      """
      package com.example;
      import java.util.*;
      public class Handler {
        public Map<String, Object> handle(Map<String, Object> event) {
          return Map.of("id", UUID.randomUUID().toString(), "name", "Pepper");
        }
      }
      """;

  @TempDir Path folder;

  private Path jar() throws Exception {
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(classes, HANDLER);
    return Sources.jar(classes, folder.resolve("app.jar"));
  }

  private static Transcript safe(Path jar, String budget, Path out) throws Exception {
    return Transcript.of(
        "fix",
        jar,
        "--handler",
        "com.example.Handler::handle",
        "--memory",
        1024,
        "--safe",
        "--budget",
        budget,
        "--out",
        out);
  }

  private static void git(Path in, String... arguments) {
    List<String> command =
        new java.util.ArrayList<>(
            List.of("git", "-C", in.toString(), "-c", "user.name=a", "-c", "user.email=a@b"));
    command.addAll(List.of(arguments));
    Tool git = Tool.run(command);
    assertEquals(0, git.exitCode(), git.output());
  }

  @Thorough(
      "It proves a fix by some twenty cold starts; AppJobsTest and FixEventsTest run shorter ones")
  @Test
  void what_is_proven_is_in_the_folder_and_the_exit_code_says_whether_anything_is()
      throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path out = folder.resolve("out");
    Path jar = jar();
    Transcript cut = safe(jar, "1s", out);
    assertTrue(cut.out().contains("the time limit "), cut.out() + cut.err());
    assertTrue(cut.out().contains("run the same command with --budget "), cut.out());
    Transcript fix = safe(jar, "10m", out);
    assertTrue(fix.err().contains("going on with the search that was begun before"), fix.err());
    assertFalse(fix.out().contains("the time limit "), fix.out());
    JsonNode json = JSON.readTree(out.resolve("fix.json").toFile());
    JsonNode archive = null;
    for (JsonNode step : json.path("steps")) {
      assertEquals("safe", step.path("kind").asText());
      assertEquals(2, step.path("predictedMillis").size());
      archive = step.path("id").asText().equals("class-archive") ? step : archive;
    }

    assertTrue(archive != null, fix.err());
    assertEquals(3, archive.path("measuredMillis").size(), json.toString());
    assertEquals(archive.path("kept").asBoolean(), Files.exists(out.resolve("thaw-archive")));
    boolean kept = json.path("steps").valueStream().anyMatch(s -> s.path("kept").asBoolean());
    assertEquals(kept ? 0 : 1, fix.exit(), fix.err());
    assertTrue(json.path("base").path("samples").asInt() >= 4, json.toString());
    assertTrue(json.path("result").path("ratio").asDouble() > 0, json.toString());
    assertTrue(fix.err().contains(" varies: members and types are compared"), fix.err());
    assertTrue(fix.out().contains("class-archive"), fix.out());
    String page = Files.readString(out.resolve("fix.html"));
    assertTrue(page.contains("class-archive") && page.contains("As it is: "), page);
    assertEquals(
        kept,
        page.contains("With what was kept: ")
            || page.contains("With what was kept, in a package with its own JVM: "),
        page);

    Transcript again = safe(jar, "2m", out);
    boolean isNoisy = json.path("steps").toString().contains("too noisy to tell");
    assertEquals(
        !isNoisy, again.err().contains("the search before has left nothing to try"), again.err());
    if (!isNoisy) {
      assertEquals(fix.exit(), again.exit(), again.err());
      assertFalse(again.err().contains("making app.jar as it is"), again.err());
      assertEquals(json, JSON.readTree(out.resolve("fix.json").toFile()), "it stands");
    }
  }

  @Test
  void a_patch_is_applied_and_taken_back_byte_for_byte() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\r\ntwo\n");
    git(project, "init", "-q");
    git(project, "add", "-A");
    git(project, "commit", "-qm", "first");
    Path out = Files.createDirectories(folder.resolve("result"));
    Files.writeString(
        out.resolve("fix.json"),
        """
        {"function": "F", "confirmed": true, "steps": [{"id": "static-x", "kept": true}]}
        """);
    Files.writeString(
        out.resolve(FixFolder.PATCH),
        """
        Step static-x: words that git leaves alone

        diff --git a/a.txt b/a.txt
        --- a/a.txt
        +++ b/a.txt
        @@ -1,2 +1,2 @@
         one\r
        -two
        +three
        """);
    Files.writeString(out.resolve(FixKept.NAME), "{\"function\": \"F\"}");
    FixTree tree = new FixTree(out);
    assertTrue(tree.holds("F"));

    tree.apply(FixTree.requireClean(project));
    assertEquals("one\r\nthree\n", Files.readString(project.resolve("a.txt")));
    assertTrue(tree.isApplied());
    assertFalse(tree.holds("F"), "it was applied");
    UserMistake dirty =
        org.junit.jupiter.api.Assertions.assertThrows(
            UserMistake.class, () -> FixTree.requireClean(project));
    assertTrue(String.valueOf(dirty.getMessage()).contains("a.txt"), dirty.toString());

    tree.undo();
    assertEquals("one\r\ntwo\n", Files.readString(project.resolve("a.txt")));
    assertFalse(tree.isApplied());
  }

  @Test
  void mistakes_are_told_before_anything_is_built() throws Exception {
    Path jar = jar();
    String handler = "com.example.Handler::handle";

    Transcript.of("fix", jar, "--handler", handler, "--budget", "soon")
        .assertMistake("--budget must be a time: soon", "write it like 90s, 10m or 1h");
    Transcript.of("fix", jar, "--handler", handler, "--safe", "--all")
        .assertMistake("--safe and --all exclude each other", "give one of them");
    Transcript.of("fix", jar, "--handler", handler, "--all", "--only", "runtime-25")
        .assertMistake("--only and --all exclude each other", "give one of them");
    Transcript.of("fix", jar, "--handler", handler, "--only", "profile-replay,tls-groups")
        .assertMistake(
            "profile-replay is for starts from a class archive, which --only leaves out",
            "name both: --only class-archive,profile-replay");
    Transcript other = Transcript.of("fix", jar, "--handler", handler, "--only", "runtime");
    assertEquals(2, other.exit(), other.err());
    assertTrue(other.err().contains("there is no remedy runtime"), other.err());
    assertTrue(other.err().contains("runtime-client, runtime-JDK"), other.err());
    Path empty = Files.createDirectories(folder.resolve("empty-" + System.nanoTime()));
    Files.writeString(
        empty.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Orders:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: ., Handler: a.B, Runtime: java25}
        """);
    Transcript unknown = Transcript.of("fix", empty, "--function", "Oders");
    assertEquals(2, unknown.exit(), unknown.err());
    assertTrue(unknown.err().contains("Oders") && unknown.err().contains("Orders"), unknown.err());
    Path notes = Files.createDirectories(folder.resolve("notes"));
    Files.writeString(notes.resolve("fix.json"), "my own");
    Transcript.of("fix", jar, "--handler", handler, "--out", notes)
        .assertMistake(
            notes.resolve("fix.json") + " was not written by thaw fix",
            "give another folder for results: --out DIR");
    assertEquals("my own", Files.readString(notes.resolve("fix.json")));
    Path out = folder.resolve("none");
    Transcript.of("fix", jar, "--undo", "--out", out)
        .assertMistake(
            "nothing was applied from " + out + ", so there is nothing to take back",
            "if --apply had another --out DIR, give that one");
    Transcript apply = Transcript.of("fix", jar, "--handler", handler, "--apply", "--out", out);
    assertEquals(2, apply.exit(), apply.err());
    assertTrue(apply.err().contains("no git repository"), apply.err());
  }

  @Test
  void the_order_of_members_is_no_difference() {
    assertTrue(Responses.isSame("{\"a\":1,\"b\":[1,2]}", "{\"b\":[1,2],\"a\":1}"));
    assertFalse(Responses.isSame("{\"a\":1,\"b\":[1,2]}", "{\"a\":1,\"b\":[2,1]}"));
    assertFalse(Responses.isSame("plain", "text"));
  }

  @Test
  void responses_are_compared_by_members_and_types_where_they_vary() {
    assertEquals(
        Responses.shape("{\"a\":1,\"b\":[\"x\"]}"), Responses.shape("{\"b\":[\"y\"],\"a\":2}"));
    assertFalse(Responses.shape("{\"a\":1}").equals(Responses.shape("{\"a\":\"1\"}")));
  }

  @Test
  void stored_jars_have_the_same_entries_without_compression() throws Exception {
    Path jar = jar();
    Path stored = folder.resolve("stored.jar");

    StoredJars.write(jar, stored);

    try (var before = new java.util.zip.ZipFile(jar.toFile());
        var after = new java.util.zip.ZipFile(stored.toFile())) {
      assertEquals(
          before.stream().map(java.util.zip.ZipEntry::getName).toList(),
          after.stream().map(java.util.zip.ZipEntry::getName).toList());
      assertTrue(
          after.stream().allMatch(each -> each.getMethod() == java.util.zip.ZipEntry.STORED));
    }
  }
}
