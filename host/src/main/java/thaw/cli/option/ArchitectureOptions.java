package thaw.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.packaging.PackageTarget;
import thaw.app.packaging.PackageWay;
import thaw.deployment.Sysroot;
import thaw.deployment.TargetJdk;
import thaw.function.HostArchitecture;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdks;

/** Which machine {@code thaw package} makes a package for. */
public final class ArchitectureOptions {
  @Option(
      names = "--arch",
      paramLabel = "x86_64|arm64",
      description =
          "Architecture of the package. Default: this machine's. For another one there is no class"
              + " archive: that has to be made where it is used.")
  private @Nullable String architecture;

  @Option(
      names = "--target-jdk",
      paramLabel = "DIR",
      description =
          "JDK 25 for the other architecture, with jmods; nothing of it is run. Default: one in the"
              + " usual folders.")
  private @Nullable Path targetJdk;

  @Option(
      names = "--sysroot",
      paramLabel = "DIR",
      description =
          "Root of a system for the other architecture, which an image from nothing gets its C library"
              + " of.")
  private @Nullable Path sysroot;

  /** Whether a package is made that cannot be started here. */
  boolean isForeign() {
    return !name().equals(HostArchitecture.NAME);
  }

  private String name() {
    return architecture == null ? HostArchitecture.NAME : architecture;
  }

  /**
   * @throws UserMistake for what cannot be, before anything is built
   */
  public void check(@Nullable PackageWay way, boolean onBase) {
    if (!List.of("x86_64", "arm64").contains(name())) {
      throw new UserMistake(
          "--arch must be x86_64 or arm64: " + architecture, "use one of them, or leave it out");
    }
    if (!isForeign() && (targetJdk != null || sysroot != null)) {
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
    boolean fromNothing = way == PackageWay.RUNTIME || way == PackageWay.IMAGE && !onBase;
    if (isForeign() && fromNothing && sysroot == null) {
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
  public PackageTarget target(@Nullable PackageWay way, boolean onBase, Jdks jdks) {
    boolean needed =
        isForeign() && way != PackageWay.MANAGED && !(way == PackageWay.IMAGE && onBase);
    Optional<Sysroot> system = Optional.ofNullable(sysroot).map(root -> new Sysroot(root, name()));
    return new PackageTarget(
        name(), architecture != null, needed ? Optional.of(jdk(jdks)) : Optional.empty(), system);
  }

  private TargetJdk jdk(Jdks jdks) {
    if (targetJdk != null) {
      return TargetJdk.of(targetJdk, name());
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
        "name one: --target-jdk DIR (it is not run; Debian's openjdk-25-jdk-headless and -jre-headless"
            + " of that architecture, unpacked, or Corretto's)");
  }
}
