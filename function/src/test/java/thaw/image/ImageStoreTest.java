package thaw.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Canary;
import thaw.problem.UserMistake;

class ImageStoreTest {
  @TempDir Path folder;
  private ImageStore store;

  @BeforeEach
  void open() {
    store = new ImageStore(folder.resolve("store"), _ -> {});
  }

  private Path root(TestImage image) throws Exception {
    return store.put(image.layout(Files.createTempDirectory(folder, "image"))).root();
  }

  private UserMistake refusal(TestImage image) {
    return assertThrows(UserMistake.class, () -> root(image));
  }

  @Test
  void what_an_image_says_of_itself_is_the_same_in_every_form() throws Exception {
    TestImage image = new TestImage().layer(layer -> layer.file("etc/words", "hello"));
    image.config().putArray("Entrypoint").add("/run").add("--fast");
    image.config().putArray("Cmd").add("com.example.Handler");
    image.config().putArray("Env").add("A=b=c").add("EMPTY=");
    image.config().put("WorkingDir", "/work");
    image.config().putObject("Labels").put(ImageSettings.SNAP_START_LABEL, "Allow");
    Path layout = image.layout(folder.resolve("layout"));
    Path docker = image.dockerTar(folder.resolve("docker.tar"));

    for (Path path : List.of(layout, docker)) {
      ImageStore.Unpacked unpacked = store.put(path);
      ImageSettings settings = unpacked.settings();
      assertEquals(List.of("/run", "--fast"), settings.entryPoint());
      assertEquals(List.of("com.example.Handler"), settings.command());
      assertEquals("b=c", settings.environment().get("A"));
      assertEquals("", settings.environment().get("EMPTY"));
      assertEquals("/work", settings.workingDirectory());
      assertTrue(settings.allowsSnapStart());
      assertEquals("hello", Files.readString(unpacked.root().resolve("etc/words")));
      assertTrue(Files.exists(unpacked.root().resolve("etc/resolv.conf")), "a place for the box's");
    }
    assertEquals(store.put(layout).root(), store.put(docker).root(), "one image, one folder");
  }

  @Test
  void later_layers_replace_remove_and_hide() throws Exception {
    Path root =
        root(
            new TestImage()
                .layer(layer ->
                    layer
                        .file("a", "1")
                        .file("gone", "1")
                        .file("opaque/below", "1")
                        .file("kept/below", "1")
                        .file("was-a-folder/x", "1"))
                .layer(layer ->
                    layer
                        .file("a", "2")
                        .file(".wh.gone", "")
                        .file("opaque/new", "2")
                        .file("opaque/.wh..wh..opq", "")
                        .file("was-a-folder", "2")));
    assertEquals("2", Files.readString(root.resolve("a")));
    assertFalse(Files.exists(root.resolve("gone")));
    assertFalse(Files.exists(root.resolve("opaque/below")));
    assertEquals("2", Files.readString(root.resolve("opaque/new")));
    assertTrue(Files.exists(root.resolve("kept/below")));
    assertEquals("2", Files.readString(root.resolve("was-a-folder")));
  }

  @Test
  void links_modes_and_times_are_kept() throws Exception {
    Path root =
        root(
            new TestImage()
                .layer(layer ->
                    layer
                        .folder("usr/lib", 0755)
                        .link("lib", "usr/lib")
                        .file("usr/lib/one", "1".getBytes(StandardCharsets.UTF_8), 04755)
                        .hardLink("usr/lib/two", "usr/lib/one")
                        .device("dev/null")
                        .link("absolute", "/etc/shadow"))
                .layer(layer -> layer.file("lib/three", "3")));
    assertEquals("usr/lib", Files.readSymbolicLink(root.resolve("lib")).toString());
    assertEquals("3", Files.readString(root.resolve("usr/lib/three")), "through the image's link");
    assertEquals(
        "rwxr-xr-x",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("usr/lib/one"))));
    assertEquals(0755, (int) Files.getAttribute(root.resolve("usr/lib/one"), "unix:mode") & 07777);
    assertTrue(Files.isSameFile(root.resolve("usr/lib/one"), root.resolve("usr/lib/two")));
    assertEquals(
        946_684_800_000L, Files.getLastModifiedTime(root.resolve("usr/lib/one")).toMillis());
    assertFalse(Files.exists(root.resolve("dev/null")));
    assertEquals("etc/shadow", Files.readSymbolicLink(root.resolve("absolute")).toString());
  }

  @Test
  void nothing_is_ever_written_outside() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    String[] hostile = {"../../outside/x", "a/../../../outside/x", "/../outside/x"};
    for (String name : hostile) {
      UserMistake refused = refusal(new TestImage().layer(layer -> layer.file(name, "x")));
      assertTrue(refused.getMessage().contains("leads out of it"), refused.getMessage());
    }
    Path root =
        root(
            new TestImage()
                .layer(layer ->
                    layer
                        .link("door", outside.toString())
                        .file("door/x", "x")
                        .link("up", "../../../../../../" + outside)
                        .file("up/y", "y")
                        .file("/absolute", "z")));
    try (Stream<Path> files = Files.list(outside)) {
      assertEquals(List.of(), files.toList());
    }
    assertEquals("z", Files.readString(root.resolve("absolute")));
    assertEquals("x", Files.readString(root.resolve(outside.toString().substring(1)).resolve("x")));
    assertTrue(Files.isSymbolicLink(root.resolve("door")));
    assertTrue(Files.exists(root.resolve("door"), LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void no_path_leads_out_whoever_follows_it() throws Exception {
    Canary canary = Canary.in(Files.createDirectory(folder.resolve("outside")));
    String outside = canary.folder().toString();
    Path root =
        root(
            new TestImage()
                .layer(layer ->
                    layer
                        .file("usr/lib/one", "1")
                        .link("var/lang", "/usr/lib")
                        .link("var/task", outside)
                        .link("secret", canary.file().toString())
                        .link("usr/up", "../../../../../../../../.." + canary.file())
                        .link("through", "var/task/../lib/more.txt")
                        .hardLink("usr/lib/hard", "usr/up")
                        .link("round", "/about")
                        .link("about", "/round")
                        .link("self", "/")));
    assertEquals("1", Files.readString(root.resolve("var/lang/one")));
    assertEquals("1", Files.readString(root.resolve("self/self/usr/lib/one")));
    Path real = root.toRealPath();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : all.toList()) {
        assertTrue(!Files.exists(each) || each.toRealPath().startsWith(real), each.toString());
      }
    }
    for (String name : List.of("var/task", "secret", "usr/up", "usr/lib/hard", "through")) {
      assertFalse(Files.exists(root.resolve(name)), name);
      assertTrue(Files.isSymbolicLink(root.resolve(name)), name);
    }
    canary.requireUntouched();
    assertTrue(
        refusal(
                new TestImage()
                    .layer(layer -> layer.link("door", outside))
                    .layer(layer -> layer.hardLink("stolen", "door/" + Canary.NAME)))
            .getMessage()
            .contains("which it does not have"));
  }

  @Test
  void paths_that_this_machine_cannot_have_are_refused() throws Exception {
    String name = "n".repeat(300);
    String path = "p/".repeat(600);
    for (TestImage image :
        List.of(
            new TestImage().layer(layer -> layer.file(name, "x")),
            new TestImage().layer(layer -> layer.file(path + "x", "x")),
            new TestImage().layer(layer -> layer.link("link", path)),
            new TestImage()
                .layer(layer ->
                    layer
                        .folder("p/".repeat(300) + "p", 0755)
                        .link("deep", "p/".repeat(300))
                        .folder("deep/" + "q/".repeat(300) + "q", 0755)))) {
      String message = refusal(image).getMessage();
      assertTrue(message.contains("has a path of more than 1024 bytes"), message);
    }
  }

  @Test
  void a_layout_s_folders_lead_to_no_files_outside() throws Exception {
    Path layout =
        new TestImage()
            .layer(layer -> layer.file("a", "1"))
            .layout(Files.createTempDirectory(folder, "image"));
    Path outside = folder.resolve("blobs");
    Files.move(layout.resolve("blobs"), outside);
    Files.createSymbolicLink(layout.resolve("blobs"), outside);
    assertThrows(UserMistake.class, () -> store.put(layout));
    Files.delete(layout.resolve("blobs"));
    Files.move(outside, layout.resolve("parts"));
    Files.createSymbolicLink(layout.resolve("blobs"), Path.of("parts"));
    assertEquals("1", Files.readString(store.put(layout).root().resolve("a")));
  }

  @Test
  void links_in_a_circle_and_links_to_nothing_are_refused() throws Exception {
    assertTrue(
        refusal(
                new TestImage()
                    .layer(layer -> layer.link("a", "b").link("b", "a").file("a/x", "x")))
            .getMessage()
            .contains("in a circle"));
    assertTrue(
        refusal(new TestImage().layer(layer -> layer.hardLink("a", "nothing")))
            .getMessage()
            .contains("is a link to nothing"));
  }

  @Test
  void an_image_for_the_machine_that_is_asked_for_is_unpacked() throws Exception {
    Path other =
        new TestImage()
            .architecture("riscv64")
            .layer(layer -> layer.file("a", "1"))
            .layout(Files.createTempDirectory(folder, "image"));
    assertEquals("1", Files.readString(store.put(other, "riscv64").root().resolve("a")));
    assertTrue(
        assertThrows(UserMistake.class, () -> store.put(other, "arm64"))
            .getMessage()
            .contains("it has to be for arm64"));
  }

  @Test
  void another_architecture_and_a_damaged_layer_are_refused() throws Exception {
    TestImage other = new TestImage().architecture("riscv64").layer(layer -> layer.file("a", "1"));
    assertTrue(refusal(other).getMessage().contains("is for riscv64"));

    TestImage image = new TestImage().layer(layer -> layer.file("a", "1"));
    Path tar = image.dockerTar(folder.resolve("damaged.tar"));
    byte[] bytes = Files.readAllBytes(tar);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\0" + "1" + "\0", 512 * 2) + 1;
    bytes[at] = '2';
    Files.write(tar, bytes);
    UserMistake refused = assertThrows(UserMistake.class, () -> store.put(tar));
    assertTrue(refused.getMessage().contains("is damaged: its layer"), refused.getMessage());
    try (Stream<Path> left = Files.list(folder.resolve("store"))) {
      assertEquals(List.of(), left.toList(), "nothing half-unpacked");
    }
  }

  @Test
  void what_is_no_image_is_said() throws Exception {
    Path text = Files.writeString(folder.resolve("text.tar"), "no tar at all");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Map<Path, String> causes =
        Map.of(
            text,
            text + " is not a container image",
            empty,
            empty + " is not a container image",
            folder.resolve("missing"),
            "the container image does not exist: ");
    for (Map.Entry<Path, String> each : causes.entrySet()) {
      UserMistake refused = assertThrows(UserMistake.class, () -> store.put(each.getKey()));
      assertTrue(refused.getMessage().startsWith(each.getValue()), refused.getMessage());
      assertTrue(refused.remedy().contains("OCI layout"), refused.remedy());
    }
  }
}
