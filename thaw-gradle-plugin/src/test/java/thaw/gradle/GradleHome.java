package thaw.gradle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A Gradle that is made of the artefact that has all of its classes in one jar, as there is no
 * distribution of Gradle in Maven Central. Gradle looks for its modules by the names of jars in
 * {@code lib}: here each is a jar that has nothing but a list, and the list names that one jar.
 */
record GradleHome(Path folder, Path jdk) {
  /** In the order in which they are taken: Gradle 8.5 runs on no newer one. */
  private static final List<String> JDKS = List.of("17", "21");

  static GradleHome made() throws IOException {
    Optional<Path> jdk = foundJdk();
    assumeTrue(jdk.isPresent(), "Gradle " + version() + " needs a JDK 17 or 21");
    Path jars = Path.of(Objects.requireNonNull(System.getProperty("thaw.gradle.jars")));
    GradleHome home = new GradleHome(jars.resolveSibling("gradle-home"), jdk.get());
    if (!Files.exists(home.program())) {
      home.make(jars);
    }
    return home;
  }

  Path program() {
    return folder.resolve("bin/gradle");
  }

  /** What Gradle makes of itself once for all builds. */
  Path userHome() {
    return folder.resolveSibling("gradle-user-home");
  }

  static String version() {
    return Objects.requireNonNull(System.getProperty("thaw.gradle.version"));
  }

  private static Optional<Path> foundJdk() throws IOException {
    Path all = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(all)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(all)) {
      List<Path> jdks =
          folders.filter(each -> Files.isExecutable(each.resolve("bin/javac"))).sorted().toList();
      return JDKS.stream()
          .flatMap(each -> jdks.stream().filter(jdk -> isOf(jdk, each)))
          .findFirst();
    }
  }

  private static boolean isOf(Path jdk, String version) {
    try {
      return Files.readString(jdk.resolve("release")).contains("JAVA_VERSION=\"" + version + ".");
    } catch (IOException e) {
      return false;
    }
  }

  private void make(Path jars) throws IOException {
    Path lib = folder.resolve("lib");
    Files.createDirectories(lib.resolve("plugins"));
    try (Stream<Path> all = Files.list(jars)) {
      for (Path jar : all.toList()) {
        Path target = lib.resolve(jar.getFileName());
        if (!Files.exists(target)) {
          Files.createLink(target, jar);
        }
      }
    }
    String runtime =
        names(jars).stream().filter(each -> each.endsWith(".jar")).collect(Collectors.joining(","));
    for (String module : modules()) {
      write(
          lib.resolve(module + "-" + version() + ".jar"),
          module + "-classpath.properties",
          "projects=\nruntime=" + runtime + "\n");
    }
    write(lib.resolve("javax.inject-1.jar"), "empty", "");
    compiler();
    script();
  }

  private void compiler() throws IOException {
    Files.writeString(
        Files.createDirectories(folder.resolve("init.d")).resolve("compiler.gradle"),
        """
        // The jar with all of Gradle lacks the compiler's plug-in for incremental compilation.
        allprojects {
          tasks.withType(JavaCompile).configureEach {
            options.fork = true
            options.forkOptions.executable = '%s/bin/javac'
          }
        }
        """
            .formatted(jdk));
  }

  /** Each build is short: without C2 and the parallel collector it takes half the CPU time. */
  private void script() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path script = bin.resolve("gradle.new");
    String opens =
        Stream.of(
                "java.util",
                "java.lang",
                "java.lang.invoke",
                "java.nio.charset",
                "java.net",
                "java.util.concurrent.atomic")
            .map(each -> "--add-opens=java.base/" + each + "=ALL-UNNAMED")
            .collect(Collectors.joining(" "));
    Files.writeString(
        script,
        """
        #!/bin/sh
        lib=$(cd "$(dirname "$0")/../lib" && pwd)
        path=
        for jar in "$lib"/gradle-api-*.jar "$lib"/groovy*.jar "$lib"/kotlin*.jar; do path=$path:$jar; done
        exec %s/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m -XX:MaxMetaspaceSize=384m -XX:+HeapDumpOnOutOfMemoryError %s \\
          -Dfile.encoding=UTF-8 -Dorg.gradle.internal.instrumentation.agent=false \\
          -cp "${path#:}" org.gradle.launcher.Main "$@"
        """
            .formatted(jdk, opens));
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("not executable: " + script);
    }
    Files.move(script, bin.resolve("gradle"));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  private static List<String> modules() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(GradleHome.class.getResourceAsStream("modules.txt"))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static void write(Path jar, String name, String content) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry(name));
      zip.write(content.getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }
  }
}
