package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.TerminalProgress;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.Tool;

/** Process tests: Maven is run. */
@SideBySide
class ProjectBuildTest {
  @TempDir Path folder;
  @TempDir Path cache;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  /** What Quarkus' plugin does, as far as it matters: a zip of its own and its mark. */
  private static final String AS_QUARKUS_DOES =
      """
      <plugin>
        <artifactId>maven-antrun-plugin</artifactId>
        <version>3.2.0</version>
        <executions>
          <execution>
            <phase>package</phase>
            <goals><goal>run</goal></goals>
            <configuration>
              <target>
                <zip destfile="target/function.zip" basedir="target/classes"/>
                <touch file="target/quarkus-artifact.properties"/>
              </target>
            </configuration>
          </execution>
        </executions>
      </plugin>
      """;

  private void project(String plugin) throws IOException {
    Path source = folder.resolve("src/main/java/com/example/Hello.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "package com.example; public class Hello {}");
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId>
          <artifactId>hello</artifactId>
          <version>1</version>
          <properties><maven.compiler.release>17</maven.compiler.release></properties>
          <build>
            <pluginManagement>
              <plugins>
                <plugin><artifactId>maven-resources-plugin</artifactId><version>3.4.0</version></plugin>
                <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.16.0</version></plugin>
                <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.6.1</version></plugin>
                <plugin><artifactId>maven-jar-plugin</artifactId><version>3.5.0</version></plugin>
              </plugins>
            </pluginManagement>
            <plugins>%s</plugins>
          </build>
        </project>
        """
            .formatted(plugin));
  }

  private CodeSource built() throws InterruptedException {
    return new ProjectBuild(new TerminalProgress(new PrintStream(said, true), false), cache)
        .built(new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN), 0);
  }

  private ProjectBuild builds(Map<String, String> environment, Duration patience) {
    return new ProjectBuild(
        new TerminalProgress(new PrintStream(said, true), false, Duration.ofSeconds(1)),
        environment,
        patience,
        cache);
  }

  @Thorough("A sample of Quarkus is built; the tests beside it build smaller projects")
  @Test
  void what_quarkus_makes_of_a_project_is_taken_as_long_as_it_makes_it() throws Exception {
    project(AS_QUARKUS_DOES);
    CodeSource.Archive zip = new CodeSource.Archive(folder.resolve("target/function.zip"));
    assertEquals(zip, built());
    assertEquals(zip, built(), "nothing changed");
    project("");
    assertInstanceOf(CodeSource.Built.class, built(), "the zip of an earlier build is there still");
  }

  @Test
  void a_build_whose_jvm_does_not_start_says_why_and_what_to_mend() throws Exception {
    project("");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("MAVEN_OPTS", "--no-such-option=1");
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                builds(environment, Duration.ofMinutes(5))
                    .built(new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN), 0));
    String message = String.valueOf(mistake.getMessage());
    assertTrue(
        message.endsWith(" does not start: Unrecognized option: --no-such-option=1"), message);
    assertTrue(
        mistake.remedy().startsWith("mend MAVEN_OPTS, which has options for another JDK"),
        mistake.remedy());
  }

  @Test
  void what_maven_does_is_told_while_it_builds_and_its_folder_is_noted_as_used() throws Exception {
    project("");
    builtBy(
        withMavenThat(
            "echo '[INFO] --- compiler:3.16.0:compile (default-compile) @ hello ---'; sleep 4"));
    assertTrue(
        Pattern.compile("with Maven on JDK \\d+(, as [^:]+)?: compiler:compile \\.\\.\\. ")
            .matcher(said.toString())
            .find(),
        said.toString());
    assertEquals(1, ProjectBuild.section(cache).removeUnused(Instant.now().plusSeconds(60)));
  }

  @Thorough("It builds several times by Maven; the test of a stale project looks at the same")
  @Test
  void results_in_the_project_do_not_make_it_stale() throws Exception {
    project("");
    built();
    Path classes = folder.resolve("target/classes/com/example/Hello.class");
    Files.delete(classes);
    for (String results : new String[] {"thaw-results/results.jsonl", "thaw-why/why.json"}) {
      Path file = folder.resolve(results);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{}");
    }
    built();
    assertFalse(Files.exists(classes), "it was built again");
    Files.writeString(
        folder.resolve("src/main/java/com/example/Other.java"),
        "package com.example; class Other {}");
    built();
    assertTrue(Files.exists(classes), "it was not built again");
  }

  /** In place of Maven: says who runs it, and leaves a result and dependencies behind. */
  private Path mavenThatTells(String more) throws IOException {
    Path bin = Files.createDirectories(folder.resolve(".bin"));
    Path program = bin.resolve("mvn");
    Files.writeString(
        program,
        """
        #!/bin/sh
        mkdir -p target/classes target/thaw
        : > target/thaw/dependencies
        echo "$(id -u) $(id -g) $HOME" > target/classes/builder
        """
            + more);
    assertTrue(program.toFile().setExecutable(true, false));
    return bin;
  }

  private static UserPrincipal owner(Path file) {
    try {
      return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Set<String> ownersOfResults() throws IOException {
    try (Stream<Path> results = Files.walk(folder.resolve("target"))) {
      return results.map(file -> owner(file).getName()).collect(Collectors.toSet());
    }
  }

  @Test
  void under_sudo_a_project_is_built_by_who_has_called_it() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    String[] nobody = Tool.run(List.of("getent", "passwd", "nobody")).output().split(":");
    assumeTrue(nobody.length == 7, "there is no user nobody");
    project("");
    Path bin = mavenThatTells("echo \"$MAVEN_OPTS\" > target/classes/options");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("MAVEN_OPTS", "-Xmx77m");
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    environment.put("SUDO_UID", nobody[2]);
    environment.put("SUDO_GID", nobody[3]);
    // What an earlier Thaw has built as root is in the way.
    Files.createDirectories(folder.resolve("target/thaw"));
    Files.createDirectories(folder.resolve("target/classes"));
    Files.writeString(folder.resolve("target/thaw/dependencies"), "old.jar");
    Files.writeString(folder.resolve("target/thaw/built"), "");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setOwner(folder, user("nobody"));
    ProjectBuild builds = builds(environment, Duration.ofMinutes(5));
    builds.built(new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN), 0);
    assertEquals(
        nobody[2] + " " + nobody[3] + " " + nobody[5],
        Files.readString(folder.resolve("target/classes/builder")).strip());
    assertEquals(
        "-Xmx77m -Duser.home=" + nobody[5],
        Files.readString(folder.resolve("target/classes/options")).strip());
    assertEquals(Set.of("nobody"), ownersOfResults());
    assertTrue(Files.exists(folder.resolve("target/thaw/built")));
    assertEquals("", Files.readString(folder.resolve("target/thaw/dependencies")));
    assertTrue(
        said.toString().matches("(?s).*with Maven on JDK \\d+, as nobody .*"), said.toString());
  }

  @Test
  void what_who_has_called_sudo_cannot_write_is_built_by_root_and_said() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    project("");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertEquals(
        "as root: nobody cannot write " + folder,
        BuildUser.of(folder, Map.of("SUDO_UID", "65534", "SUDO_GID", "65534")).words());
    assertEquals("as root", BuildUser.of(folder, Map.of()).words());
    assertEquals("as root", BuildUser.of(folder, Map.of("SUDO_UID", "0", "SUDO_GID", "0")).words());
    assertEquals(
        "as root", BuildUser.of(folder, Map.of("SUDO_UID", "1;id", "SUDO_GID", "1")).words());
  }

  @Test
  void root_builds_a_project_of_another_user_as_that_user_or_says_why_not() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    project("");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setAttribute(folder, "unix:uid", 65534);
    assertEquals("as nobody", BuildUser.of(folder, Map.of()).words());
    assertEquals("as nobody", BuildUser.of(folder, Map.of("SUDO_UID", "0")).words());
    Files.setAttribute(folder, "unix:uid", 54321);
    assertEquals(
        "as root: there is no user 54321, who owns it", BuildUser.of(folder, Map.of()).words());
  }

  @Test
  void only_what_builds_as_root_have_made_is_given_to_the_user() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    project("");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path secret = Files.writeString(elsewhere.resolve("secret"), "root's");
    for (String each : List.of("target/classes", "data/target", "api/target", "app/build")) {
      Files.writeString(Files.createDirectories(folder.resolve(each)).resolve("made"), "");
    }
    Files.writeString(folder.resolve("api/pom.xml"), "");
    Files.writeString(folder.resolve("app/build.gradle.kts"), "");
    Files.createSymbolicLink(folder.resolve("target/link"), elsewhere);
    Files.createLink(folder.resolve("target/hard"), secret);
    Files.createDirectory(folder.resolve("linked"));
    Files.writeString(folder.resolve("linked/pom.xml"), "");
    Files.createSymbolicLink(folder.resolve("linked/target"), elsewhere);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setAttribute(folder, "unix:uid", 65534);
    BuildUser.of(folder, Map.of());
    Map<String, String> owners = new HashMap<>();
    for (String each :
        List.of(
            "target/classes/made",
            "api/target/made",
            "app/build/made",
            "data/target/made",
            "elsewhere",
            "elsewhere/secret",
            "target/hard")) {
      owners.put(each, owner(folder.resolve(each)).getName());
    }
    assertEquals(
        Map.of(
            "target/classes/made", "nobody",
            "api/target/made", "nobody",
            "app/build/made", "nobody",
            "data/target/made", "root",
            "elsewhere", "root",
            "elsewhere/secret", "root",
            "target/hard", "root"),
        owners);
  }

  @Test
  void a_build_that_does_not_end_is_given_up_and_all_of_it_ended() throws Exception {
    project("");
    Path bin = mavenThatTells("echo $$ > target/pid; sleep 600 & wait");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    environment.put("SUDO_UID", "65534");
    environment.put("SUDO_GID", "65534");
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    ProjectBuild builds = builds(environment, Duration.ofSeconds(3));
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> builds.built(new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN), 0));
    assertEquals("the build of " + folder + " was still at work after 3 s", mistake.getMessage());
    long pid = Long.parseLong(Files.readString(folder.resolve("target/pid")).strip());
    Deadline.await(
        Duration.ofSeconds(30),
        "it has ended",
        () -> !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
  }

  /** In place of Maven: counts its calls in {@code .bin/calls}. */
  private ProjectBuild withMavenThat(String does) throws IOException {
    Path bin = mavenThatTells("echo x >> " + folder.resolve(".bin/calls") + "\n" + does);
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    return builds(environment, Duration.ofMinutes(1));
  }

  private int calls() throws IOException {
    Path calls = folder.resolve(".bin/calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  private CodeSource builtBy(ProjectBuild builds) throws InterruptedException {
    return builds.built(new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN), 0);
  }

  private void write(String file, String content) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  @Test
  void only_what_maven_reads_makes_a_project_stale() throws Exception {
    project("<plugin><configuration><in>${project.basedir}/api.yaml</in></configuration></plugin>");
    write("api.yaml", "openapi: 3");
    // What the shade plug-in leaves beside the pom.
    String shade = "echo $$ > dependency-reduced-pom.xml";
    builtBy(withMavenThat(shade));
    for (String file :
        List.of(
            "README.md", "events/new.json", "budget.yaml", "r20/results.jsonl", "thaw-load/x")) {
      write(file, "new");
    }
    builtBy(withMavenThat(shade));
    assertEquals(1, calls(), "it was built again for what Maven does not read");
    int before = 1;
    for (String file :
        List.of(
            "src/main/resources/a.txt", "api.yaml", ".mvn/maven.config", "src/main/java/X.java")) {
      write(file, "new");
      builtBy(withMavenThat(shade));
      assertEquals(++before, calls(), file);
    }
  }

  @Test
  void a_source_that_a_build_writes_again_is_the_same_source() throws Exception {
    project("");
    write("src/main/java/Made.java", "class Made {}");
    String generator = "echo 'class Made {}' > src/main/java/Made.java";
    builtBy(withMavenThat(generator));
    builtBy(withMavenThat(generator)); // the end of its line is new
    builtBy(withMavenThat(generator));
    assertEquals(2, calls());
  }

  @Test
  void a_failed_build_is_repeated_only_when_something_has_changed() throws Exception {
    project("");
    ProjectBuild builds =
        withMavenThat("echo '[ERROR] Source option 5 is no longer supported.'; exit 1");
    UserMistake first = assertThrows(UserMistake.class, () -> builtBy(builds));
    assertEquals(
        "the build of " + folder + " failed: Source option 5 is no longer supported.",
        first.getMessage());
    Path log = Path.of(first.remedy().replaceFirst(".* is in ", ""));
    assertTrue(Files.readString(log).contains("[ERROR] Source option 5"), log::toString);
    write("README.md", "new");
    assertEquals(
        first.getMessage(), assertThrows(UserMistake.class, () -> builtBy(builds)).getMessage());
    assertEquals(1, calls());
    write("src/main/java/X.java", "class X {}");
    assertThrows(UserMistake.class, () -> builtBy(builds));
    assertEquals(2, calls());
  }

  @Test
  void the_wrapper_of_a_project_builds_it_and_maven_where_the_wrapper_has_none() throws Exception {
    project("");
    write(
        "mvnw",
        "mkdir -p target/classes target/thaw; : > target/thaw/dependencies; echo $0 > target/classes/by");
    builtBy(withMavenThat(""));
    assertEquals(0, calls(), "mvn was called beside mvnw");
    assertEquals(
        folder.resolve("mvnw").toString(),
        Files.readString(folder.resolve("target/classes/by")).strip());
    write("mvnw", "echo 'wget: unable to resolve host address'; exit 4");
    write("src/main/java/X.java", "class X {}");
    builtBy(withMavenThat(""));
    assertEquals(1, calls());
    assertTrue(said.toString().contains("its mvnw could not get Maven"), said.toString());
  }

  @Test
  void a_wrapper_runs_that_has_windows_line_ends_or_an_interpreter_that_is_not_here()
      throws Exception {
    String made =
        "mkdir -p target/classes target/thaw\n: > target/thaw/dependencies\ncd \"$(dirname \"$0\")\"\necho \"$1\" > target/classes/by\n";
    for (String script :
        List.of("#!/bin/sh\n" + made, "#!/nowhere/sh\n" + made, "#!/usr/bin/env nosh\n" + made)) {
      for (String end : List.of("\n", "\r\n")) {
        project("");
        write("mvnw", script.replace("\n", end));
        assertTrue(folder.resolve("mvnw").toFile().setExecutable(true));
        write("src/main/java/X.java", "class X {} // " + script + end.length());
        builtBy(withMavenThat(""));
        assertEquals("-B", Files.readString(folder.resolve("target/classes/by")).strip());
        assertEquals(0, calls(), "mvn was called in place of the wrapper");
        Files.delete(folder.resolve("target/classes/by"));
      }
    }
  }

  @Test
  void a_wrapper_that_fails_says_what_it_has_said_where_there_is_no_maven_either()
      throws Exception {
    project("");
    write("mvnw", "echo 'Error: JAVA_HOME is not defined correctly.'; exit 127");
    Map<String, String> environment = new HashMap<>(System.getenv());
    Path bin = Files.createDirectories(folder.resolve(".bin"));
    Files.createSymbolicLink(bin.resolve("sh"), Path.of("/bin/sh"));
    environment.put("PATH", bin.toString());
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> builtBy(builds(environment, Duration.ofMinutes(1))));
    assertEquals(
        "the build of " + folder + " failed: Error: JAVA_HOME is not defined correctly.",
        mistake.getMessage());
    assertFalse(mistake.remedy().contains("wrapper"), mistake.remedy());
  }

  @Test
  void an_archive_that_is_older_than_its_sources_is_told_once() throws Exception {
    project("");
    write("target/app.jar", "");
    write("src/main/java/a/B.java", "package a; class B {}");
    write("src/test/java/a/BTest.java", "package a; class BTest {}");
    FileTime made = Files.getLastModifiedTime(folder.resolve("target/app.jar"));
    for (Path source : MavenSources.of(folder)) {
      Files.setLastModifiedTime(source, made);
    }
    Path test = folder.resolve("src/test/java/a/BTest.java");
    Files.setLastModifiedTime(test, FileTime.fromMillis(made.toMillis() + 5000));
    CodeSource archive = new CodeSource.Archive(folder.resolve("target/app.jar"));
    builds(System.getenv(), Duration.ofMinutes(1)).built(archive, 0);
    assertEquals("", said.toString());

    Path source = folder.resolve("src/main/java/a/B.java");
    Files.setLastModifiedTime(source, FileTime.fromMillis(made.toMillis() + 5000));
    ProjectBuild builds = builds(System.getenv(), Duration.ofMinutes(1));
    builds.built(archive, 0);
    builds.built(archive, 0);
    assertEquals(
        folder.resolve("target/app.jar")
            + " is older than src/main/java/a/B.java: it is run as it is; build it again to run what"
            + " has changed",
        said.toString().replaceAll("\\s+", " ").strip());
  }

  @Test
  void two_programs_do_not_build_one_project_at_once() throws Exception {
    project("");
    String slow = "while [ ! -e .bin/go ]; do sleep 0.05; done";
    ProjectBuild first = withMavenThat(slow);
    ProjectBuild second = withMavenThat(slow);
    Executor threads = Executors.newVirtualThreadPerTaskExecutor();
    CompletableFuture<Void> one = CompletableFuture.runAsync(() -> builtUnchecked(first), threads);
    Deadline.await(Duration.ofSeconds(30), "it builds", () -> said.toString().contains("building"));
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(() -> builtUnchecked(second), threads);
    Deadline.await(
        Duration.ofSeconds(30),
        "the other one says whom it waits for",
        () ->
            said.toString()
                .contains(
                    "(process %d), which builds or reads %s"
                        .formatted(ProcessHandle.current().pid(), folder.getFileName())));
    write(".bin/go", "");
    one.get();
    other.get();
    assertEquals(1, calls(), "who has waited finds what was built");
  }

  private void say(String line) {
    said.writeBytes(line.getBytes(StandardCharsets.UTF_8));
  }

  private void builtUnchecked(ProjectBuild builds) {
    try {
      builtBy(builds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_build_that_a_signal_ends_was_interrupted_and_not_failed() throws Exception {
    project("");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> builtBy(withMavenThat("kill -INT $$; exit 130")));
    assertEquals("the build of " + folder + " was interrupted", mistake.getMessage());
  }

  @Test
  void a_project_that_cannot_be_written_is_built_in_a_copy() throws Exception {
    project("");
    write("target/old", "x");
    BuildPlace place = new BuildPlace(cache.resolve("own"), _ -> false, this::say);
    BuildProject copy = place.of(MavenProject.of(folder));
    assertTrue(copy.root().startsWith(cache), copy.root()::toString);
    assertEquals(
        MavenSources.of(folder).size(), copy.sources().size(), "the copy has all that is read");
    assertFalse(Files.exists(copy.root().resolve("target")));
    assertTrue(said.toString().contains(folder + " cannot be written: "), said.toString());
    said.reset();
    write("src/main/java/X.java", "class X {}");
    place.of(MavenProject.of(folder));
    assertTrue(Files.exists(copy.root().resolve("src/main/java/X.java")), "a change is taken over");
  }

  private UserPrincipal user(String name) throws IOException {
    return folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
  }
}
