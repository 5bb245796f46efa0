package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.classfile.attribute.ModuleTargetAttribute;
import java.lang.constant.ModuleDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;

/** JDKs of other machines, as far as their {@code java.base.jmod} tells of them. */
@SideBySide
class TargetJdkTest {
  @TempDir Path folder;

  /** Of nothing but the description of its first module. */
  private Path jdk(String platform, String version) throws Exception {
    Path jmods = Files.createDirectories(folder.resolve("jdk/jmods"));
    byte[] description =
        ClassFile.of()
            .buildModule(
                ModuleAttribute.of(
                    ModuleDesc.of("java.base"), module -> module.moduleVersion(version)),
                type -> type.with(ModuleTargetAttribute.of(platform)));
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(jmods.resolve("java.base.jmod")))) {
      zip.putNextEntry(new ZipEntry("classes/module-info.class"));
      zip.write(description);
      zip.closeEntry();
    }
    return folder.resolve("jdk");
  }

  private UserMistake refusal(Path jdk) {
    return assertThrows(UserMistake.class, () -> TargetJdk.of(jdk, "arm64"));
  }

  @Test
  void modules_of_the_architecture_are_taken() throws Exception {
    TargetJdk target = TargetJdk.of(jdk("linux-aarch64", "25.0.5"), "arm64");
    assertEquals("OpenJDK 25.0.5", target.jdk().label());
    assertEquals(25, target.jdk().feature());
    target.requireLinkedBy(new Jdk(folder, 25, "25.0.3+9", "Temurin", "f"));
  }

  @Test
  void modules_of_another_version_than_that_of_jlink_are_refused() throws Exception {
    TargetJdk target = TargetJdk.of(jdk("linux-aarch64", "26"), "arm64");
    UserMistake refused =
        assertThrows(
            UserMistake.class,
            () -> target.requireLinkedBy(new Jdk(folder, 25, "25.0.3+9", "Temurin", "f")));
    assertTrue(
        refused.getMessage().startsWith("jlink of Temurin 25.0.3+9 links its own version alone"),
        refused.getMessage());
    assertTrue(refused.remedy().contains("--target-jdk"), refused.remedy());
  }

  @Test
  void modules_of_another_machine_or_system_are_refused() throws Exception {
    assertTrue(
        refusal(jdk("linux-amd64", "25"))
            .getMessage()
            .endsWith(" is for x86_64, and the package is for arm64 on linux"));
    assertTrue(
        refusal(jdk("macos-aarch64", "25"))
            .getMessage()
            .endsWith(" is for macos-aarch64, and the package is for arm64 on linux"));
  }

  @Test
  void a_jdk_without_jmods_is_told_from_no_jdk() throws Exception {
    Path without = Files.createDirectories(folder.resolve("without"));
    assertEquals(without + " is not a JDK", refusal(without).getMessage());
    Files.writeString(without.resolve("release"), "OS_ARCH=\"aarch64\"\n");
    assertEquals(
        "the JDK %s has no jmods, which jlink makes a JVM for another architecture of"
            .formatted(without),
        refusal(without).getMessage());
  }

  @Test
  void a_jdk_for_another_machine_without_jmods_is_not_told_to_get_them() throws Exception {
    Path own = Files.createDirectories(folder.resolve("own"));
    Files.writeString(own.resolve("release"), "OS_ARCH=\"x86_64\"\n");
    assertEquals(
        "the JDK %s is for x86_64, and the package is for arm64 on linux".formatted(own),
        refusal(own).getMessage());
  }

  @Test
  void a_damaged_module_is_told() throws Exception {
    Path jdk = jdk("linux-aarch64", "25");
    Files.writeString(jdk.resolve("jmods/java.base.jmod"), "no zip");
    assertTrue(refusal(jdk).getMessage().contains("java.base.jmod is not a module of a JDK: "));
  }
}
