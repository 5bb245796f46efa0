package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.fix.FixFolder;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Tool;

/** Jars whose meaning is easily lost when they are packed again. */
@SideBySide
class StoredJarsTest {
  private static final String NAMED =
      """
      package lib;
      public class Named implements java.util.function.Supplier<String> {
        public String get() { return "%s"; }
      }
      """;

  @TempDir Path folder;

  /** With a service, a version for newer JVMs, a resource, and a signature over all of it. */
  private Path jar() throws Exception {
    Path classes = Sources.compile(folder.resolve("classes"), NAMED.formatted("base"));
    Path newer = Sources.compile(folder.resolve("newer"), NAMED.formatted("newer"));
    Path version = Files.createDirectories(classes.resolve("META-INF/versions/11/lib"));
    Files.copy(newer.resolve("lib/Named.class"), version.resolve("Named.class"));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve("java.util.function.Supplier"), "lib.Named\n");
    Files.writeString(classes.resolve("words.txt"), "words\n");
    Path manifest = folder.resolve("manifest");
    Files.writeString(manifest, "Multi-Release: true\nMade-By: a test\n");
    Path jar = folder.resolve("lib.jar");
    tool("jar", "cfm", jar + "", manifest + "", "-C", classes + "", ".");
    String store = folder.resolve("keys") + "";
    tool(
        "keytool",
        "-genkeypair",
        "-alias",
        "a",
        "-keyalg",
        "EC",
        "-dname",
        "CN=a",
        "-keystore",
        store,
        "-storepass",
        "secret",
        "-keypass",
        "secret");
    tool("jarsigner", "-keystore", store, "-storepass", "secret", jar + "", "a");
    return jar;
  }

  private static void tool(String name, String... arguments) {
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
    command.addAll(List.of(arguments));
    Tool tool = Tool.run(command, Duration.ofMinutes(2));
    assertTrue(tool.succeeded(), tool.output());
  }

  private static void assertSameMeaning(Path jar) throws Exception {
    try (JarFile file = new JarFile(jar.toFile(), true)) {
      assertEquals("a test", file.getManifest().getMainAttributes().getValue("Made-By"));
      for (JarEntry entry : file.stream().filter(each -> !each.isDirectory()).toList()) {
        try (InputStream in = file.getInputStream(entry)) {
          in.readAllBytes(); // checks the signature
        }
        assertEquals(ZipEntry.STORED, entry.getMethod(), entry.getName());
        if (!entry.getName().startsWith("META-INF/") || entry.getName().contains("versions")) {
          assertEquals(1, entry.getCodeSigners().length, entry.getName());
        }
      }
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      @SuppressWarnings("rawtypes")
      Supplier<?> served = ServiceLoader.load(Supplier.class, loader).findFirst().orElseThrow();
      assertEquals("newer", served.get());
      try (InputStream in = loader.getResourceAsStream("words.txt")) {
        assertEquals("words\n", new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  void services_versions_resources_and_signatures_are_kept() throws Exception {
    Path stored = folder.resolve("stored.jar");
    StoredJars.write(jar(), stored);

    assertSameMeaning(stored);
  }

  @Test
  void the_script_that_makes_them_again_keeps_the_same() throws Exception {
    Path libraries = Files.createDirectories(folder.resolve("with blank/lib"));
    Files.copy(jar(), libraries.resolve("lib.jar"));
    Path script = folder.resolve("repack.sh");
    Files.writeString(script, FixFolder.REPACK);
    Tool run =
        Tool.run(
            List.of(
                "env",
                "PATH=" + System.getProperty("java.home") + "/bin:" + System.getenv("PATH"),
                "sh",
                script.toString(),
                libraries.toString()),
            Duration.ofMinutes(2));

    assertTrue(run.succeeded(), run.output());
    assertSameMeaning(libraries.resolve("lib.jar"));
  }

  /** Two names of one length, and the second changed to the first in the bytes of the jar. */
  @Test
  void a_jar_with_an_entry_twice_stays_as_it_is() throws Exception {
    Path jar = folder.resolve("twice.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String name : List.of("one.txt", "two.txt")) {
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(1);
        CRC32 crc = new CRC32();
        crc.update('a');
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write('a');
      }
    }
    String bytes = Files.readString(jar, StandardCharsets.ISO_8859_1);
    Files.writeString(jar, bytes.replace("two.txt", "one.txt"), StandardCharsets.ISO_8859_1);
    Path stored = folder.resolve("stored.jar");

    StoredJars.write(jar, stored);
    assertArrayEquals(Files.readAllBytes(jar), Files.readAllBytes(stored));
  }
}
