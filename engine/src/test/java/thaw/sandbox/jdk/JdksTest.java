package thaw.sandbox.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdksTest {
  @TempDir private Path folder;

  @Test
  void what_is_missing_is_had_by_the_commands_for_this_machine() {
    assertEquals(
        "ask for the commands of this machine: thaw setup --jdk 17, thaw setup --jdk 21; or install"
            + " JDK 17, 21 with SDKMAN!, or from adoptium.net, unpacked into ~/.jdks, where Thaw"
            + " looks",
        Jdks.remedy("JDK 17, 21"));
    assertTrue(Jdks.remedy("JDK jdk-x").startsWith("install JDK jdk-x"));
  }

  @ParameterizedTest(name = "{0} {2}")
  @CsvSource({
    "25.0.3, Eclipse Adoptium, Temurin-25.0.3+9, 25.0.3+9-LTS, 25, Temurin 25.0.3+9",
    "17.0.12, Amazon.com Inc., Corretto-17.0.12.7.1, 17.0.12+7-LTS, 17, Corretto 17.0.12+7",
    "21.0.1, 'Azul Systems, Inc.', Zulu21.30+15-CA, 21.0.1+12-LTS, 21, Zulu 21.0.1+12",
    "17.0.19, Debian, '', 17.0.19+10-Debian-1, 17, Debian 17.0.19+10",
    "21.0.2, Oracle Corporation, '', 21.0.2+13-58, 21, Oracle Corporation 21.0.2+13-58",
    "21, GraalVM Community, GraalVM CE 21+35.1, 21+35-jvmci-23.1-b15, 21, GraalVM Community"
        + " 21+35-jvmci-23.1-b15",
    "26-ea, Oracle Corporation, '', 26-ea+12, 26, Oracle Corporation 26-ea+12"
  })
  void release_files_of_distributions(
      String version, String implementor, String build, String runtime, int feature, String label)
      throws IOException {
    String release =
        "IMPLEMENTOR=\"%s\"\nIMPLEMENTOR_VERSION=\"%s\"\nJAVA_VERSION=\"%s\"\nJAVA_RUNTIME_VERSION=\"%s\"\n"
            .formatted(implementor, build, version, runtime);
    Jdk jdk = Jdks.read(jdk("jdk", release)).orElseThrow();
    assertEquals(feature, jdk.feature());
    assertEquals(label, jdk.label());
  }

  @Test
  void a_folder_without_java_or_version_is_no_jdk() throws IOException {
    assertEquals(Optional.empty(), Jdks.read(folder.resolve("absent")));
    assertEquals(Optional.empty(), Jdks.read(Files.createDirectory(folder.resolve("empty"))));
    assertEquals(Optional.empty(), Jdks.read(jdk("odd", "JAVA_VERSION=\"none\"\n")));
  }

  @Test
  void java_8_calls_itself_1_8() {
    assertEquals(8, Jdks.feature("1.8.0_402"));
  }

  @Test
  void the_programs_own_jdk_counts_where_no_other_has_its_version() throws IOException {
    Path installed = jdk("installed", "JAVA_VERSION=\"25.0.3\"\n");
    Path old = jdk("old", "JAVA_VERSION=\"17.0.12\"\n");
    Path own = jdk("own", "JAVA_VERSION=\"25.0.1\"\n");
    assertEquals(List.of(own), homes(Jdks.among(List.of()).or(own)));
    assertEquals(List.of(own, old), homes(Jdks.among(List.of(old)).or(own)));
    assertEquals(List.of(installed), homes(Jdks.among(List.of(installed)).or(own)));
  }

  private static List<Path> homes(Jdks jdks) {
    return jdks.all().stream().map(Jdk::home).toList();
  }

  @Test
  void links_to_one_jdk_are_one_jdk_and_the_newest_is_first() throws IOException {
    Path old = jdk("old", "JAVA_VERSION=\"11.0.2\"\n");
    Path current = jdk("current", "JAVA_VERSION=\"25.0.3\"\n");
    Path link = Files.createSymbolicLink(folder.resolve("default"), old);
    Jdks jdks = Jdks.among(List.of(link, old, current));
    assertEquals(List.of(25, 11), jdks.all().stream().map(Jdk::feature).toList());
    assertEquals(11, jdks.nearest(17, 11).orElseThrow().feature());
    assertEquals(25, jdks.nearest(18, 11).orElseThrow().feature());
    assertEquals(25, jdks.nearest(11, 17).orElseThrow().feature());
    assertEquals(Optional.empty(), jdks.ofFeature(17));
  }

  @Test
  void the_fingerprint_changes_with_the_files_and_not_only_with_the_version() throws IOException {
    Path home = jdk("jdk", "JAVA_VERSION=\"25.0.3\"\n");
    String before = Jdks.read(home).orElseThrow().fingerprint();
    assertEquals(before, Jdks.read(home).orElseThrow().fingerprint());
    Files.createDirectories(home.resolve("lib"));
    Files.writeString(home.resolve("lib/modules"), "rebuilt");
    assertNotEquals(before, Jdks.read(home).orElseThrow().fingerprint());
  }

  @Test
  void a_jdk_for_another_machine_is_none_that_runs_here() throws IOException {
    Path own = jdk("own", "JAVA_VERSION=\"25.0.3\"\n");
    boolean isArm = System.getProperty("os.arch").equals("aarch64");
    String other = isArm ? "amd64" : "aarch64";
    Path foreign = jdk("foreign", "JAVA_VERSION=\"25.0.5\"\nOS_ARCH=\"%s\"\n".formatted(other));
    Jdks jdks = Jdks.among(List.of(foreign, own));
    assertEquals(List.of(own), jdks.all().stream().map(Jdk::home).toList());
    assertEquals(List.of(foreign), jdks.forArchitecture(isArm ? "x86_64" : "arm64"));
    assertEquals(Optional.empty(), Jdks.otherArchitecture(own));
  }

  private Path jdk(String name, String release) throws IOException {
    Path home = Files.createDirectories(folder.resolve(name));
    Files.createDirectories(home.resolve("bin"));
    Path java = Files.createFile(home.resolve("bin/java"));
    java.toFile().setExecutable(true);
    Files.writeString(home.resolve("release"), release);
    return home;
  }
}
