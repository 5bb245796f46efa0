package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.sandbox.Capability;

@SideBySide
class CriuFolderTest {
  @TempDir Path temporary;

  @Test
  void the_variable_wins_over_path() throws IOException {
    Path named = program("named/criu", "Version: 4.2.1");
    Path inPath = program("bin/criu", "Version: 4.3");
    CriuFolder folder = new CriuFolder(temporary.resolve("none"));
    Map<String, String> environment =
        Map.of("THAW_CRIU", named.toString(), "PATH", inPath.getParent().toString());
    assertEquals(named, folder.find(environment).orElseThrow().binary());
    CriuCommand fromPath = folder.find(Map.of("PATH", inPath.getParent().toString())).orElseThrow();
    assertEquals(new CriuVersion(4, 3, "4.3"), fromPath.version());
  }

  @Test
  void a_program_that_is_no_criu_is_not_found_and_the_variable_is_named() throws IOException {
    Path other = program("criu", "hello");
    CriuFolder folder = new CriuFolder(temporary.resolve("none"));
    Map<String, String> environment = Map.of("THAW_CRIU", other.toString());
    assertTrue(folder.find(environment).isEmpty());
    Capability capability = new CriuProbe(folder, environment).capability(false);
    assertFalse(capability.available());
    assertTrue(capability.detail().contains(other.toString()), capability.detail());
    assertTrue(capability.remedy().contains("THAW_CRIU"), capability.remedy());
  }

  @Test
  void a_release_that_is_too_old_is_named_without_a_try() throws IOException {
    assertTrue(version("Version: 4.1.1").isTooOldFor("6.16.0-amd64"));
    assertTrue(version("Version: 3.17").isTooOldFor("7.0"));
    assertFalse(version("Version: 4.1.1").isTooOldFor("6.15.9"));
    assertFalse(version("Version: 4.2").isTooOldFor("6.18.1"));
    assertFalse(version("Version: 5.0").isTooOldFor("6.18.1"));
    assertTrue(CriuVersion.parse("criu 4").isEmpty());
  }

  @Test
  void a_criu_that_cannot_dump_is_reported_with_the_stage_and_not_remembered() throws IOException {
    Path broken = program("criu", "Version: 99.0");
    CriuFolder folder = new CriuFolder(temporary.resolve("folder"));
    CriuProbe probe = new CriuProbe(folder, Map.of("THAW_CRIU", broken.toString()));
    Capability capability = probe.capability(true);
    assertFalse(capability.available());
    assertFalse(capability.remedy().isBlank());
    assertFalse(Files.exists(folder.path().resolve("self-test-user-namespace")));
    assertTrue(probe.working(false).isEmpty());
  }

  @Test
  void what_fails_where_functions_run_is_told_though_it_works_outside() throws IOException {
    Path criu = program("criu", "Version: 99.0");
    CriuFolder folder = new CriuFolder(temporary.resolve("folder"));
    CriuProbe probe =
        new CriuProbe(folder, Map.of("THAW_CRIU", criu.toString()))
            .inBox(_ -> new CriuSelfTest.Result(false, "restore failed: it is hidden"));
    Capability capability = probe.capability(false);
    assertFalse(capability.available());
    assertTrue(capability.detail().endsWith(": restore failed: it is hidden"), capability.detail());
    assertTrue(probe.working(true).isEmpty());
  }

  @Test
  void each_distribution_has_its_remedy() {
    assertTrue(remedy("ID=debian").contains("thaw setup"));
    assertTrue(remedy("ID=ubuntu", "ID_LIKE=debian").contains("thaw setup"));
    assertTrue(remedy("ID=\"rocky\"", "ID_LIKE=\"rhel centos fedora\"").contains("dnf"));
    assertTrue(remedy("ID=arch").contains("pacman"));
    assertTrue(remedy("ID=nixos").contains("THAW_CRIU"));
  }

  private static String remedy(String... lines) {
    return LinuxDistribution.of(List.of(lines)).remedyForCriu();
  }

  private static CriuVersion version(String line) {
    return CriuVersion.parse(line).orElseThrow();
  }

  private Path program(String name, String output) throws IOException {
    Path file = temporary.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n[ \"$1\" = --version ] && echo '" + output + "'\n");
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }
}
