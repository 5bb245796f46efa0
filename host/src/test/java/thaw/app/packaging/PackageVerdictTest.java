package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.SandboxHost;

/** What a training has made decides, whatever the JVM warns of meanwhile. */
@Tag("linux")
@SideBySide
class PackageVerdictTest {
  @TempDir Path folder;

  private Transcript packaged(String options) throws Exception {
    return packaged(options, folder.resolve("out"));
  }

  private Transcript packaged(String options, Path out) throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path code = Files.createDirectories(folder.resolve("code/lib"));
    Path signed =
        Sources.compile(
            folder.resolve("signed"),
            "package org.signed; public class Part { public static String name() { return \"signed\"; } }");
    Path versioned =
        Sources.compile(
            folder.resolve("versioned"),
            "package org.versioned; public class Part { public static String name() { return \"versioned\"; } }");
    jar(signed, "org/signed/Part.class", code.resolve("signed.jar"), true);
    jar(versioned, "org/versioned/Part.class", code.resolve("versioned.jar"), false);
    Path sources = Files.createDirectories(folder.resolve("handler"));
    Sources.compile(
        sources,
        """
        package com.example;
        public class Handler {
          public String handle(String name) throws Exception {
            for (java.io.File each : new java.io.File("/tmp").listFiles()) {
              each.delete(); // as functions do before they fill it
            }
            return Class.forName("org.signed.Part").getMethod("name").invoke(null)
                + " " + Class.forName("org.versioned.Part").getMethod("name").invoke(null);
          }
        }
        """);
    Files.createDirectories(folder.resolve("code/com/example"));
    Files.copy(
        sources.resolve("com/example/Handler.class"),
        folder.resolve("code/com/example/Handler.class"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          App:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: code
              Handler: com.example.Handler::handle
              Runtime: java25
              MemorySize: 512
              Environment:
                Variables:
                  JAVA_TOOL_OPTIONS: '%s'
        """
            .formatted(options));
    return Transcript.of(
        "package",
        folder,
        "--to",
        "provided",
        "--fix",
        "none",
        "--event",
        "\"Pepper\"",
        "--out",
        out);
  }

  /** One with a version for a newer JVM and a module name, signed or not. */
  private void jar(Path classes, String name, Path jar, boolean signed) throws Exception {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Multi-Release", "true");
    main.putValue("Automatic-Module-Name", "org.example." + (signed ? "signed" : "versioned"));
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      for (String each :
          signed ? new String[] {name} : new String[] {name, "META-INF/versions/21/" + name}) {
        entries.putNextEntry(new JarEntry(each));
        entries.write(Files.readAllBytes(classes.resolve(name)));
      }
    }
    if (signed) {
      String keys = folder.resolve("keys").toString();
      run(
          "keytool",
          "-genkeypair",
          "-alias",
          "a",
          "-keyalg",
          "EC",
          "-dname",
          "CN=a",
          "-storepass",
          "changeit",
          "-keystore",
          keys);
      run("jarsigner", "-keystore", keys, "-storepass", "changeit", jar.toString(), "a");
    }
  }

  private static void run(String tool, String... words) throws Exception {
    run(Path.of(System.getProperty("java.home"), "bin", tool), words);
  }

  private static void run(Path program, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), said);
  }

  @Test
  void a_jar_that_no_archive_holds_is_named_and_the_rest_starts_from_it() throws Exception {
    Transcript made = packaged("");
    assertEquals(0, made.exit(), made.err());
    assertTrue(
        made.out()
            .matches(
                "(?s).*the archive [\\d.]+ MB.*class archive with \\d+ % of the [\\d,]+ classes.*"),
        made.out());
    assertTrue(
        made.err()
            .contains(
                "1 classes of /var/task/lib/signed.jar are not in the archive: a JVM leaves out those of a signed jar"),
        made.err());
    assertFalse(made.err().contains("versioned.jar"), made.err());
  }

  @Test
  void an_option_that_no_archive_takes_is_named_and_nothing_is_written() throws Exception {
    Transcript made = packaged("--limit-modules=java.base,java.logging,jdk.unsupported");
    assertEquals(2, made.exit(), made.err());
    assertTrue(made.err().contains("--limit-modules"), made.err());
    assertTrue(made.err().contains("Remedy: "), made.err());
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void a_disk_that_is_full_half_way_is_told_and_nothing_is_left_on_it() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "mounts a small disk: needs root");
    Path disk = Files.createDirectory(folder.resolve("disk"));
    run(Path.of("/bin/mount"), "-t", "tmpfs", "-o", "size=20m", "none", disk.toString());
    try {
      Transcript made = packaged("", disk.resolve("out"));
      assertEquals(2, made.exit(), made.err());
      assertTrue(made.err().contains("the disk is full: "), made.err());
      assertTrue(made.err().contains("Remedy: free space on it"), made.err());
      try (Stream<Path> left = Files.list(disk)) {
        assertEquals(List.of(), left.toList());
      }
    } finally {
      run(Path.of("/bin/umount"), disk.toString());
    }
  }
}
