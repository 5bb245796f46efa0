package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.deployment.Emulator;
import thaw.deployment.JvmImage;
import thaw.deployment.JvmModules;
import thaw.deployment.LinkedJvms;
import thaw.deployment.StagedPackage;
import thaw.deployment.Sysroot;
import thaw.deployment.SystemFiles;
import thaw.deployment.TargetJdk;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.HostArchitecture;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;

/**
 * The machine that a package is for: this one, or another one, whose programs are emulated to train
 * the package's archive.
 *
 * @param architecture as Lambda names it
 * @param asked whether it was named
 * @param jdk for another one, unless a base image has it
 * @param system for another one, unless a base image has it
 * @param emulator for another one
 */
record PackageTarget(
    String architecture,
    boolean asked,
    Optional<TargetJdk> jdk,
    Optional<Sysroot> system,
    Optional<Emulator> emulator) {
  /** Returns whether what is made starts here. */
  boolean isHere() {
    return architecture.equals(HostArchitecture.NAME);
  }

  String machine() {
    return HostArchitecture.machine(architecture);
  }

  /** Returns the JDK of the package's JVM, for a function that runs on this one here. */
  Jdk jdkFor(RuntimeProgram.Java java) {
    return jdk.map(TargetJdk::jdk).orElse(java.jdk());
  }

  /**
   * @throws UserMistake when this machine's jlink does not link that JDK
   */
  void requireLinkedBy(PackagePlan plan) {
    if (jdk.isPresent()) {
      jdk.get().requireLinkedBy(plan.javaWithCache().jdk());
    }
  }

  Set<String> allModules(Jdk own) throws IOException {
    return jdk.isPresent()
        ? JvmModules.allModules(jdk.get().modules())
        : JvmModules.allModules(own);
  }

  /**
   * Adds a JVM to a package, and the client's native code for it.
   *
   * @param jvms where it may be kept
   * @param staged with its client
   */
  void link(
      LinkedJvms jvms, RuntimeProgram.Java java, Collection<String> modules, StagedPackage staged)
      throws IOException {
    if (jdk.isPresent()) {
      jvms.put(JvmImage.elsewhere(java.jdk(), jdk.get(), modules), staged.jvm());
      java.client().putLibrary(staged.client(), architecture);
    } else {
      JvmImage image = JvmImage.here(java.jdk(), modules);
      jvms.put(staged.hasAgents() ? image.withClassData() : image, staged.jvm());
    }
  }

  /** Returns the files of a system that an image from nothing needs. */
  Map<String, Path> systemFiles(Path jvm, Path root) throws IOException {
    Map<String, Path> files =
        system.isPresent()
            ? SystemFiles.copy(jvm, system.get(), root)
            : SystemFiles.copy(jvm, root);
    SystemFiles.addUser(root);
    return files;
  }

  /**
   * The program by which a zip starts its function here: its own bootstrap, on another machine's
   * system where it is for that.
   *
   * @param jvm of the package
   * @param root gets that system
   */
  RuntimeProgram bootstrap(Path jvm, Path root) throws IOException {
    if (isHere()) {
      return new RuntimeProgram.Bootstrap("provided.al2023");
    }
    systemFiles(jvm, Files.createDirectory(root));
    return program(root, StagedPackage.TASK + "/bootstrap");
  }

  /** Returns the program by which a root file system starts any function. */
  static RuntimeProgram.Image program(Path root, String bootstrap) {
    return new RuntimeProgram.Image(
        RuntimeProgram.Image.RUNTIME,
        root,
        RuntimeProgram.Image.UNFINISHED,
        List.of(bootstrap),
        StagedPackage.TASK,
        Map.of(),
        false,
        false);
  }

  /** Returns how a package starts here. */
  EnvironmentSpec started(EnvironmentSpec spec) {
    return emulator.map(each -> spec.emulatedBy(each.program(), each.options())).orElse(spec);
  }
}
