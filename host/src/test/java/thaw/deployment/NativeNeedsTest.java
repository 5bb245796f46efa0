package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.HostArchitecture;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** What native code asks of a system, told without running it. */
@Tag("linux")
@SideBySide
class NativeNeedsTest {
  private static final int MACHINE = 18;
  private static final int EM_X86_64 = 62;
  private static final int EM_AARCH64 = 183;

  @TempDir Path folder;

  private static Path home() {
    return Path.of(System.getProperty("java.home"));
  }

  @Test
  void a_program_names_its_loader_and_libraries() throws Exception {
    NeededLibraries java = NeededLibraries.of(home().resolve("bin/java"));
    assertTrue(java.names().contains("libjli.so"), java.names().toString());
    assertTrue(Files.exists(java.loader().orElseThrow()), java.toString());
    NeededLibraries jvm = NeededLibraries.of(home().resolve("lib/server/libjvm.so"));
    assertTrue(jvm.names().contains("libc.so.6"), jvm.names().toString());
    assertTrue(
        jvm.versions().stream().anyMatch(version -> version.startsWith("GLIBC_2.")),
        jvm.versions().toString());
  }

  @Test
  void what_is_no_elf_file_or_ends_too_early_is_told() throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "#!/bin/sh\n".repeat(20));
    assertThrows(IOException.class, () -> NeededLibraries.of(text));
    byte[] java = Files.readAllBytes(home().resolve("bin/java"));
    Path half = Files.write(folder.resolve("half"), Arrays.copyOf(java, 200));
    assertThrows(IOException.class, () -> NeededLibraries.of(half));
  }

  /** This machine's own system, as if it were another's. */
  @Test
  void the_libraries_of_a_system_are_those_that_its_loader_names() throws Exception {
    Jdk jdk = Jdks.read(home()).orElseThrow();
    Path jvm = folder.resolve("jvm");
    JvmImage.here(jdk, Set.of("java.base")).link(jvm);
    Set<String> told =
        names(SystemFiles.copy(jvm, Files.createDirectory(folder.resolve("told"))).keySet());
    Set<String> found =
        names(
            SystemFiles.copy(
                    jvm,
                    new Sysroot(Path.of("/"), HostArchitecture.NAME),
                    Files.createDirectory(folder.resolve("found")))
                .keySet());
    assertEquals(told, found);
    assertTrue(found.contains("libc.so.6"), found.toString());
  }

  private static Set<String> names(Set<String> paths) {
    Set<String> names = new TreeSet<>();
    paths.forEach(path -> names.add(path.substring(path.lastIndexOf('/') + 1)));
    return names;
  }

  @Test
  void a_system_without_a_c_library_is_refused() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Path jvm = Files.createDirectories(folder.resolve("jvm"));
    Files.createDirectories(jvm.resolve("bin"));
    Files.copy(home().resolve("bin/java"), jvm.resolve("bin/java"));
    UserMistake refused =
        assertThrows(
            UserMistake.class,
            () ->
                SystemFiles.copy(
                    jvm, new Sysroot(empty, HostArchitecture.NAME), folder.resolve("root")));
    assertTrue(refused.getMessage().contains("libc.so.6"), refused.getMessage());
    assertTrue(refused.remedy().contains("dpkg-deb -x"), refused.remedy());
  }

  @Test
  void native_code_for_other_machines_alone_is_told() throws Exception {
    Path code = Files.createDirectories(folder.resolve("code/lib"));
    jar(code.resolve("both.jar"), EM_X86_64, EM_AARCH64);
    jar(code.resolve("one.jar"), EM_X86_64);
    jar(code.resolve("none.jar"));
    Files.write(folder.resolve("code/tool"), program(EM_AARCH64));

    assertEquals(
        List.of("lib/one.jar has native code for x86_64 and none for arm64"),
        ForeignCode.in(folder.resolve("code"), "arm64"));
    assertEquals(
        List.of("tool has native code for arm64 and none for x86_64"),
        ForeignCode.in(folder.resolve("code"), "x86_64"));
    assertFalse(Files.exists(folder.resolve("code/thaw")));
  }

  private void jar(Path jar, int... machines) throws Exception {
    Path content = Files.createTempDirectory(folder, "jar");
    Files.writeString(content.resolve("words.txt"), "hello");
    for (int machine : machines) {
      Files.write(content.resolve("lib" + machine + ".so.1"), program(machine));
    }
    Sources.jar(content, jar);
  }

  private static byte[] program(int machine) {
    byte[] head = new byte[64];
    head[0] = 0x7f;
    head[1] = 'E';
    head[2] = 'L';
    head[3] = 'F';
    head[4] = 2;
    head[MACHINE] = (byte) machine;
    return head;
  }
}
