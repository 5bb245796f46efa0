package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.deployment.TestRegistry;
import thaw.files.Trees;
import thaw.fixture.FreePorts;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Deadline;

/** Process tests: workers, one after the other, each with an empty cache. */
@Tag("linux")
@SideBySide
class SnapshotPushTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir Path folder;
  private Path application;
  private Path criu;
  private int lives;

  @BeforeEach
  void application() throws Exception {
    SandboxHost host = SandboxHost.probe();
    assumeTrue(host.canIsolate(), "this host cannot isolate sandboxes");
    criu = InstalledCriu.required(!host.isRootUser()).binary().resolve("../../..").normalize();
    assumeTrue(!criu.equals(Path.of("/")), "it is the system's");
    application = Files.createDirectories(folder.resolve("app"));
    Sources.compile(
        application.resolve("code"),
        """
        package com.example;
        import java.util.Map;
        import java.util.UUID;
        public class Handler {
          static final String ID = UUID.randomUUID().toString();
          public Map<String, Object> handle(Map<String, Object> event) {
            return Map.of("id", ID);
          }
        }
        """);
    Files.writeString(
        application.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Hello:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              CodeUri: code/
              Handler: com.example.Handler::handle
              MemorySize: 512
              Timeout: 60
        """);
  }

  /** The cache is at the same place, as in the pods of one image. */
  private RunProcess worker(Path volume, String image) throws Exception {
    Trees.delete(folder.resolve("cache"));
    Trees.delete(folder.resolve("data"));
    lives++;
    return RunProcess.start(
        List.of(
            "env",
            "XDG_CACHE_HOME=" + Files.createDirectory(folder.resolve("cache")),
            "THAW_CRIU=" + criu,
            "THAW_SNAPSHOTS=" + volume),
        FreePorts.next(),
        folder.resolve("log-" + lives),
        application.toString(),
        "--worker",
        "--concurrency",
        "2",
        "--data",
        folder.resolve("data").toString(),
        "--snap-start",
        "--push-snapshots",
        image);
  }

  private static String answer(RunProcess life) throws Exception {
    HttpResponse<String> answer;
    try {
      answer =
          CLIENT.send(life.invocation("Hello", "{}").build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError((life.process().isAlive() ? "alive: " : "dead: ") + life.text(), e);
    }
    assertEquals(200, answer.statusCode(), life::text);
    assertTrue(answer.body().contains("\"id\""), () -> answer.body() + life.text());
    return answer.body();
  }

  private static void await(RunProcess life, String said) {
    Deadline.await(
        PATIENCE,
        "it says: " + said,
        () -> life.text().contains(said) || !life.process().isAlive());
    assertTrue(life.text().contains(said), life::text);
  }

  @Thorough("SharedSnapshotTest starts from what another worker has pushed, in one process")
  @Test
  void a_worker_pushes_what_it_took_and_the_next_one_starts_from_it() throws Exception {
    Path volume = Files.createDirectory(folder.resolve("volume"));
    try (TestRegistry registry = new TestRegistry(false)) {
      String image = registry.address() + "/snaps:1";
      String first;
      try (RunProcess life = worker(volume, image)) {
        await(life, "has none that Thaw made");
        first = answer(life);
        await(life, "snapshots were pushed for other workers: " + registry.address());
      }
      registry.mount("1", volume);
      try (RunProcess life = worker(volume, image)) {
        assertEquals(first, answer(life), "memory of the first worker");
        await(life, "is restored from the snapshot of another worker");
        assertTrue(!life.text().contains("making the class archive"), life::text);
      }
    }
  }

  @Thorough(
      "It starts one more worker; SnapshotArtefactTest has a registry that refuses, PushNotesTest"
          + " what a worker then says")
  @Test
  void a_registry_that_refuses_fails_no_request() throws Exception {
    Path volume = Files.createDirectory(folder.resolve("volume"));
    try (TestRegistry registry = new TestRegistry(true);
        RunProcess life = worker(volume, registry.address() + "/snaps:1")) {
      String first = answer(life);
      await(life, "snapshots are not pushed, and requests are served as before: ");
      assertEquals(first, answer(life));
    }
  }
}
