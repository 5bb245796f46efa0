package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;

class PatchStateTest {
  private static final NewestParts NEWEST =
      NewestParts.of(
          """
          # part, version, since
          read 2026-11-01
          amazon-linux 2023.9.20261102 2026-11-03
          client 2.10.1 2026-10-12
          jdk 21.0.13 2026-10-22
          jdk 25.0.5 2026-10-22
          """);

  private static final LocalDate TODAY = LocalDate.parse("2026-11-21");

  @TempDir Path folder;

  private static PackagedParts parts(String jvm, String client) {
    return new PackagedParts("Greet", "provided", jvm, Optional.of(client), Optional.empty());
  }

  private static PatchState state(PackagedParts parts, Jdk... here) {
    return PatchState.of(parts, NEWEST, List.of(here), Optional.of("2.10.1"), TODAY);
  }

  private static Jdk jdk(String version) {
    return new Jdk(Path.of("/jdk"), 25, version, "Temurin", "");
  }

  @ParameterizedTest
  @CsvSource({
    "Temurin 25.0.3+9, AWS's runtime client 2.10.1, JDK 25.0.5",
    "Temurin 25+36, AWS's runtime client 2.10.1, JDK 25.0.5",
    "Debian 25.0.5.0.3+1, AWS's runtime client 2.10.1,",
    "Temurin 25.0.5+8, AWS's runtime client 2.9.0, AWS's runtime client 2.10.1",
    "Corretto 25.0.10+7-LTS, AWS's runtime client 2.10.1,",
    "Temurin 26.0.1+3, AWS's runtime client 2.11.0,",
    "Temurin 25.0.5+8, Thaw's runtime client 0.1.0,",
  })
  void what_a_package_lacks_is_what_is_newer_in_the_same_line(
      String jvm, String client, String lacks) {
    PatchState state = state(parts(jvm, client));
    assertEquals(lacks == null ? List.of() : List.of(lacks), state.lacks(), state.toString());
    assertEquals(2, state.lines().size());
  }

  @Test
  void a_jdk_of_this_machine_that_is_newer_than_the_data_counts() {
    PatchState state =
        state(parts("Temurin 25.0.5+8", "AWS's runtime client 2.10.1"), jdk("25.0.6+4"));
    assertEquals(List.of("JDK 25.0.6"), state.lacks());
    assertTrue(state.lines().getFirst().contains("this machine has Temurin 25.0.6+4"));
    assertEquals(
        List.of(),
        state(parts("Temurin 25.0.5+8", "AWS's runtime client 2.10.1"), jdk("26.0.6+4")).lacks(),
        "another line");
  }

  @Test
  void a_client_that_no_Thaw_here_brings_is_told() {
    PatchState state =
        PatchState.of(
            parts("Temurin 25.0.5+8", "AWS's runtime client 2.9.0"),
            NEWEST,
            List.of(),
            Optional.of("2.9.0"),
            TODAY);
    assertTrue(state.lines().get(1).contains("comes with a newer Thaw"), state.toString());
  }

  @Test
  void a_base_image_has_the_day_of_its_release_in_its_name() {
    PackagedParts old =
        new PackagedParts(
            "Greet",
            "image",
            "Corretto 25.0.5+8-LTS",
            Optional.of("AWS's runtime client 2.10.1"),
            Optional.of("Amazon Linux 2023.9.20261001"));
    assertEquals(List.of("a base image with Amazon Linux 2023.9.20261102"), state(old).lacks());
    PackagedParts unknown =
        new PackagedParts(
            "Greet", "image", "Corretto 25.0.5+8-LTS", old.client(), Optional.of("Wolfi 20230201"));
    assertEquals(List.of(), state(unknown).lacks());
    assertTrue(state(unknown).lines().getLast().contains("days old; Thaw does not know"));
  }

  @Test
  void aws_patches_what_a_managed_runtime_has() {
    PackagedParts managed =
        new PackagedParts(
            "Greet", "managed", "Temurin 25.0.1+8", Optional.empty(), Optional.empty());
    assertEquals(List.of(), state(managed).lacks());
    assertTrue(state(managed).lines().getFirst().contains("which AWS patches"));
  }

  @Test
  void the_manifest_of_a_package_tells_its_parts() throws Exception {
    PackagedParts parts = parts("Temurin 25.0.3+9", "AWS's runtime client 2.10.1");
    PackageManifest.write(
        parts,
        "x86_64",
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        folder.resolve(PackageManifest.NAME));
    assertEquals(parts, PackagedParts.read(folder));
    Files.writeString(folder.resolve(PackageManifest.NAME), "{}");
    assertThrows(UserMistake.class, () -> PackagedParts.read(folder));
    assertThrows(UserMistake.class, () -> PackagedParts.read(folder.resolve("nowhere")));
  }

  @Test
  void the_data_that_come_with_thaw_have_the_lines_that_packages_have() throws Exception {
    NewestParts shipped = NewestParts.shipped();
    assertFalse(shipped.read().isBefore(LocalDate.parse("2026-11-29")));
    assertTrue(shipped.of(NewestParts.JDK, "25.0.1").isPresent());
    assertTrue(shipped.of(NewestParts.CLIENT, "2.9.0").isPresent());
    assertEquals("25", shipped.of(NewestParts.JDK, "25").orElseThrow().line());
  }

  @Test
  void a_system_is_told_by_its_os_release() throws Exception {
    assertEquals(Optional.empty(), PackagedParts.system(folder));
    Files.createDirectories(folder.resolve("etc"));
    Files.writeString(
        folder.resolve("etc/os-release"), "NAME=\"x\"\nPRETTY_NAME=\"Amazon Linux 2023.9\"\n");
    assertEquals(Optional.of("Amazon Linux 2023.9"), PackagedParts.system(folder));
  }
}
