package thaw.gradle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import thaw.program.ProgramCall;
import thaw.program.ProgramCommand;
import thaw.program.ProgramListener;

/** A user's project, with the plug-in from a folder that is a Maven repository. */
record GradleProjectFolder(GradleHome gradle, Path folder) {
  private static final Path MODULES = Path.of("..").toAbsolutePath().normalize();
  static final String VERSION = Objects.requireNonNull(System.getProperty("thaw.version"));

  /** Starts the program that this build has made. */
  static final Path PROGRAM = MODULES.resolve("thaw-junit/src/test/thaw");

  static GradleProjectFolder in(Path folder) throws IOException {
    GradleProjectFolder project = new GradleProjectFolder(GradleHome.made(), folder);
    project.repository();
    project.write(
        "settings.gradle",
        """
        pluginManagement {
          repositories {
            maven { url = uri('repository') }
          }
        }
        rootProject.name = 'hello'
        """);
    project.write(
        "src/main/java/hello/Hello.java",
        """
        package hello;

        import java.util.Map;

        public class Hello {
          public String handle(Map<String, Object> event) {
            return "hello";
          }
        }
        """);
    return project;
  }

  void write(String file, String content) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  /** A build script with the plug-in, and lines of its own. */
  void script(String lines) throws IOException {
    write(
        "build.gradle",
        """
        plugins { id 'dev.thaw' version '%s' }
        repositories { maven { url = uri('repository') } }
        %s
        """
            .formatted(VERSION, lines));
  }

  void template() throws IOException {
    write(
        "template.yaml",
        """
        AWSTemplateFormatVersion: '2010-09-09'
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Hello:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: build/thaw/function.zip
              Handler: hello.Hello::handle
              Runtime: java17
              MemorySize: 512
        """);
  }

  /** What ./release writes for Gradle, without the distribution. */
  private void repository() throws IOException {
    put("thaw", MODULES.resolve("pom.xml"), ".pom");
    for (String module : List.of("thaw-build", "thaw-gradle-plugin")) {
      put(module, MODULES.resolve(module).resolve("pom.xml"), ".pom");
      put(
          module,
          MODULES.resolve(module).resolve("target/" + module + "-" + VERSION + ".jar"),
          ".jar");
    }
    put("dev.thaw.gradle.plugin", MODULES.resolve("thaw-gradle-plugin/marker/pom.xml"), ".pom");
  }

  /** The artefact that the plug-in takes where no other program is named. */
  void distribution(Path zip) throws IOException {
    put("thaw-distribution", pom("thaw-distribution"), ".pom");
    put("thaw-distribution", zip, ".zip");
  }

  /** A dependency that has the name of thaw-junit, which is all that the plug-in looks at. */
  void junit() throws IOException {
    put("thaw-junit", pom("thaw-junit"), ".pom");
  }

  private Path pom(String artifact) throws IOException {
    Path pom = folder.resolveSibling(artifact + ".pom");
    return Files.writeString(
        pom,
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>dev.thaw</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
          <packaging>pom</packaging>
        </project>
        """
            .formatted(artifact, VERSION));
  }

  private void put(String artifact, Path from, String suffix) throws IOException {
    Path to =
        folder
            .resolve("repository/dev/thaw/" + artifact + "/" + VERSION)
            .resolve(artifact + "-" + VERSION + suffix);
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  /** A build in one process, whose end nothing survives. */
  ProgramCall run(String... arguments) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--no-daemon",
                "--console=plain",
                "--offline",
                "--warning-mode=fail",
                "--gradle-user-home=" + gradle.userHome()));
    words.addAll(List.of(arguments));
    return ProgramCall.run(
        ProgramCommand.of(gradle.program(), words)
            .in(folder)
            .with(Map.of("XDG_CACHE_HOME", folder.resolveSibling("cache").toString())),
        ProgramListener.NONE,
        Duration.ofMinutes(5),
        () -> {});
  }

  static String said(ProgramCall ended) {
    return String.join("\n", ended.output()) + "\n" + String.join("\n", ended.errors());
  }
}
