package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.FirstCases;
import thaw.fixture.FreePorts;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.Tool;

/** Process tests: what other users of this machine find of a run, when it runs and afterwards. */
@Tag("linux")
@SideBySide
class OtherUsersTest {
  /** Leaves in /tmp what others could read, change or run, and runs its event as a shell's line. */
  private static final String SOURCE =
      """
      package com.example;
      public class Shell {
        static {
          run("cd /tmp; echo secret > open; chmod 666 open; cp /bin/sh own; chmod 6755 own;"
              + " mkdir all; chmod 777 all");
        }
        public static String run(String line) {
          try {
            Process shell =
                new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
            return new String(shell.getInputStream().readAllBytes()).strip();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
      }
      """;

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals:
        Function: {Runtime: java25, CodeUri: classes, MemorySize: 1024, Timeout: 20}
      Resources:
        Plain:
          Type: AWS::Serverless::Function
          Properties: {FunctionName: plain, Handler: 'com.example.Shell::run'}
        Kept:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: kept
            Handler: com.example.Shell::run
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
      """;

  /** A stranger, and the user as whom functions run. */
  private static final List<Integer> OTHERS = List.of(54321, 993);

  @TempDir Path folder;
  private Path home;
  private Path cache;
  private Path temporary;
  private Path data;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void everything_above_can_be_entered() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    assumeTrue(
        Tool.run(List.of("setpriv", "--reuid=54321", "--clear-groups", "true")).succeeded(),
        "this host permits no other user");
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespace");
    open(folder);
    home = open(Files.createDirectory(folder.resolve("home")));
    cache = home.resolve(".cache/thaw");
    open(Files.createDirectories(cache));
    open(cache.getParent());
    temporary = open(Files.createDirectory(folder.resolve("temporary")));
    data = open(Files.createDirectory(folder.resolve("data")));
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
  }

  private static Path open(Path path) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private RunProcess start(String... more) throws IOException {
    List<String> wrapper =
        new ArrayList<>(
            List.of(
                "env",
                "XDG_CACHE_HOME=" + cache.getParent(),
                "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + temporary));
    wrapper.addAll(List.of(more));
    return RunProcess.start(
        wrapper,
        FreePorts.next(),
        folder.resolve("log"),
        folder.toString(),
        "--data",
        data.toString());
  }

  private String says(RunProcess life, String function, String line) throws Exception {
    HttpResponse<String> answer =
        client.send(life.invocation(function, "\"" + line + "\"").build(), BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), () -> answer.body() + life.text());
    return answer.body();
  }

  private void awaitPublished(RunProcess life) {
    Deadline.await(
        Duration.ofMinutes(2),
        "the version is there",
        () -> {
          try {
            String answer =
                client
                    .send(life.invocation("kept:live", "\"true\"").build(), BodyHandlers.ofString())
                    .body();
            return answer.equals("\"\"");
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(life.text(), e);
          }
        });
  }

  /** Folders whose names root knows, and all that can be reached from them. */
  private void assertClosed() throws IOException {
    List<String> roots = new ArrayList<>();
    for (Path root : List.of(cache, temporary, data)) {
      Files.walkFileTree(root, new Living(roots));
    }
    Path names = folder.resolve("names");
    Files.write(names, roots);
    open(names);
    for (int user : OTHERS) {
      String find =
          "while read -r f; do if [ -r \"$f\" ] || [ -w \"$f\" ]; then echo \"$f\"; fi; done < "
              + names;
      Tool found =
          Tool.run(
              List.of(
                  "setpriv",
                  "--reuid=" + user,
                  "--regid=" + user,
                  "--clear-groups",
                  "sh",
                  "-c",
                  find));
      assertTrue(found.succeeded(), found::output);
      // The two that this test has made, and left open.
      assertEquals(temporary + "\n" + data, found.output().strip(), "user " + user);
    }
    assertTrue(roots.size() > 30, "there was something to find: " + roots);
  }

  @Test
  void they_find_nothing_of_functions_snapshots_and_events() throws Exception {
    InstalledCriu.required(false);
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(home);
    try (RunProcess life = start()) {
      awaitPublished(life);
      assertTrue(life.text().contains("RESTORE_START"), life::text);
      assertEquals("\"\"", says(life, "plain", "echo x > /tmp/plain"));
      assertEquals("\"secret\"", says(life, "kept:live", "cat /tmp/open"), "from the template");
      assertEquals("\"new\"", says(life, "kept:live", "echo new > /tmp/all/a; cat /tmp/all/a"));
      assertEquals("\"new\"", says(life, "kept:live", "echo new > /tmp/b; cat /tmp/b"));
      assertEquals("\"1777\"", says(life, "kept:live", "stat -c %a /tmp"));
      String reached = "find /var/snapshot -mindepth 1 2> /dev/null; echo none";
      assertEquals("\"none\"", says(life, "kept:live", reached), "its own memory");
      String mount = "grep ' /tmp ' /proc/self/mounts | tail -n 1 | grep -c nosuid,nodev";
      assertEquals("\"1\"", says(life, "kept:live", mount));
      assertClosed();
    }
    assertClosed();
    String template = "rwxr-xr-x";
    try (Stream<Path> all = Files.walk(cache.resolve("snapshots"))) {
      List<Path> templates = all.filter(each -> each.endsWith("tmp")).toList();
      assertEquals(1, templates.size());
      assertEquals(
          template,
          PosixFilePermissions.toString(Files.getPosixFilePermissions(templates.getFirst())));
    }
  }

  @Thorough("It looks at the same folders as the test beside it, without CRIU")
  @Test
  void they_find_nothing_of_archives() throws Exception {
    try (RunProcess life = start("THAW_CRIU=/nonexistent")) {
      awaitPublished(life);
      assertTrue(life.text().contains("of its classes, not from a snapshot"), life::text);
      assertTrue(says(life, "kept:live", "ls /var/archive").contains("classes.jar"));
      assertFalse(says(life, "kept:live", "touch /var/archive/a || echo no").isEmpty());
      assertClosed();
    }
    assertClosed();
  }

  @FirstCases(value = 1, rest = "each is one more file in the same folder")
  @ParameterizedTest
  @ValueSource(strings = {"thaw.db", "events.jsonl", "code", "lock"})
  void what_an_earlier_version_has_left_open_is_closed(String name) throws Exception {
    Path old = data.resolve(name);
    if (name.equals("code")) {
      open(Files.createDirectory(old));
      Files.createFile(old.resolve("a.zip"));
    } else {
      Files.createFile(old);
      Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-rw-rw-"));
    }
    for (String store : List.of("snapshots", "function-archives", "archives")) {
      open(Files.createDirectory(cache.resolve(store)));
      Files.createFile(cache.resolve(store).resolve("a"));
    }
    try (RunProcess life = start("THAW_CRIU=/nonexistent")) {
      says(life, "plain", "true");
      assertClosed();
    }
  }

  /** Names without links. What the program removes meanwhile nobody can read either. */
  private static final class Living extends SimpleFileVisitor<Path> {
    private final List<String> names;

    Living(List<String> names) {
      this.names = names;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      names.add(folder.toString());
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (!attributes.isSymbolicLink()) {
        names.add(file.toString());
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
      if (problem instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw problem;
    }
  }
}
