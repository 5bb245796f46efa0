package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.deployment.JvmImage;
import thaw.deployment.JvmModules;
import thaw.deployment.LinkedJvms;
import thaw.deployment.StagedPackage;
import thaw.deployment.Sysroot;
import thaw.deployment.SystemFiles;
import thaw.deployment.TargetJdk;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.HostArchitecture;
import thaw.sandbox.jdk.Jdk;

/**
 * The machine that a package is for: this one, or another one, whose programs are not run here.
 *
 * @param architecture as Lambda names it
 * @param asked whether it was named
 * @param jdk for another one, unless a base image has it
 * @param system for another one, where an image is made from nothing
 */
public record PackageTarget(
    String architecture, boolean asked, Optional<TargetJdk> jdk, Optional<Sysroot> system) {
  /** Returns whether what is made starts here, so that it can be trained. */
  public boolean isHere() {
    return architecture.equals(HostArchitecture.NAME);
  }

  String machine() {
    return HostArchitecture.machine(architecture);
  }

  /** Returns the JDK of the package's JVM, for a function that runs on this one here. */
  Jdk jdkFor(RuntimeProgram.Java java) {
    return jdk.map(TargetJdk::jdk).orElse(java.jdk());
  }

  Set<String> allModules(Jdk own) throws IOException {
    return jdk.isPresent()
        ? JvmModules.allModules(jdk.get().modules())
        : JvmModules.allModules(own);
  }

  /**
   * The JVM, and the client's native code for it.
   *
   * @param jvms where it may be kept
   * @param folder that is not there yet
   * @param client a copy of it
   */
  void link(
      LinkedJvms jvms,
      RuntimeProgram.Java java,
      Collection<String> modules,
      Path folder,
      Path client)
      throws IOException {
    if (jdk.isPresent()) {
      jvms.put(JvmImage.elsewhere(java.jdk(), jdk.get(), modules), folder);
      java.client().putLibrary(client, architecture);
    } else {
      jvms.put(JvmImage.here(java.jdk(), modules), folder);
    }
  }

  /** Returns the files of a system that an image from nothing needs. */
  Map<String, Path> systemFiles(Path jvm, Path root) throws IOException {
    return system.isPresent()
        ? SystemFiles.copy(jvm, system.get(), root)
        : SystemFiles.copy(jvm, root);
  }

  /** Completes the package with all that starts it; the archive, if it gets one, comes later. */
  StagedPackage complete(StagedPackage made) throws IOException {
    return isHere() ? made.complete() : made.completeWithoutArchive();
  }

  /** Returns the sentence that tells why a package has no class archive. */
  String withoutArchive() {
    return "without a class archive: this machine is %s, and an archive has to be made on %s; made again on such a machine it has one"
        .formatted(HostArchitecture.NAME, architecture);
  }
}
