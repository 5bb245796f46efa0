package thaw.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import thaw.files.Trees;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.kernel.Tool;

/** Finds the modules of a JDK that a function needs. */
public final class JvmModules {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String DESCRIPTION = "module-info.class";

  /**
   * The modules that the JDK's own parts and libraries look up by name, so that no class file
   * refers to them: TLS, DNS, management of the JVM, zip file systems, agents.
   */
  private static final Set<String> ALWAYS =
      Set.of(
          "java.base",
          "java.instrument",
          "java.logging",
          "java.management",
          "java.naming",
          "java.net.http",
          "java.security.jgss",
          "java.sql",
          "java.xml",
          "jdk.jfr",
          "jdk.management",
          "jdk.naming.dns",
          "jdk.net",
          "jdk.unsupported",
          "jdk.zipfs");

  /**
   * The modules that a JVM for any function has besides {@link #ALWAYS}: Java SE, its providers,
   * and modules that libraries of servers refer to.
   */
  private static final Set<String> FOR_ALL =
      Set.of(
          "java.se",
          "jdk.charsets",
          "jdk.crypto.cryptoki",
          "jdk.crypto.ec",
          "jdk.httpserver",
          "jdk.localedata",
          "jdk.naming.rmi",
          "jdk.security.auth",
          "jdk.security.jgss",
          "jdk.xml.dom");

  private JvmModules() {}

  /**
   * Modules that jars refer to, and those that are looked up by name.
   *
   * @param jars the whole class path
   */
  public static Set<String> modules(Jdk jdk, Collection<Path> jars) throws IOException {
    // On a class path jars are no modules, and what their descriptions require need not be there.
    Path folder = Files.createTempDirectory("thaw-jdeps-");
    try {
      List<Path> plain = new ArrayList<>();
      for (Path jar : jars) {
        plain.add(withoutDescription(jar, folder.resolve(plain.size() + "-" + jar.getFileName())));
      }
      return referredTo(jdk, plain);
    } finally {
      Trees.delete(folder);
    }
  }

  /** The jar itself, or a copy without its module descriptors. */
  private static Path withoutDescription(Path jar, Path copy) throws IOException {
    try (ZipFile from = new ZipFile(jar.toFile())) {
      if (from.stream().noneMatch(entry -> entry.getName().endsWith(DESCRIPTION))) {
        return jar;
      }
      try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(copy))) {
        for (ZipEntry entry : Collections.list(from.entries())) {
          if (!entry.getName().endsWith(DESCRIPTION)) {
            to.putNextEntry(new ZipEntry(entry.getName()));
            try (InputStream in = from.getInputStream(entry)) {
              in.transferTo(to);
            }
          }
        }
      }
      return copy;
    } catch (ZipException e) {
      return jar; // jdeps says what is wrong with it
    }
  }

  private static Set<String> referredTo(Jdk jdk, List<Path> jars) {
    List<String> command =
        new ArrayList<>(
            List.of(
                tool(jdk, "jdeps").toString(),
                "--multi-release",
                "" + jdk.feature(),
                "--ignore-missing-deps",
                "--print-module-deps",
                "-q",
                "--class-path",
                jars.stream().map(Path::toString).collect(Collectors.joining(":"))));
    jars.forEach(jar -> command.add(jar.toString()));
    Tool jdeps = Tool.run(command, PATIENCE);
    if (!jdeps.succeeded()) {
      throw new UserMistake(
          "jdeps does not read the function's jars: " + jdeps.firstLine(),
          "look whether the jar opens with: jar --list --file JAR");
    }
    Set<String> modules = new TreeSet<>(ALWAYS);
    String last = jdeps.output().lines().reduce("", (_, line) -> line.isBlank() ? "" : line);
    Arrays.stream(last.split(",")) // behind what the JVM itself has to say
        .map(String::strip)
        .filter(name -> name.matches("[a-z][\\w.]*"))
        .forEach(modules::add);
    return modules;
  }

  /** All of Java SE, and what is looked up by name: for functions that nobody knows yet. */
  public static Set<String> allModules(Jdk jdk) throws IOException {
    return allModules(jdk.home().resolve("jmods"));
  }

  /**
   * The same of another JDK.
   *
   * @param jmods its folder of modules, where it has one
   */
  public static Set<String> allModules(Path jmods) throws IOException {
    Set<String> modules = new TreeSet<>(ALWAYS);
    modules.addAll(FOR_ALL);
    if (Files.isDirectory(jmods)) { // a build may lack one, and links from its own image otherwise
      modules.removeIf(name -> Files.notExists(jmods.resolve(name + ".jmod")));
    }
    return modules;
  }

  static Path tool(Jdk jdk, String name) {
    Path tool = jdk.home().resolve("bin").resolve(name);
    if (!Files.isExecutable(tool)) {
      throw new UserMistake(
          jdk.label() + " has no " + name + ": it is not a whole JDK",
          "install the JDK itself, or name another one: --jdk DIR");
    }
    return tool;
  }
}
