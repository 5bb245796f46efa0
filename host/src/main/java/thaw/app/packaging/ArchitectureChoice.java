package thaw.app.packaging;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.deployment.Emulator;
import thaw.deployment.Sysroot;
import thaw.deployment.TargetJdk;
import thaw.function.HostArchitecture;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdks;

/**
 * Chooses the machine that {@code thaw package} makes a package for.
 *
 * @param architecture as Lambda names it; absent for this machine's
 * @param jdk for another one; absent for one in the usual folders
 * @param sysroot root of a system for another one, unless a base image has it
 */
public record ArchitectureChoice(
    Optional<String> architecture, Optional<Path> jdk, Optional<Path> sysroot) {
  /** This machine's. */
  static final ArchitectureChoice OWN =
      new ArchitectureChoice(Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns whether a package is made that cannot be started here. */
  boolean isForeign() {
    return !name().equals(HostArchitecture.NAME);
  }

  private String name() {
    return architecture.orElse(HostArchitecture.NAME);
  }

  /**
   * @throws UserMistake for what cannot be, before anything is built
   */
  void check(@Nullable PackageWay way, boolean onBase) {
    if (!List.of("x86_64", "arm64").contains(name())) {
      throw new UserMistake(
          "--arch must be x86_64 or arm64: " + name(), "use one of them, or leave it out");
    }
    if (!isForeign() && (jdk.isPresent() || sysroot.isPresent())) {
      throw new UserMistake(
          "--target-jdk and --sysroot are for packages of another architecture, and this one is for"
              + " this machine's "
              + name(),
          "leave them out (--jdk names the JDK of such a package), or name the other one: --arch");
    }
    if (isForeign() && way == null) {
      throw new UserMistake(
          "packages for " + name() + " cannot be started on this " + HostArchitecture.NAME,
          "compare on such a machine, or without --arch");
    }
    boolean fromNothing = way != null && way.hasImage() && way.linksJvm(onBase);
    if (isForeign() && fromNothing && sysroot.isEmpty()) {
      throw new UserMistake(
          "an image from nothing needs the C library of "
              + name()
              + ", and this machine has that of "
              + HostArchitecture.NAME,
          (way == PackageWay.IMAGE
                  ? "give a base image for it, --base FILE (AWS's public.ecr.aws/lambda/java:25), or the"
                  : "give the")
              + " root of such a system, --sysroot DIR (Debian's libc6, libc-bin, libgcc-s1, libstdc++6"
              + " and zlib1g, unpacked)");
    }
  }

  /**
   * @param jdks of this machine
   * @param onBase whether a base image has the JDK
   * @throws UserMistake when there is no JDK for it
   */
  PackageTarget target(@Nullable PackageWay way, boolean onBase, Jdks jdks) {
    if (!isForeign() || way == null) {
      return new PackageTarget(
          name(), architecture.isPresent(), Optional.empty(), Optional.empty(), Optional.empty());
    }
    boolean linked = way.linksJvm(onBase);
    return new PackageTarget(
        name(),
        architecture.isPresent(),
        linked ? Optional.of(found(jdks)) : Optional.empty(),
        linked ? Optional.of(system()) : Optional.empty(),
        way.bringsJvm()
            ? Optional.of(Emulator.find(name(), System.getenv().getOrDefault("PATH", "")))
            : Optional.empty());
  }

  /** Returns the system that the JVM is trained on, which is that of an image from nothing, too. */
  private Sysroot system() {
    Path usual = Path.of("/usr/%s-linux-gnu".formatted(HostArchitecture.machine(name())));
    if (sysroot.isEmpty() && !Files.isDirectory(usual.resolve("lib"))) {
      throw new UserMistake(
          "the class archive is made by a run, which needs the C library of " + name(),
          "give the root of such a system, --sysroot DIR (Debian's libc6, libc-bin, libgcc-s1,"
              + " libstdc++6 and zlib1g, unpacked)");
    }
    return new Sysroot(sysroot.orElse(usual), name());
  }

  private TargetJdk found(Jdks jdks) {
    if (jdk.isPresent()) {
      return TargetJdk.of(jdk.get(), name());
    }
    for (Path home : jdks.forArchitecture(name())) {
      try {
        return TargetJdk.of(home, name());
      } catch (UserMistake e) {
        // the next one
      }
    }
    throw new UserMistake(
        "there is no JDK 25 for "
            + name()
            + " with jmods in the usual folders, and the package brings"
            + " a JVM",
        "name one: --target-jdk DIR (Debian's openjdk-25-jdk-headless and -jre-headless"
            + " of that architecture, unpacked, or Corretto's)");
  }
}
