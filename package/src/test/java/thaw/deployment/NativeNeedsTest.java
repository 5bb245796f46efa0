package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
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

  /** A JVM's launcher, with the one library of its own. */
  private Path launcher() throws Exception {
    Path jvm = folder.resolve("jvm");
    Files.createDirectories(jvm.resolve("bin"));
    Files.createDirectories(jvm.resolve("lib"));
    Files.copy(home().resolve("bin/java"), jvm.resolve("bin/java"));
    Files.copy(home().resolve("lib/libjli.so"), jvm.resolve("lib/libjli.so"));
    return jvm;
  }

  /** A system whose libraries are links to a folder, by the path that it has in the system. */
  private Path linkedSystem(Path jvm, Path real, String named) throws Exception {
    Path told = Files.createDirectory(folder.resolve("told"));
    Path system = Files.createDirectory(folder.resolve("system"));
    Files.createDirectories(system.resolve("usr/lib/locale"));
    Files.createSymbolicLink(system.resolve("lib"), Path.of("usr/lib"));
    for (Path library : SystemFiles.copy(jvm, told).values()) {
      if (library.toString().contains(".so")) {
        Path name = library.getFileName();
        Files.copy(library, real.resolve(name));
        Files.createSymbolicLink(
            system.resolve("usr/lib").resolve(name), Path.of(named, "" + name));
      }
    }
    Files.createSymbolicLink(system.resolve("usr/lib/locale/C.utf8"), Path.of(named, "C.utf8"));
    Files.writeString(Files.createDirectory(real.resolve("C.utf8")).resolve("LC_CTYPE"), "types");
    return system;
  }

  @Test
  void a_system_s_links_lead_to_its_own_files() throws Exception {
    Path jvm = launcher();
    Path real = Files.createDirectory(folder.resolve("real"));
    Path system = linkedSystem(jvm, real, "/real");
    Sysroot sysroot = new Sysroot(system, HostArchitecture.NAME);
    UserMistake refused =
        assertThrows(
            UserMistake.class, () -> SystemFiles.copy(jvm, sysroot, folder.resolve("without")));
    assertTrue(refused.getMessage().contains("libc.so.6"), refused.getMessage());

    Files.move(real, system.resolve("real"));
    Path root = Files.createDirectory(folder.resolve("root"));
    assertTrue(SystemFiles.copy(jvm, sysroot, root).containsKey("/usr/lib/locale/C.utf8/LC_CTYPE"));
    assertEquals(
        -1,
        Files.mismatch(system.resolve("real/libc.so.6"), find(root, "libc.so.6")),
        "under the name that programs look for");

    // Links that lead out of the system, to files that this machine has.
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path secret = Files.writeString(outside.resolve("LC_SECRET"), "the user's");
    Files.createSymbolicLink(system.resolve("real/C.utf8/LC_SECRET"), secret);
    Files.copy(system.resolve("real/libc.so.6"), outside.resolve("libc.so.6"));
    Files.delete(system.resolve("usr/lib/libc.so.6"));
    Path libc = outside.resolve("libc.so.6");
    Files.createSymbolicLink(system.resolve("usr/lib/libc.so.6"), libc);
    assertThrows(
        UserMistake.class, () -> SystemFiles.copy(jvm, sysroot, folder.resolve("hostile")));
    Files.createDirectories(system.resolve(libc.toString().substring(1)).getParent());
    Files.copy(system.resolve("real/libc.so.6"), system.resolve(libc.toString().substring(1)));
    Path own = Files.createDirectory(folder.resolve("own"));
    assertFalse(
        SystemFiles.copy(jvm, sysroot, own).containsKey("/usr/lib/locale/C.utf8/LC_SECRET"));
  }

  private static Path find(Path root, String name) throws Exception {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(each -> each.endsWith(name)).findFirst().orElseThrow();
    }
  }

  @Test
  void a_loader_s_path_does_not_lead_out_of_the_image() throws Exception {
    Path jvm = launcher();
    Path real = Files.createDirectory(folder.resolve("real"));
    Path system = linkedSystem(jvm, real, real.toString()); // by its path on this machine
    Files.createDirectories(system.resolve(real.toString().substring(1)).getParent());
    Files.move(real, system.resolve(real.toString().substring(1)));
    Files.createSymbolicLink(real, system.resolve(real.toString().substring(1)));
    Path java = jvm.resolve("bin/java");
    String loader = NeededLibraries.of(java).loader().orElseThrow().toString();
    String text = Files.readString(java, StandardCharsets.ISO_8859_1);
    String hostile = "/../escaped/ld.so\0";
    int at = text.indexOf(loader + "\0");
    Files.writeString(
        java,
        text.substring(0, at) + hostile + text.substring(at + hostile.length()),
        StandardCharsets.ISO_8859_1);
    Files.createSymbolicLink(
        system.resolve("usr/lib/ld.so"), real.resolve(Path.of(loader).getFileName()));
    Path root = Files.createDirectory(folder.resolve("root"));
    SystemFiles.copy(jvm, new Sysroot(system, HostArchitecture.NAME), root);
    assertFalse(Files.exists(folder.resolve("escaped")));
    assertTrue(Files.isRegularFile(root.resolve("escaped/ld.so")));
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
