package thaw.deployment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import thaw.function.packaging.Sha256;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.kernel.Tool;

/**
 * A Java runtime with some modules, as jlink makes it. The same description gives the same files,
 * so {@link LinkedJvms} keeps them.
 *
 * @param linker the JDK of this machine whose jlink makes it
 * @param origin of the modules: a folder of jmods, or a JDK that has none
 * @param options of jlink, without modules and output
 * @param modules the modules, with those that they require
 */
public record JvmImage(Jdk linker, Path origin, List<String> options, SortedSet<String> modules) {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int KEY_DIGITS = 32;

  /**
   * What no function has a use for, below the JVM's {@code lib}: a list of the JDK's own training,
   * and archives for heaps of 32 GB and more.
   */
  private static final List<String> UNUSED =
      List.of("classlist", "server/classes_nocoops.jsa", "server/classes_nocoops_coh.jsa");

  /** Returns the description of a runtime for this machine. */
  public static JvmImage here(Jdk jdk, Collection<String> modules) {
    Path jmods = jdk.home().resolve("jmods");
    return new JvmImage(
        jdk,
        Files.isDirectory(jmods) ? jmods : jdk.home(),
        List.of("--strip-debug"),
        new TreeSet<>(modules));
  }

  /** Returns the same with the JDK's own archive of class data, on which others are made. */
  public JvmImage withClassData() {
    List<String> all = new ArrayList<>(options);
    all.add("--generate-cds-archive");
    return new JvmImage(linker, origin, all, modules);
  }

  /**
   * Returns the description of a runtime for another machine.
   *
   * @param linker the JDK of this machine
   */
  public static JvmImage elsewhere(Jdk linker, TargetJdk target, Collection<String> modules) {
    target.requireLinkedBy(linker);
    return new JvmImage(
        linker,
        target.modules(),
        List.of(
            "--module-path",
            target.modules().toString(),
            // This machine's objcopy does not know what it would have to strip.
            "--strip-java-debug-attributes",
            "--exclude-files",
            "**.debuginfo"),
        new TreeSet<>(modules));
  }

  /**
   * @param folder that does not exist yet
   */
  void link(Path folder) throws IOException {
    List<String> command = new ArrayList<>(List.of(JvmModules.tool(linker, "jlink").toString()));
    command.addAll(options);
    command.addAll(
        List.of(
            "--add-modules",
            String.join(",", modules),
            "--no-man-pages",
            "--no-header-files",
            "--output",
            folder.toString()));
    Tool jlink = Tool.run(command, PATIENCE);
    if (!jlink.succeeded()) {
      throw new UserMistake(
          "jlink of " + linker.label() + " makes no runtime: " + jlink.firstLine(),
          FullDisk.isSaidBy(jlink.output())
              ? FullDisk.REMEDY
              : "use another JDK of that version: --jdk DIR");
    }
    for (String name : unused()) {
      Files.deleteIfExists(folder.resolve("lib").resolve(name));
    }
  }

  private static Set<String> unused() {
    Set<String> all = new TreeSet<>(SystemFiles.FOR_SCREENS);
    all.addAll(UNUSED);
    return all;
  }

  /** Differs when any input of jlink does: the JDK, each file that it reads, its options. */
  String key() throws IOException {
    List<String> parts = new ArrayList<>(List.of(linker.fingerprint()));
    parts.addAll(options);
    // jlink calls it for --strip-debug, and leaves native symbols where it is missing.
    parts.add(Tool.run(List.of("objcopy", "--version")).firstLine());
    parts.addAll(modules);
    parts.addAll(unused());
    try (Stream<Path> all = Files.walk(origin)) {
      for (Path file : all.sorted().toList()) {
        BasicFileAttributes known =
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!known.isDirectory()) {
          parts.add("%s %d %s".formatted(file, known.size(), known.lastModifiedTime()));
        }
      }
    }
    byte[] text = String.join("\0", parts).getBytes(StandardCharsets.UTF_8);
    return Sha256.of(out -> out.write(text)).hex().substring(0, KEY_DIGITS);
  }
}
