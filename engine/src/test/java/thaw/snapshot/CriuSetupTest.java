package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/** With mirrors of this machine; what the real ones have, CI gets before the tests. */
@SideBySide
class CriuSetupTest {
  private static final String PACKAGE = "pool/main/c/criu/criu_99.1-1_ARCH.deb";

  @TempDir Path temporary;

  private final List<String> progress = new ArrayList<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer mirror;
  private volatile byte[] served = new byte[0];

  @BeforeEach
  void serve() throws IOException {
    mirror = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    mirror.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          boolean there = exchange.getRequestURI().getPath().startsWith("/good/");
          exchange.sendResponseHeaders(there ? 200 : 404, there ? served.length : -1);
          if (there) {
            exchange.getResponseBody().write(served);
          }
          exchange.close();
        });
    mirror.start();
  }

  @AfterEach
  void stop() {
    mirror.stop(0);
  }

  @Test
  void every_package_has_a_version_and_a_digest_for_each_architecture() {
    List<PinnedPackages.Pinned> list = PinnedPackages.list();
    assertTrue(list.getFirst().path().contains("/criu_"), list.getFirst()::path);
    for (PinnedPackages.Pinned pinned : list) {
      assertTrue(
          pinned.path().matches("pool/[a-z0-9/+.-]+_[A-Za-z0-9.+~-]+_ARCH\\.deb"), pinned.path());
      assertTrue(pinned.version().matches("\\d.*"), pinned.path());
      assertTrue(pinned.sha256(Machine.AMD64).matches("[0-9a-f]{64}"), pinned.path());
      assertTrue(pinned.sha256(Machine.ARM64).matches("[0-9a-f]{64}"), pinned.path());
    }
    List<String> digests =
        list.stream().flatMap(pinned -> Stream.of(pinned.amd64(), pinned.arm64())).toList();
    assertEquals(digests.size(), digests.stream().distinct().count());
    assertEquals(
        Optional.of(false),
        CriuVersion.parse("Version: " + list.getFirst().version().split("-")[0])
            .map(version -> version.isTooOldFor("6.18")));
  }

  @Test
  void a_package_with_its_digest_is_installed() throws Exception {
    assumeTools();
    served = debianPackage();
    CriuCommand criu = setup().install(pinned(sha256(served), url("/absent"), url("/good")));
    assertEquals(new CriuVersion(99, 1, "99.1"), criu.version());
    assertEquals(temporary.resolve("criu/99.1-1/usr/sbin/criu"), criu.binary());
    assertEquals(List.of("99.1-1", "lock"), left());
    assertTrue(progress.getLast().contains(url("/good")), progress::toString);
  }

  @Test
  void a_mirror_that_serves_another_byte_is_refused_with_name_and_both_digests() throws Exception {
    assumeTools();
    served = debianPackage();
    String meant = sha256(served);
    served[served.length - 1] ^= 1;
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> setup().install(pinned(meant, url("/good"), url("/another"))));
    assertEquals(
        "criu_99.1-1_%s.deb of %s has another digest than expected: %s, not %s"
            .formatted(Machine.OWN.debian(), url("/good"), sha256(served), meant),
        mistake.getMessage());
    assertTrue(mistake.remedy().contains("--mirror"), mistake.remedy());
    assertEquals(List.of("lock"), left());
    assertTrue(asked.stream().noneMatch(path -> path.startsWith("/another")), asked::toString);
  }

  @Test
  void mirrors_that_have_it_not_are_named_and_nothing_is_left() throws Exception {
    assumeTools();
    Files.createDirectories(temporary.resolve("criu/new-of-one-that-was-killed/root"));
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> setup().install(pinned("0", url("/absent"), "https://127.0.0.1:1/ubuntu")));
    String message = mistake.getMessage();
    assertTrue(
        message.startsWith(
            "CRIU 99.1-1 could not be downloaded: "
                + url("/absent")
                + ": HTTP 404 for /absent/pool"),
        message);
    assertTrue(message.contains("; https://127.0.0.1:1/ubuntu: Connect"), message);
    assertTrue(mistake.remedy().contains("--mirror"), mistake.remedy());
    assertEquals(List.of("lock"), left());
  }

  @Test
  void a_mirror_that_is_no_url_is_refused_before_anything_is_done() {
    for (String wrong : List.of("ftp.debian.org", "file:/etc", "http://a b", "http://x\ndeb")) {
      Optional<String> named = Optional.of(wrong);
      UserMistake mistake = assertThrows(UserMistake.class, () -> setup().install(named));
      assertTrue(mistake.getMessage().contains("must be an http or https URL"), wrong);
    }
    assertTrue(Files.notExists(temporary.resolve("criu")));
    assertEquals(List.of(), progress);
  }

  @Test
  void a_proxy_that_the_environment_names_is_asked() throws Exception {
    assumeTools();
    served = debianPackage();
    PinnedPackages far = pinned(sha256(served), "http://archive.invalid/good");
    setup(Map.of("http_proxy", url("/"))).install(far);
    assertEquals(List.of("/good/" + far.packages().getFirst().path(Machine.OWN)), asked);
  }

  @Test
  void a_proxy_that_cannot_be_used_is_named() {
    assumeTools();
    for (String wrong : List.of("http://my_proxy:3128", "http://a b", "http://me:secret@proxy")) {
      UserMistake mistake =
          assertThrows(
              UserMistake.class,
              () ->
                  setup(Map.of("http_proxy", wrong))
                      .install(pinned(sha256(new byte[0]), "http://archive.invalid/good")));
      assertTrue(mistake.getMessage().startsWith("http_proxy names no proxy"), wrong);
      assertFalse(mistake.getMessage().contains("secret"), wrong);
    }
  }

  private CriuSetup setup() {
    return setup(Map.of());
  }

  private CriuSetup setup(Map<String, String> environment) {
    return new CriuSetup(new CriuFolder(temporary.resolve("criu")), environment, progress::add);
  }

  private static PinnedPackages pinned(String sha256, String... archives) {
    return new PinnedPackages(
        List.of(new PinnedPackages.Pinned(PACKAGE, sha256, sha256)), List.of(archives));
  }

  private String url(String path) {
    return "http://127.0.0.1:" + mirror.getAddress().getPort() + path;
  }

  private static void assumeTools() {
    assumeTrue(Tool.run(List.of("dpkg-deb", "--version")).succeeded(), "there is no dpkg-deb");
    assumeTrue(Machine.OWN != Machine.OTHER, "CRIU is not packaged for this machine");
  }

  /** What is in it passes for CRIU: its loader, a script, names a version. */
  private byte[] debianPackage() throws IOException {
    Path content = temporary.resolve("content");
    Path loader =
        content.resolve("usr/lib").resolve(Machine.OWN.triplet()).resolve(Machine.OWN.loader());
    Files.createDirectories(loader.getParent());
    Files.writeString(loader, "#!/bin/sh\necho 'Version: 99.1'\n");
    assertTrue(loader.toFile().setExecutable(true));
    Files.createDirectories(content.resolve("usr/sbin"));
    Files.writeString(content.resolve("usr/sbin/criu"), "");
    Files.createDirectories(content.resolve("DEBIAN"));
    Files.writeString(
        content.resolve("DEBIAN/control"),
        "Package: criu\nVersion: 99.1-1\nArchitecture: all\nMaintainer: Nobody <a@example>\n"
            + "Description: not CRIU\n");
    Path built = temporary.resolve("criu.deb");
    Tool build = Tool.run(List.of("dpkg-deb", "--build", content.toString(), built.toString()));
    assertTrue(build.succeeded(), build.output());
    return Files.readAllBytes(built);
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private List<String> left() throws IOException {
    try (Stream<Path> left = Files.list(temporary.resolve("criu"))) {
      return left.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
