package thaw.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.files.ForeignTree;
import thaw.function.HostArchitecture;
import thaw.problem.UserMistake;
import thaw.sandbox.SandboxUser;
import thaw.sandbox.kernel.Tool;

/**
 * The little of a system that a JVM needs in an image of its own: the C library that this machine's
 * JDK runs on, where its loader finds it, and a few files of {@code /etc}. No shell, no packages.
 */
public final class SystemFiles {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** {@code libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f...)}, or the loader alone. */
  private static final Pattern FOUND =
      Pattern.compile("(?:=>\\s+|^\\s*)(/\\S+)\\s+\\(0x[0-9a-f]+\\)");

  /**
   * The libraries that the C library loads by name, and that native code of libraries may ask for.
   */
  private static final Set<String> BY_NAME =
      Set.of(
          "libc.so.6",
          "libdl.so.2",
          "libgcc_s.so.1",
          "libm.so.6",
          "libnss_dns.so.2",
          "libnss_files.so.2",
          "libpthread.so.0",
          "libresolv.so.2",
          "librt.so.1",
          "libstdc++.so.6");

  /** Character types of UTF-8, without which a JVM takes texts for ASCII. */
  private static final List<String> LOCALES = List.of("C.utf8", "C.UTF-8");

  /** The libraries that need X11 or a sound card, which no function has. */
  static final Set<String> FOR_SCREENS =
      Set.of("libawt_xawt.so", "libjawt.so", "libjsound.so", "libsplashscreen.so");

  /**
   * The libraries that draw and read pictures, and that may need libraries of fonts which few
   * systems have.
   */
  private static final Set<String> FOR_DRAWING =
      Set.of(
          "libawt.so",
          "libawt_headless.so",
          "libfontmanager.so",
          "libfreetype.so",
          "libjavajpeg.so",
          "liblcms.so",
          "libmlib_image.so");

  private static final String PASSWD = "etc/passwd";
  private static final String GROUP = "etc/group";

  private static final Map<String, String> TEXTS =
      Map.of(
          PASSWD,
          "root:x:0:0:root:/root:/sbin/nologin\n",
          GROUP,
          "root:x:0:\n",
          "etc/nsswitch.conf",
          "passwd: files\ngroup: files\nhosts: files dns\n",
          "etc/hosts",
          "127.0.0.1 localhost\n",
          "etc/resolv.conf",
          "");

  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin"), Path.of("/sbin"));

  private SystemFiles() {}

  /**
   * Those of this machine.
   *
   * @param jvm folder with the programs and libraries that must run
   * @param root gets them
   * @return what is in it, by its path
   */
  public static Map<String, Path> copy(Path jvm, Path root) throws IOException {
    Set<Path> libraries = new TreeSet<>();
    for (Path binary : binaries(jvm)) {
      for (Path library : needed(binary)) {
        if (!library.startsWith(jvm)) {
          libraries.add(library);
        }
      }
    }
    if (libraries.isEmpty()) {
      throw new UserMistake(
          "the C library of this machine was not found: ldd lists none for " + jvm,
          "use a glibc system, or give a base image: --base FILE");
    }
    for (Path library : List.copyOf(libraries)) {
      for (String name : BY_NAME) {
        Path beside = library.resolveSibling(name);
        if (Files.exists(beside)) {
          libraries.add(beside);
        }
      }
    }
    Map<String, Path> found = new TreeMap<>();
    libraries.forEach(library -> found.put(library.toString(), library));
    return put(found, new Sysroot(Path.of("/"), HostArchitecture.NAME).locale(LOCALES), root);
  }

  /**
   * Those of another system.
   *
   * @param jvm folder with the programs and libraries that must run there
   * @param root gets them
   * @return what is in it, by its path
   * @throws UserMistake when the system lacks what the JVM needs
   */
  public static Map<String, Path> copy(Path jvm, Sysroot system, Path root) throws IOException {
    Map<String, Path> found = system.libraries(binaries(jvm), FOR_DRAWING, BY_NAME);
    Optional<Map<Path, Path>> locale = system.locale(LOCALES);
    if (locale.isEmpty()) {
      throw new UserMistake(
          "the system in "
              + system.folder()
              + " has no locale C.utf8, so a JVM takes texts for ASCII",
          "unpack the package that has usr/lib/locale/C.utf8 into it, too: Debian's libc-bin");
    }
    return put(found, locale, root);
  }

  /**
   * The user that a package's image starts as, as on AWS: some code asks for its name and home.
   *
   * @param root has the files of {@code copy}
   */
  public static void addUser(Path root) throws IOException {
    Path passwd = root.resolve(PASSWD);
    Path group = root.resolve(GROUP);
    SandboxUser.addTo(passwd, group);
    settled(passwd, false);
    settled(group, false);
  }

  /**
   * Programs of this machine, with the libraries that they need.
   *
   * @param root gets them, in {@code /usr/bin}
   * @throws UserMistake when one is missing
   */
  static void copyPrograms(List<String> names, Path root) throws IOException {
    for (String name : names) {
      Path program =
          PROGRAMS.stream()
              .map(folder -> folder.resolve(name))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow(() ->
                  new UserMistake(
                      "this machine has no program " + name + ", which a worker needs",
                      "install it (Debian: util-linux, coreutils, grep, sed, mount)"));
      put(program, root, "/usr/bin/" + name);
      for (Path library : needed(program)) {
        put(library, root, library.toString());
      }
    }
  }

  private static Map<String, Path> put(
      Map<String, Path> libraries, Optional<Map<Path, Path>> locale, Path root) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    for (Map.Entry<String, Path> library : libraries.entrySet()) {
      files.put(library.getKey(), put(library.getValue(), root, library.getKey()));
    }
    if (locale.isPresent()) {
      files.putAll(locale(locale.get(), root));
    }
    for (Map.Entry<String, String> text : TEXTS.entrySet()) {
      Path file = new ForeignTree(root).placed(text.getKey());
      Files.writeString(file, text.getValue());
      files.put("/" + text.getKey(), settled(file, false));
    }
    for (String folder : List.of("tmp", "opt", "proc", "dev", "sys", "var/task")) {
      Files.createDirectories(root.resolve(folder));
    }
    return files;
  }

  /** Copies a locale under both names that the variable LANG may have. */
  private static Map<String, Path> locale(Map<Path, Path> locale, Path root) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    for (String name : List.of("C.utf8", "en_US.utf8")) {
      for (Map.Entry<Path, Path> file : locale.entrySet()) {
        String target = "/usr/lib/locale/%s/%s".formatted(name, file.getKey());
        files.put(target, put(file.getValue(), root, target));
      }
    }
    return files;
  }

  /**
   * @param path in the image; another system's programs may name one that leads out
   */
  private static Path put(Path from, Path root, String path) throws IOException {
    Path to = new ForeignTree(root).placed(path);
    Files.write(to, Files.readAllBytes(from));
    return settled(to, Files.isExecutable(from));
  }

  private static Path settled(Path file, boolean executable) throws IOException {
    StagedPackage.settle(file, executable);
    return file;
  }

  static List<Path> binaries(Path jvm) throws IOException {
    try (Stream<Path> tree = Files.walk(jvm)) {
      return tree.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".so") || file.endsWith("bin/java"))
          .filter(file -> !FOR_SCREENS.contains(String.valueOf(file.getFileName())))
          .sorted()
          .toList();
    }
  }

  private static List<Path> needed(Path binary) {
    Tool ldd = Tool.run(List.of("ldd", binary.toString()), PATIENCE);
    List<Path> found = new ArrayList<>();
    Matcher matcher = FOUND.matcher("");
    for (String line : ldd.output().lines().toList()) {
      if (matcher.reset(line).find()) {
        found.add(Path.of(matcher.group(1)));
      }
    }
    return found;
  }
}
