package thaw.app.packaging;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.cli.Transcript;
import thaw.fixture.BuiltProgram;
import thaw.fixture.Canary;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.HostArchitecture;
import thaw.image.ImageStore;
import thaw.image.TestImage;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Tool;

/**
 * {@code thaw package --to image --base} on images whose links lead to the user's files. All have
 * the JDK and the client of an image that Thaw makes, so that packages on them can be trained.
 */
@Tag("linux")
@SideBySide
class HostileBaseTest {
  private static final String CLASSES = "lib/0-classes.jar";
  private static final int NOBODY = 65534;

  private static final String HANDLER =
      """
      package com.example;
      public class Handler {
        public String handle(String name) {
          return "hello " + name;
        }
      }
      """;

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Words:
          Type: AWS::Serverless::LayerVersion
          Properties:
            ContentUri: layer/
        Greet:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: function/
            Handler: com.example.Handler::handle
            Runtime: java25
            Layers:
              - !Ref Words
      """;

  @TempDir static Path shared;
  private static Path runtime;

  @TempDir Path folder;
  private Path project;
  private Canary canary;

  @BeforeAll
  static void runtime() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path classes = shared.resolve("classes");
    Sources.compile(classes, HANDLER);
    Path out = shared.resolve("runtime");
    Transcript made =
        Transcript.of(
            "package",
            classes,
            "--handler",
            "com.example.Handler::handle",
            "--jdk",
            Path.of(System.getProperty("java.home")),
            "--to",
            "runtime",
            "--format",
            "oci-tar",
            "--event",
            "\"Pepper\"",
            "--out",
            out);
    assertEquals(0, made.exit(), made.err());
    runtime =
        new ImageStore(shared.resolve("images"), _ -> {})
            .put(out.resolve("runtime.tar"), HostArchitecture.NAME)
            .root();
  }

  @BeforeEach
  void project() throws Exception {
    project = Files.createDirectory(folder.resolve("project"));
    Sources.compile(project.resolve("function"), HANDLER);
    Path layer = Files.createDirectory(project.resolve("layer"));
    Files.writeString(layer.resolve("words.txt"), "from a layer");
    Files.writeString(project.resolve("template.yaml"), TEMPLATE);
    Path content = Files.createDirectory(folder.resolve("content"));
    Files.writeString(content.resolve("client.txt"), Canary.SECRET);
    canary =
        Canary.in(Files.createDirectory(folder.resolve("outside")))
            .with("lib/users.jar", Files.readAllBytes(Sources.jar(content, folder.resolve("u"))));
    for (Map.Entry<String, byte[]> file : jdk().entrySet()) {
      canary = canary.with("jdk/" + file.getKey(), file.getValue());
    }
    canary.folder().resolve("jdk/bin/java").toFile().setExecutable(true, false);
    canary = canary.asItIs();
  }

  private static Map<String, byte[]> jdk() {
    byte[] text = "text".getBytes(StandardCharsets.UTF_8);
    return Map.of(
        "bin/java", text,
        "lib/modules", text,
        "lib/server/libjvm.so", text,
        "release",
            "JAVA_VERSION=\"25.0.3\"\nJAVA_RUNTIME_VERSION=\"25.0.3+9\"\n"
                .getBytes(StandardCharsets.UTF_8));
  }

  /** An image with the JDK and the client, whose files may lie elsewhere. */
  private static TestImage base(UnaryOperator<String> place) throws IOException {
    return new TestImage()
        .architecture(HostArchitecture.NAME.equals("arm64") ? "arm64" : "amd64")
        .layer(layer -> {
          try (Stream<Path> all = Files.walk(runtime)) {
            for (Path each :
                all.filter(file -> !Files.isDirectory(file, NOFOLLOW_LINKS)).toList()) {
              String name = place.apply(runtime.relativize(each).toString());
              if (Files.isSymbolicLink(each)) {
                layer.link(name, Files.readSymbolicLink(each).toString());
              } else {
                layer.file(name, Files.readAllBytes(each), Files.isExecutable(each) ? 0755 : 0644);
              }
            }
          }
        });
  }

  private static TestImage base() throws IOException {
    return base(name -> name);
  }

  /** A small one, whose JDK nobody starts: what is refused is refused before. */
  private TestImage small() throws IOException {
    return new TestImage()
        .architecture(HostArchitecture.NAME.equals("arm64") ? "arm64" : "amd64")
        .layer(layer -> {
          for (Map.Entry<String, byte[]> file : jdk().entrySet()) {
            layer.file("var/lang/" + file.getKey(), file.getValue(), 0755);
          }
          layer.file("var/runtime/lib/client.jar", Files.readAllBytes(usersJar()), 0644);
        });
  }

  private Path usersJar() {
    return canary.folder().resolve("lib/users.jar");
  }

  private List<String> words(TestImage base, Path out) throws IOException {
    Path tar = base.dockerTar(folder.resolve("evil.tar"));
    return List.of(
        "package",
        project.toString(),
        "--to",
        "image",
        "--base",
        tar.toString(),
        "--event",
        "\"Pepper\"",
        "--out",
        out.toString());
  }

  /** Packages on the base, and returns the root of the image that was made. */
  private Path packaged(TestImage base) throws IOException {
    Path out = folder.resolve("out");
    Transcript made = Transcript.of(words(base, out).toArray());
    assertEquals(0, made.exit(), made.err());
    return checked(out);
  }

  /**
   * Packages on a base that leads to the user's folder, which in the sandbox is behind the
   * function's own /tmp: such a package may not start, and then there is none.
   */
  private Optional<Path> packagedOrRefused(TestImage base) throws IOException {
    Path out = folder.resolve("out");
    Transcript made = Transcript.of(words(base, out).toArray());
    canary.requireUntouched();
    assertFalse((made.out() + made.err()).contains(Canary.SECRET), made.err());
    assertEquals(made.exit() == 0, Files.exists(out), made.err());
    return made.exit() == 0 ? Optional.of(checked(out)) : Optional.empty();
  }

  private Path checked(Path out) throws IOException {
    canary.requireUntouched();
    canary.requireAbsentFrom(out);
    return new ImageStore(folder.resolve("images"), _ -> {})
        .put(out.resolve("image.tar"), HostArchitecture.NAME)
        .root();
  }

  private String refusal(TestImage base) throws IOException {
    Path out = folder.resolve("out");
    Transcript refused = Transcript.of(words(base, out).toArray());
    assertEquals(2, refused.exit(), refused.err());
    assertFalse(Files.exists(out));
    canary.requireUntouched();
    return refused.err();
  }

  /**
   * The review's (a) and (b): a file of the user's must not go into the image, and what goes
   * through a link goes to the image's own folder.
   */
  @Test
  void links_to_files_stay_links_and_those_to_folders_lead_to_the_image_s_own() throws Exception {
    Path root =
        packaged(
            base()
                .layer(layer ->
                    layer
                        .link("var/task/secret.txt", canary.file().toString())
                        .link("var/task/far", "../../../../../../../.." + canary.file())
                        .link("var/task/all", canary.folder().toString())
                        .link("var/task/lib", "/srv/lib")
                        .link("var/task/thaw", "../../srv/thaw")
                        .link("var/task/bootstrap", canary.file().toString())
                        .link("srv/opt/secret.txt", canary.file().toString())
                        .link("opt", "srv/opt")));
    assertTrue(Files.isSymbolicLink(root.resolve("var/task/secret.txt")));
    assertFalse(Files.exists(root.resolve("var/task/secret.txt")));
    assertTrue(Files.isRegularFile(root.resolve("var/task/" + CLASSES)), "through the link");
    assertTrue(Files.isRegularFile(root.resolve("srv/" + CLASSES)));
    assertTrue(Files.isRegularFile(root.resolve("srv/thaw/start")));
    assertEquals("from a layer", Files.readString(root.resolve("opt/words.txt")));
    assertFalse(Files.isSymbolicLink(root.resolve("var/task/bootstrap")), "the file's place");
    assertTrue(Files.isExecutable(root.resolve("var/task/bootstrap")));
  }

  @Test
  void a_link_to_a_folder_of_the_user_s_leads_to_the_image_s_own() throws Exception {
    Optional<Path> root =
        packagedOrRefused(
            base()
                .layer(layer ->
                    layer
                        .link("var/task/lib", canary.folder().resolve("lib").toString())
                        .link("var/task/thaw", canary.folder().toString())
                        .link("opt", canary.folder().resolve("opt").toString())));
    if (root.isPresent()) {
      String inside = canary.folder().toString().substring(1);
      assertTrue(Files.isRegularFile(root.get().resolve(inside).resolve(CLASSES)));
    }
  }

  /** The review's (c); PackageImageTest has a link that is absolute, and starts the package. */
  @ParameterizedTest
  @ValueSource(strings = {"../srv/code", "/OUTSIDE", "../../../../../..OUTSIDE"})
  void a_task_root_that_is_a_link_is_the_image_s_own_folder(String target) throws Exception {
    String outside = canary.folder().toString();
    TestImage base =
        base()
            .layer(layer ->
                layer
                    .file("srv/code/of-the-base.txt", "base")
                    .link("var/task", target.replace("/OUTSIDE", outside)));
    Optional<Path> made =
        target.contains("OUTSIDE") ? packagedOrRefused(base) : Optional.of(packaged(base));
    if (made.isPresent()) {
      Path root = made.get();
      assertTrue(Files.isSymbolicLink(root.resolve("var/task")), "still a link");
      assertTrue(Files.isRegularFile(root.resolve("var/task/" + CLASSES)));
      assertTrue(Files.isRegularFile(root.resolve("var/task/thaw/start")));
      assertEquals("base", Files.readString(root.resolve("srv/code/of-the-base.txt")));
    }
  }

  @Test
  void a_jdk_and_a_client_are_found_through_links_of_the_image_alone() throws Exception {
    String client;
    try (Stream<Path> jars = Files.list(runtime.resolve("var/runtime/lib"))) {
      client = jars.map(jar -> jar.getFileName().toString()).sorted().findFirst().orElseThrow();
    }
    TestImage inside =
        base(name ->
                name.replaceFirst("^var/lang/", "usr/lib/jvm/")
                    .replaceFirst("^var/runtime/", "usr/runtime/")
                    .replaceFirst(
                        "^usr/runtime/lib/" + Pattern.quote(client), "usr/share/client.jar"))
            .layer(layer ->
                layer
                    .link("var/lang", "/usr/lib/jvm")
                    .link("var/runtime", "/usr/runtime")
                    .link("usr/runtime/lib/" + client, "/usr/share/client.jar")
                    .link(
                        "usr/runtime/lib/users.jar",
                        canary.folder().resolve("lib") + "/users.jar"));
    packaged(inside);
    String manifest = Files.readString(folder.resolve("out/manifest.json"));
    assertTrue(manifest.contains("/var/runtime/lib/" + client), manifest);
    assertFalse(manifest.contains("users.jar"), manifest);

    String noJdk = "has no JDK 25 in /var/lang with a runtime client in /var/runtime/lib";
    Files.move(folder.resolve("out"), folder.resolve("first"));
    Map<String, String> away =
        Map.of(
            "var/lang", canary.folder() + "/jdk",
            "var/lang/release", canary.folder() + "/jdk/release",
            "var/lang/bin", canary.folder() + "/jdk/bin",
            "var/runtime", canary.folder().toString());
    for (Map.Entry<String, String> link : away.entrySet()) {
      String refusal = refusal(small().layer(layer -> layer.link(link.getKey(), link.getValue())));
      assertTrue(refusal.contains(noJdk), refusal);
    }
  }

  @Test
  void what_is_no_place_for_a_function_is_refused() throws Exception {
    String circle =
        refusal(
            small().layer(layer -> layer.link("var/task", "/var/other").link("var/other", "task")));
    assertTrue(circle.contains("its links lead in a circle, /var/"), circle);
    for (String place : List.of("var/task", "opt")) {
      String hidden = refusal(small().layer(layer -> layer.link(place, "/tmp/code")));
      assertTrue(
          hidden.contains(
              place
                  + " leads to a folder that no function sees of its image, but its own, /tmp/code"),
          hidden);
    }
    for (String file : List.of("var/task", "var/task/lib")) {
      String refusal =
          refusal(small().layer(layer -> layer.file("etc/words", "x").link(file, "/etc/words")));
      assertTrue(refusal.contains("a file of it is where a folder has to be, /etc/words"), refusal);
    }
    String hard =
        refusal(
            small()
                .layer(layer ->
                    layer
                        .link("door", canary.folder().toString())
                        .hardLink("var/task/stolen", "door/" + Canary.NAME)));
    assertTrue(hard.contains("which it does not have"), hard);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/var/task", "/../../../../../../../..OUTSIDE", "/OUTSIDE"})
  void a_function_s_own_image_shows_nothing_of_the_user_s(String taskRoot) throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    String outside = canary.folder().toString();
    canary = canary.with("thaw/start", Canary.SECRET.getBytes(StandardCharsets.UTF_8));
    TestImage image =
        new TestImage()
            .layer(layer ->
                layer
                    .link("var/task", outside)
                    .link("var/lang", outside + "/jdk")
                    .link("var/runtime", outside)
                    .link("bin/start", outside + "/jdk/bin/java"));
    image.config().putArray("Entrypoint").add("/bin/start");
    image.config().putArray("Env").add("LAMBDA_TASK_ROOT=" + taskRoot.replace("/OUTSIDE", outside));
    image.layout(folder.resolve("image"));
    Files.createDirectory(folder.resolve(".git")); // the project is all of it
    Path application = Files.createDirectory(folder.resolve("application"));
    Files.writeString(
        application.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Greet:
            Type: AWS::Serverless::Function
            Properties: {PackageType: Image, ImageUri: ../image}
        """);
    Path out = folder.resolve("out");
    Transcript why = Transcript.of("why", application, "--event", "{}", "--out", out);
    assertEquals(2, why.exit(), why.err());
    assertTrue(why.err().contains("does not run on a JVM"), why.err());
    for (Transcript tried :
        List.of(
            why,
            Transcript.of("invoke", application, "--event", "{}"),
            Transcript.of("bench", application, "--runs", 1, "--event", "{}", "--out", out))) {
      assertNotEquals(0, tried.exit(), tried.err());
      assertFalse((tried.out() + tried.err()).contains(Canary.SECRET), tried.err());
    }
    canary.requireUntouched();
    if (Files.exists(out)) {
      canary.requireAbsentFrom(out);
    }
  }

  @Test
  void an_ordinary_user_s_files_are_as_safe() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    List<String> as =
        List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "env");
    List<String> program = BuiltProgram.command();
    assumeTrue(
        Tool.run(with(as, List.of("test", "-r", Sources.program() + "/lib"))).succeeded(),
        "this host permits no other user, or they cannot read the program");
    Path home = Files.createDirectory(folder.resolve("home"));
    TestImage image =
        base()
            .layer(layer ->
                layer
                    .link("var/task/secret.txt", canary.file().toString())
                    .link("var/task/all", canary.folder().toString())
                    .link("var/task/lib", "../../srv/lib")
                    .link("opt", "srv/opt"));
    List<String> words = words(image, folder.resolve("out"));
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.toList()) {
        Files.setAttribute(each, "unix:uid", NOBODY);
      }
    }
    canary = canary.asItIs();
    List<String> command = new ArrayList<>(as);
    command.addAll(List.of("HOME=" + home, "XDG_CACHE_HOME=" + home, "THAW_CRIU=/nonexistent"));
    command.addAll(program);
    command.addAll(words);
    Tool made = Tool.run(command, Duration.ofMinutes(3));
    assumeFalse(made.output().contains("permits no"), "this host permits a user no sandbox");
    assertTrue(made.succeeded(), made::output);
    Path root = checked(folder.resolve("out"));
    assertTrue(Files.isRegularFile(root.resolve("var/task/" + CLASSES)));
  }

  private static List<String> with(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
