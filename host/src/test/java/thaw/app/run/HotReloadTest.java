package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/** Process tests: functions whose code changes while {@code thaw run} serves them. */
@SideBySide
class HotReloadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals: {Function: {Runtime: java25, MemorySize: 1769, Timeout: 30}}
      Resources:
        Folder:
          Type: AWS::Serverless::Function
          Properties: {CodeUri: classes, Handler: 'com.example.Shop::sell'}
        Jar:
          Type: AWS::Serverless::Function
          Properties: {CodeUri: shop.jar, Handler: 'com.example.Shop::sell', AutoPublishAlias: live}
        Other:
          Type: AWS::Serverless::Function
          Properties: {CodeUri: other, Handler: 'com.example.Shop::sell'}
      """;

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Path log;

  @BeforeEach
  void write_the_application() throws IOException {
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    compile("classes", "apples");
    compile("other", "apples");
    pack("apples");
    log = folder.resolve("run.log");
  }

  /** A function that says what it sells, after a wait when it is asked to. */
  private void compile(String classes, String goods) throws IOException {
    Sources.compile(
        folder.resolve(classes),
        """
        package com.example;
        import java.util.Map;
        public class Shop {
          public String sell(Map<String, String> event) throws InterruptedException {
            System.out.println("selling " + event.get("id"));
            Thread.sleep(Long.parseLong(event.getOrDefault("millis", "0")));
            return "%s";
          }
        }
        """
            .formatted(goods));
  }

  /** As build tools write jars: in place. */
  private void pack(String goods) throws IOException {
    compile("packed", goods);
    Path jar = Sources.jar(folder.resolve("packed"), folder.resolve("built.jar"));
    Files.copy(jar, folder.resolve("shop.jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  private RunProcess run() throws IOException {
    return RunProcess.start(List.of(), FreePorts.next(), log, folder.toString());
  }

  private String invoke(RunProcess life, String function) throws Exception {
    return client
        .send(life.invocation(function, "{}").build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private void await(RunProcess life, String what) {
    Deadline.await(PATIENCE, what, () -> life.text().contains(what));
  }

  @Test
  void the_next_request_gets_a_changed_class_and_one_that_runs_ends_on_the_old() throws Exception {
    try (RunProcess life = run()) {
      assertEquals("\"apples\"", invoke(life, "Folder"));
      CompletableFuture<HttpResponse<String>> running =
          client.sendAsync(
              life.invocation("Folder", "{\"id\": \"slow\", \"millis\": \"4000\"}").build(),
              HttpResponse.BodyHandlers.ofString());
      await(life, "selling slow");
      compile("classes", "pears");
      await(life, "Folder: new code");
      assertEquals("\"pears\"", invoke(life, "Folder"));
      assertFalse(running.isDone(), "the request that ran before the change has been ended");
      assertEquals("\"apples\"", running.get().body());
      assertFalse(life.text().contains("Jar: new code"), life::text);
      assertFalse(life.text().contains("Other: new code"), life::text);
    }
  }

  @Test
  void a_build_that_is_broken_keeps_what_ran_before_it_and_says_so() throws Exception {
    try (RunProcess life = run()) {
      assertEquals("\"apples\"", invoke(life, "Folder"));
      assertEquals("\"apples\"", invoke(life, "Jar"));
      Files.delete(folder.resolve("classes/com/example/Shop.class"));
      Files.write(folder.resolve("shop.jar"), new byte[] {'P', 'K', 3, 4, 0, 0});
      await(life, "Folder: requests get the code before the change");
      await(life, "Jar: requests get the code before the change");
      assertTrue(life.text().contains("Remedy: "), life::text);
      assertEquals("\"apples\"", invoke(life, "Folder"));
      assertEquals("\"apples\"", invoke(life, "Jar"));
      compile("classes", "pears");
      pack("plums");
      await(life, "Folder: new code");
      await(life, "Jar: new code");
      assertEquals("\"pears\"", invoke(life, "Folder"));
      assertEquals("\"plums\"", invoke(life, "Jar"));
    }
  }

  @Thorough("It waits for a build that takes long; the test beside it reloads after one")
  @Test
  void a_build_that_is_at_work_is_waited_for_and_reloads_once() throws Exception {
    try (RunProcess life = run()) {
      assertEquals("\"apples\"", invoke(life, "Folder"));
      // By its command line a build with Maven, which begins by removing what it will make.
      Process build =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "read go; exit 0",
                  "org.codehaus.plexus.classworlds.launcher.Launcher")
              .directory(folder.toFile())
              .start();
      Path compiled = folder.resolve("classes/com/example/Shop.class");
      Files.delete(compiled);
      CompletableFuture<Void> quiet =
          CompletableFuture.runAsync(
              () -> {}, CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS));
      quiet.get(); // twice as long as is waited when nobody builds
      assertFalse(life.text().contains("Folder: "), life::text);
      compile("classes", "pears");
      build.getOutputStream().close();
      await(life, "Folder: new code");
      assertEquals("\"pears\"", invoke(life, "Folder"));
      assertEquals(1, life.text().lines().filter(line -> line.contains("Folder: ")).count());
      assertFalse(life.text().contains("is not in the deployment package"), life::text);
    }
  }

  @Thorough("It publishes a version anew; the tests beside it reload without")
  @Test
  void the_alias_of_a_function_that_publishes_itself_follows_a_new_jar() throws Exception {
    try (RunProcess life = run()) {
      assertEquals("\"apples\"", invoke(life, "Jar"));
      Deadline.await(PATIENCE, "the alias is there", () -> sells(life, "Jar:live", "apples"));
      pack("pears");
      Deadline.await(PATIENCE, "the alias has moved", () -> sells(life, "Jar:live", "pears"));
      assertEquals("\"pears\"", invoke(life, "Jar"));
      assertEquals("\"apples\"", invoke(life, "Jar:1"), "a published version has changed");
    }
  }

  private boolean sells(RunProcess life, String function, String goods) {
    try {
      return invoke(life, function).equals("\"" + goods + "\"");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Thorough("It waits to see that nothing happens; the tests beside it see what does")
  @Test
  void what_nobody_has_asked_for_is_not_touched_and_no_reload_leaves_all_as_it_is()
      throws Exception {
    try (RunProcess life =
        RunProcess.start(List.of(), FreePorts.next(), log, "--no-reload", folder.toString())) {
      assertEquals("\"apples\"", invoke(life, "Folder"));
      compile("classes", "pears");
      compile("other", "pears");
      assertEquals("\"apples\"", invoke(life, "Folder"));
      assertEquals("\"pears\"", invoke(life, "Other"), "the first request gets what is there");
    }
    try (RunProcess life = run()) {
      assertEquals("\"pears\"", invoke(life, "Folder"));
      compile("other", "plums");
      compile("classes", "plums");
      await(life, "Folder: new code");
      assertEquals("\"plums\"", invoke(life, "Other"));
      assertFalse(life.text().contains("Other: "), life::text);
    }
  }
}
