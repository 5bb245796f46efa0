package thaw.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A module that uses the plug-in as it was built, and real runs of Maven on it. */
final class MavenRun {
  private static final String VERSION = "0.1.0";
  private static final String GROUP = "dev/thaw/";

  /** Filled by the first test that runs; Maven downloads into it what it needs for itself. */
  private static final Path REPOSITORY = Path.of("target/repository").toAbsolutePath();

  private final Path module;
  private final Path home;

  private MavenRun(Path module, Path home) {
    this.module = module;
    this.home = home;
  }

  /** How a run has ended, and its log. */
  record Ended(int exit, String log) {
    boolean says(String text) {
      return log.contains(text);
    }
  }

  /**
   * A module of the packaging pom, whose life cycle has nothing but the plug-in.
   *
   * @param configuration of the plug-in
   * @param program a script in place of the program, which writes its words to the file words
   */
  static MavenRun of(Path folder, String configuration, String program) throws IOException {
    return of(
        folder,
        program,
        "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId>"
            + "<version>1</version><packaging>pom</packaging><build><plugins><plugin>"
            + "<groupId>dev.thaw</groupId><artifactId>thaw-maven-plugin</artifactId><version>"
            + VERSION
            + "</version><configuration>"
            + configuration
            + "</configuration><executions><execution><goals><goal>prepare</goal>"
            + "<goal>check</goal></goals></execution></executions></plugin></plugins></build>"
            + "</project>",
        Map.of());
  }

  /**
   * A module with this pom.
   *
   * @param program a script in place of the program, which writes its words to the file words
   * @param files further ones of the module, by their paths
   */
  static MavenRun of(Path folder, String program, String pom, Map<String, String> files)
      throws IOException {
    fillRepository();
    Path module = Files.createDirectories(folder.resolve("module"));
    Files.writeString(module.resolve("pom.xml"), pom);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = module.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    Files.writeString(module.resolve("template.yaml"), "Resources: {}\n");
    Files.writeString(module.resolve("budget.yaml"), "budgets: [{classes: 10}]\n");
    Path home = folder.resolve("home");
    Path file = Files.createDirectories(home.resolve("bin")).resolve("thaw");
    Files.writeString(
        file, "#!/bin/bash\nprintf '%s\\n' \"$*\" >> " + folder.resolve("words") + "\n" + program);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new MavenRun(module, home);
  }

  Path module() {
    return module;
  }

  /** The words of each start of the program. */
  List<String> words() throws IOException {
    Path words = home.resolveSibling("words");
    return Files.exists(words) ? Files.readAllLines(words) : List.of();
  }

  Ended run(String... words) throws IOException, InterruptedException {
    Process maven = start(words);
    if (!maven.waitFor(8, TimeUnit.MINUTES)) {
      maven.destroyForcibly();
    }
    return new Ended(maven.waitFor(), Files.readString(log()));
  }

  Path log() {
    return module.resolveSibling("log");
  }

  Process start(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp"));
    command.add("-Dmaven.repo.local=" + REPOSITORY);
    command.add("-Dthaw.home=" + home);
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(module.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectErrorStream(true).redirectOutput(log().toFile());
    return builder.start();
  }

  private static void fillRepository() throws IOException {
    put("thaw", Path.of("../pom.xml"), "pom");
    put("thaw-junit", Path.of("../thaw-junit/pom.xml"), "pom");
    put("thaw-junit", Path.of("../thaw-build/target/thaw-build-" + VERSION + ".jar"), "jar");
    for (String each : List.of("thaw-build", "thaw-maven-plugin")) {
      put(each, Path.of("..", each, "pom.xml"), "pom");
      put(each, Path.of("..", each, "target", each + "-" + VERSION + ".jar"), "jar");
    }
    Files.write(
        REPOSITORY.resolve(GROUP + "maven-metadata-local.xml"),
        ("<metadata><plugins><plugin><name>Thaw</name><prefix>thaw</prefix>"
                + "<artifactId>thaw-maven-plugin</artifactId></plugin></plugins></metadata>")
            .getBytes(StandardCharsets.UTF_8));
  }

  private static void put(String artifact, Path file, String kind) throws IOException {
    Path folder = Files.createDirectories(REPOSITORY.resolve(GROUP + artifact + "/" + VERSION));
    Files.copy(
        file,
        folder.resolve(artifact + "-" + VERSION + "." + kind),
        StandardCopyOption.REPLACE_EXISTING);
  }
}
