package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.image.ImageStore;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Tool;

/** {@code thaw package --to worker}: an image that answers as a pod would. */
@Tag("linux")
@SideBySide
class PackageWorkerTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What the cluster's volumes are, and what the container runtime mounts. */
  private static final String CONTAINER =
      """
      set -e
      mount --bind "$1" "$1"
      mount -o remount,ro,bind "$1"
      cd "$1"
      for d in tmp var/cache var/lib/thaw; do mount -t tmpfs -o mode=1777 v "$1/$d"; done
      mount -t proc p "$1/proc"
      mount --bind /dev "$1/dev"
      exec chroot --userspec=65532:65532 "$@"
      """;

  private static final Pattern ADDRESS = Pattern.compile("at (http://127\\.0\\.0\\.1:\\d+)$");

  @TempDir Path folder;

  private Path application() throws Exception {
    Path root = Files.createDirectories(folder.resolve("app"));
    Path code = Files.createDirectories(root.resolve("code"));
    Sources.compile(code, PackagedHandler.SOURCE);
    Files.writeString(code.resolve("words.txt"), "hello ");
    Files.writeString(
        root.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Hello:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              CodeUri: code/
              Handler: com.example.Handler::handle
              MemorySize: 256
              Timeout: 60
          Pets:
            Type: AWS::Serverless::SimpleTable
        """);
    return root;
  }

  @Thorough(
      "It builds two images of a worker; PackageImageTest builds one of a function in the same way")
  @Test
  void the_image_is_the_same_each_time_and_answers_as_nobody_on_a_read_only_root()
      throws Exception {
    Path app = application();
    Path out = folder.resolve("worker");
    Transcript made = Transcript.of("package", app, "--to", "worker", "--out", out);
    assertEquals(0, made.exit(), made.err());
    assertTrue(made.out().contains("worker with 1 functions: "), made.out());
    Path again = folder.resolve("again");
    assertEquals(0, Transcript.of("package", app, "--to", "worker", "--out", again).exit());
    assertEquals(-1, Files.mismatch(out.resolve("image.tar"), again.resolve("image.tar")));
    JsonNode manifest = JSON.readTree(out.resolve("manifest.json").toFile());
    assertEquals("worker", manifest.path("way").asText());
    assertTrue(
        manifest.toString().contains("/thaw/services/dynamodb-local-"),
        "a pod cannot download what serves the table");

    assumeTrue("root".equals(System.getProperty("user.name")), "only root mounts and chroots");
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    assumeTrue(
        Tool.run(List.of("unshare", "--user", "--map-user=65532", "--mount", "true")).succeeded(),
        "this host permits no user namespaces");
    List<String> trained = new ArrayList<>();
    manifest.path("files").forEach(file -> trained.add(file.path("path").asText()));
    trained.removeIf(path -> !path.startsWith("/thaw/trained/"));
    assertEquals(3, trained.size(), "of Thaw, of the client with boxes and without: " + trained);
    ImageStore.Unpacked image =
        new ImageStore(folder.resolve("images"), _ -> {}).put(out.resolve("image.tar"));
    List<String> archives = Collections.synchronizedList(new ArrayList<>());
    JsonNode answer = answered(image, archives);
    assertEquals("hello Pepper", answer.path("said").asText());
    assertEquals("/thaw/jre", answer.path("by").asText());
    assertFalse(answer.path("shell").asBoolean(true), "the host's system is not to be seen");
    assertEquals(List.of(), archives, "what came with the image fits there");
  }

  /** By itself a JVM starts without an archive that does not fit, and says nothing. */
  private static List<String> withItsArchiveOrNotAtAll(List<String> entryPoint) {
    List<String> words = new ArrayList<>(entryPoint);
    assertTrue(words.contains("-XX:AOTCache=/thaw/trained/thaw.aot"), words.toString());
    words.removeIf(word -> word.startsWith("-Xlog:"));
    words.add(1, "-XX:AOTMode=on");
    return words;
  }

  /**
   * @param archives gets what the worker says of class archives
   */
  private static JsonNode answered(ImageStore.Unpacked image, List<String> archives)
      throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", CONTAINER));
    words.addAll(List.of("worker", image.root().toString()));
    words.addAll(withItsArchiveOrNotAtAll(image.settings().entryPoint()));
    words.addAll(List.of("--port", "0", "--data", "/var/lib/thaw/events", "--drain", "1"));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(image.settings().environment());
    builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    Process worker = builder.start();
    BufferedReader lines = worker.inputReader(); // ends with the worker: closed before, it waits
    try {
      String url = "";
      List<String> said = new ArrayList<>();
      for (String line = lines.readLine(); line != null && url.isEmpty(); line = lines.readLine()) {
        said.add(line);
        Matcher address = ADDRESS.matcher(line);
        url = address.find() ? address.group(1) : "";
      }
      assertFalse(url.isEmpty(), "it ended before it took requests: " + said);
      Thread.ofVirtual()
          .start(() ->
              lines.lines().filter(line -> line.contains("class archive")).forEach(archives::add));
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + "/2015-03-31/functions/Hello/invocations"))
              .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"Pepper\"}"))
              .build();
      try (HttpClient client = HttpClient.newHttpClient()) {
        return JSON.readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
      }
    } finally {
      // unshare ignores SIGTERM, and its child, once it is another user, does not end with it.
      worker.descendants().forEach(ProcessHandle::destroyForcibly);
      worker.destroyForcibly();
      worker.waitFor();
    }
  }

  @Test
  void what_a_worker_cannot_have_is_refused_before_anything_is_made() throws Exception {
    Path app = application();
    Transcript.of("package", app.resolve("code"), "--to", "worker", "--out", folder.resolve("a"))
        .assertMistake(
            "a worker needs a template, and " + app.resolve("code") + " has none",
            "name a folder with a template.yaml; thaw init makes one");
    Transcript.of("package", app, "--to", "worker", "--function", "Hello")
        .assertMistake(
            "a worker has all functions of the template and a root file system of its own",
            "leave out --function, --fix, --event, --training, --seed, --before and --base");
    Files.createDirectory(folder.resolve(".git")); // the project is all of it
    Path outside = Files.createDirectories(folder.resolve("elsewhere"));
    Sources.compile(outside, PackagedHandler.SOURCE);
    Files.writeString(
        app.resolve("template.yaml"),
        Files.readString(app.resolve("template.yaml")).replace("code/", "../elsewhere"));
    Transcript refused =
        Transcript.of("package", app, "--to", "worker", "--out", folder.resolve("b"));
    assertEquals(2, refused.exit(), refused.err());
    assertTrue(refused.err().contains("and this is outside of it: "), refused.err());
    assertFalse(Files.exists(folder.resolve("b")));
  }
}
