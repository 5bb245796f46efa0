package thaw.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * The modules of a JDK for another architecture, which this machine's jlink links.
 *
 * @param jdk for people: its build
 * @param modules folder with {@code java.base.jmod} and the others
 */
public record TargetJdk(Jdk jdk, Path modules) {
  private static final String BASE = "java.base.jmod";
  private static final String DESCRIPTION = "classes/module-info.class";

  /** The architectures as Lambda names them, by jlink's names of the platforms. */
  private static final Map<String, String> PLATFORMS =
      Map.of("linux-aarch64", "arm64", "linux-amd64", "x86_64", "linux-x86_64", "x86_64");

  /**
   * @param folder of the JDK
   * @param architecture that it must be for, as Lambda names it
   * @throws UserMistake when it has no modules, or others
   */
  public static TargetJdk of(Path folder, String architecture) {
    Path modules = folder.resolve("jmods");
    Path base = modules.resolve(BASE);
    Optional<String> release = Jdks.architecture(folder);
    if (!Files.isRegularFile(base) && release.isEmpty()) {
      throw new UserMistake(
          folder + " is not a JDK",
          "name the folder of a JDK 25 for " + architecture + " with jmods");
    }
    Optional<Description> described =
        Files.isRegularFile(base) ? Optional.of(description(base)) : Optional.empty();
    String found = described.map(Description::architecture).orElseGet(release::orElseThrow);
    if (!found.equals(architecture)) {
      throw new UserMistake(
          "the JDK %s is for %s, and the package is for %s on linux"
              .formatted(folder, found, architecture),
          "name a JDK 25 for that architecture: --target-jdk DIR");
    }
    if (described.isEmpty()) {
      throw new UserMistake(
          "the JDK %s has no jmods, which jlink makes a JVM for another architecture of"
              .formatted(folder),
          "name one that has them (Corretto, Zulu, Debian's openjdk-25-jdk-headless), or unpack its"
              + " jmods, which Temurin has as a download of their own, into "
              + modules);
    }
    Description description = described.get();
    Jdk jdk =
        Jdks.read(folder)
            .orElseGet(() ->
                new Jdk(
                    folder,
                    Runtime.Version.parse(description.version()).feature(),
                    description.version(),
                    "OpenJDK",
                    description.version()));
    return new TargetJdk(jdk, modules);
  }

  /**
   * @param linker the JDK whose jlink links it
   * @throws UserMistake when that refuses modules of this version
   */
  public void requireLinkedBy(Jdk linker) {
    if (linker.feature() != jdk.feature()) {
      throw new UserMistake(
          "jlink of %s links its own version alone, and %s has %s"
              .formatted(linker.label(), modules, jdk.label()),
          "name a JDK %d by --target-jdk DIR, or this machine's JDK %d by --jdk"
              .formatted(linker.feature(), jdk.feature()));
    }
  }

  private record Description(String platform, String version) {
    String architecture() {
      return PLATFORMS.getOrDefault(platform, platform);
    }
  }

  /**
   * Reads the target platform from the description of the module java.base, as {@code jmod
   * describe} does.
   */
  private static Description description(Path base) {
    try (ZipFile zip = new ZipFile(base.toFile())) {
      ZipEntry entry = zip.getEntry(DESCRIPTION);
      if (entry == null) {
        throw new IOException("it has no " + DESCRIPTION);
      }
      ClassModel module;
      try (InputStream in = zip.getInputStream(entry)) {
        module = ClassFile.of().parse(in.readAllBytes());
      }
      String platform =
          module
              .findAttribute(Attributes.moduleTarget())
              .map(target -> target.targetPlatform().stringValue())
              .orElse("an unknown platform");
      Optional<String> version =
          module
              .findAttribute(Attributes.module())
              .flatMap(of -> of.moduleVersion())
              .map(text -> text.stringValue());
      return new Description(platform, version.orElse("0"));
    } catch (IOException | IllegalArgumentException e) {
      throw new UserMistake(
          "%s is not a module of a JDK: %s".formatted(base, e.getMessage()),
          "unpack the JDK again, or name another one: --target-jdk DIR");
    }
  }
}
