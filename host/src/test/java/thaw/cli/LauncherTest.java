package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.files.Trees;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;

/** The launcher, in a copy of the repository that has never been built. */
@SideBySide
class LauncherTest {
  @TempDir Path folder;

  @BeforeEach
  void a_copy_with_a_jdk_and_a_maven_that_only_look_like_it() throws IOException {
    Files.copy(Path.of("../thaw"), folder.resolve("thaw"));
    Files.createDirectory(folder.resolve("launcher"));
    Files.copy(Path.of("../launcher/thaw"), folder.resolve("launcher/thaw"));
    executable("jdk/bin/java", "#!/bin/sh\necho \"$@\"\nexec grep SigIgn /proc/self/status\n");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    Files.createDirectories(folder.resolve("jdk/lib/server"));
    Files.createFile(folder.resolve("jdk/lib/server/libjvm.so"));
    Files.createFile(folder.resolve("jdk/lib/modules"));
    executable(
        "bin/mvn",
        "#!/bin/sh\nmkdir -p host/target/program/lib\n> host/target/program/lib/a.jar\n");
  }

  @Test
  void the_program_can_be_ended_although_the_launcher_inherits_sigterm_as_ignored()
      throws Exception {
    String output = output("trap '' TERM; exec ./thaw doctor");
    String mask = output.substring(output.indexOf("SigIgn:") + "SigIgn:".length()).strip();
    assertFalse((Long.parseUnsignedLong(mask, 16) & 1 << 14) != 0, output); // SIGTERM is 15
  }

  @Test
  void too_few_files_are_told_before_a_jvm_cannot_say_so() throws Exception {
    String output = output("ulimit -n 100; ./thaw doctor 2>&1; echo \"exit $?\"");
    assertTrue(output.contains("thaw: only 100 files may be open at once"), output);
    assertTrue(output.contains("\nRemedy: raise the limit"), output);
    assertTrue(output.contains("exit 2"), output);
  }

  @Test
  void the_home_folder_is_that_of_the_variable() throws Exception {
    String output = output("HOME=/home/of/somebody exec ./thaw doctor");
    assertTrue(output.contains(" -Duser.home=/home/of/somebody "), output);
    assertFalse(output("unset HOME; exec ./thaw doctor").contains("user.home"));
  }

  @Test
  void thaw_has_a_jdk_of_its_own_and_leaves_java_home_to_the_builds() throws Exception {
    Trees.copy(folder.resolve("jdk"), Files.createDirectory(folder.resolve("own")));
    assertEquals(
        folder.resolve("own/bin/java").toString(),
        output("THAW_JAVA_HOME=$PWD/own ./thaw --print-java"));
    Files.writeString(
        folder.resolve("own/bin/java"), "#!/bin/sh\necho \"home $JAVA_HOME, $THAW_JAVA_HOME\"\n");
    assertTrue(
        output("THAW_JAVA_HOME=$PWD/own ./thaw doctor 2>/dev/null")
            .contains("home " + folder.resolve("jdk") + ", " + folder.resolve("own")));
  }

  @Test
  void only_a_command_that_asks_aws_has_its_sdk_on_the_class_path() throws Exception {
    assertTrue(output("./thaw bench --on lambda f").contains("program/aws-sdk/* thaw.cli.Main"));
    assertTrue(output("./thaw bench f --on=lambda").contains("program/aws-sdk/* thaw.cli.Main"));
    assertFalse(output("./thaw bench my-app").contains("aws-sdk"));
  }

  @Test
  void only_thaw_lab_has_the_laboratory_on_the_class_path() throws Exception {
    for (String words : List.of("lab", "lab --help", "lab storage --dir /tmp", "help lab")) {
      String output = output("./thaw " + words);
      assertTrue(output.contains("program/laboratory/* thaw.cli.Main " + words), output);
    }
    for (String words : List.of("--help", "help", "bench lab", "run --port lab", "la")) {
      assertFalse(output("./thaw " + words).contains("laboratory"), words);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "mcp", "race"})
  void only_a_command_with_jars_of_its_own_has_them_on_the_class_path(String name)
      throws Exception {
    for (String words : List.of(name, name + " --help", "help " + name)) {
      String output = output("./thaw " + words);
      assertTrue(output.contains("program/" + name + "/* thaw.cli.Main " + words), output);
    }
    for (String words : List.of("--help", "bench " + name, "lab " + name, "run --port " + name)) {
      assertFalse(output("./thaw " + words).contains("program/" + name), words);
    }
  }

  @Test
  void only_commands_about_a_cluster_have_the_client_of_its_api_on_the_class_path()
      throws Exception {
    for (String words :
        List.of("deploy --help", "help delete", "ps --on kubernetes", "logs --on=kubernetes a")) {
      String output = output("./thaw " + words);
      assertTrue(output.contains("program/cluster/* thaw.cli.Main " + words), output);
      assertFalse(output.contains("aws-sdk"), words);
    }
    for (String words : List.of("ps", "logs deploy", "bench --on lambda kubernetes", "--help")) {
      assertFalse(output("./thaw " + words).contains("program/cluster"), words);
    }
  }

  @Test
  void a_clone_that_cannot_be_written_is_built_elsewhere_and_runs_when_it_is_built()
      throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root makes it read-only");
    String readOnly =
        "exec unshare -m sh -c 'mount --bind . . && cd \"$PWD\" && mount -o remount,ro,bind ."
            + " && ./thaw doctor 2>&1; echo exit code $?'";
    String output = output(readOnly);
    assertTrue(output.contains("Thaw is to be built first, and "), output);
    assertTrue(output.contains("Remedy: copy it to a folder of yours"), output);
    assertTrue(output.endsWith("exit code 2"), output);
    output("./thaw doctor"); // builds it
    Trees.delete(folder.resolve("host/target/program/aot"));
    output = output(readOnly);
    assertTrue(output.contains("thaw.cli.Main doctor"), output);
    assertTrue(output.endsWith("exit code 0"), output);
  }

  @Test
  void jars_are_hashed_again_only_when_one_has_changed() throws Exception {
    output("./thaw doctor");
    executable(
        "bin/sha256sum", "#!/bin/sh\necho hashed anew >&2\nexec /usr/bin/sha256sum \"$@\"\n");
    assertFalse(output("./thaw doctor 2>&1").contains("hashed anew"));

    Files.writeString(folder.resolve("host/target/program/lib/a.jar"), "another one");
    assertTrue(output("./thaw doctor 2>&1").contains("hashed anew"));
    assertFalse(output("./thaw doctor 2>&1").contains("hashed anew"));
  }

  @Test
  void a_distribution_starts_from_anywhere_with_its_cache_where_it_can_be_written()
      throws Exception {
    Path unpacked = folder.resolve("a folder/thaw-1.0");
    Files.createDirectories(unpacked.resolve("bin"));
    Files.createDirectories(unpacked.resolve("lib"));
    Files.createFile(unpacked.resolve("lib/a.jar"));
    Files.copy(
        Path.of("../launcher/thaw"),
        unpacked.resolve("bin/thaw"),
        StandardCopyOption.COPY_ATTRIBUTES);
    Files.createSymbolicLink(folder.resolve("linked"), unpacked.resolve("bin/thaw"));

    String output = output("program=x ./linked run");

    assertTrue(output.contains(" -Dthaw.program=" + unpacked + " "), output);
    assertTrue(output.contains(" -cp " + unpacked + "/lib/a.jar thaw.cli.Main run"), output);
    assertTrue(Files.exists(unpacked.resolve("aot/stamp")));

    Trees.delete(unpacked.resolve("aot"));
    assumeTrue("root".equals(System.getProperty("user.name")), "only root makes it read-only");
    output(
        "export XDG_CACHE_HOME=$PWD/caches; exec unshare -m sh -c 'mount --bind \"a folder\""
            + " \"a folder\" && mount -o remount,ro,bind \"a folder\" && ./linked doctor'");
    assertTrue(Files.exists(folder.resolve("caches/thaw/launcher/stamp")));
  }

  @Test
  void a_cache_that_somebody_else_can_write_is_not_used_and_root_has_that_of_the_system()
      throws Exception {
    Path unpacked = folder.resolve("thaw-1.0");
    Files.createDirectories(unpacked.resolve("bin"));
    Files.createDirectories(unpacked.resolve("lib"));
    Files.createFile(unpacked.resolve("lib/a.jar"));
    Files.createFile(unpacked.resolve("managed"));
    Files.copy(
        Path.of("../launcher/thaw"),
        unpacked.resolve("bin/thaw"),
        StandardCopyOption.COPY_ATTRIBUTES);
    Path poisoned = folder.resolve("cache/thaw/launcher");
    executable(
        "bin/java-with-cache",
        "#!/bin/sh\ncase \"$*\" in *AOTCacheOutput=*) echo cache > \"$(echo \"$*\" | sed"
            + " 's/.*AOTCacheOutput=\\([^ ]*\\).*/\\1/')\";; *) echo \"$@\";; esac\n");
    Files.move(
        folder.resolve("bin/java-with-cache"),
        folder.resolve("jdk/bin/java"),
        StandardCopyOption.REPLACE_EXISTING);
    assertTrue(output("thaw-1.0/bin/thaw run").contains("-XX:AOTCache=" + poisoned));
    assertTrue(output("thaw-1.0/bin/thaw run").contains("-XX:AOTCache=" + poisoned));

    Path cache = folder.resolve("cache");
    String run =
        "root".equals(System.getProperty("user.name"))
            ? "exec unshare -m sh -c 'mount -t tmpfs none /var/cache && thaw-1.0/bin/thaw run'"
            : "thaw-1.0/bin/thaw run";
    String instead = run.contains("tmpfs") ? "-XX:AOTCache=/var/cache/thaw/launcher/" : "Main run";
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xrwx"));
    assertCacheIsNotUsed(output(run), poisoned, instead);
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(poisoned, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertCacheIsNotUsed(output(run), poisoned, instead);
    Files.setPosixFilePermissions(poisoned, PosixFilePermissions.fromString("rwx------"));
    assertTrue(output("thaw-1.0/bin/thaw run").contains("-XX:AOTCache=" + poisoned));
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a folder away");
    for (Path each : List.of(cache, cache.resolve("thaw"), poisoned)) {
      Files.setAttribute(each, "unix:uid", 54321);
      assertCacheIsNotUsed(output(run), poisoned, instead);
      Files.setAttribute(each, "unix:uid", 0);
    }
  }

  private static void assertCacheIsNotUsed(String output, Path cache, String instead) {
    assertFalse(output.contains(cache.toString()), output);
    assertTrue(output.contains(instead), output);
  }

  @Test
  void a_jvm_that_a_distribution_brings_is_taken_before_others() throws Exception {
    Path unpacked = folder.resolve("thaw-1.0");
    Files.createDirectories(unpacked.resolve("bin"));
    Files.createDirectories(unpacked.resolve("lib"));
    Files.createFile(unpacked.resolve("lib/a.jar"));
    Files.copy(
        Path.of("../launcher/thaw"),
        unpacked.resolve("bin/thaw"),
        StandardCopyOption.COPY_ATTRIBUTES);
    Files.createDirectory(unpacked.resolve("jre"));
    Trees.copy(folder.resolve("jdk"), unpacked.resolve("jre"));

    assertEquals(
        unpacked.resolve("jre/bin/java").toString(), output("exec thaw-1.0/bin/thaw --print-java"));
  }

  private String output(String script) throws Exception {
    Process process =
        new ProcessBuilder(
                "env",
                "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"),
                "JAVA_HOME=" + folder.resolve("jdk"),
                "XDG_CACHE_HOME=" + folder.resolve("cache"),
                "sh",
                "-c",
                script)
            .directory(folder.toFile())
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    Signals.awaitEnd(process);
    assertEquals(0, process.exitValue(), output);
    return output;
  }

  private void executable(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
