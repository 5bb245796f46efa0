package thaw.sandbox.jdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.files.ForeignTree;

/** The JDKs of this host, found where Linux distributions and version managers put them. */
public final class Jdks {
  /** The beginning of "Temurin-25.0.3+9", "Zulu21.30+15-CA", "Corretto-21.0.1.12.1". */
  private static final Pattern DISTRIBUTION = Pattern.compile("^(\\p{Alpha}+)[-\\d]");

  private static final Pattern NUMBER = Pattern.compile("\\b\\d+\\b");

  /** Their size and time change with every build; the last one is the JDK's own class archive. */
  private static final List<String> FINGERPRINTED =
      List.of(
          "release", "lib/server/libjvm.so", "lib/modules", "bin/java", "lib/server/classes.jsa");

  /**
   * Lambda's names of architectures, such as {@code x86_64}, by the JDK's own names and by
   * Lambda's.
   */
  private static final Map<String, String> ARCHITECTURES =
      Map.of("x86_64", "x86_64", "amd64", "x86_64", "aarch64", "arm64", "arm64", "arm64");

  private static final String OWN =
      ARCHITECTURES.getOrDefault(System.getProperty("os.arch"), System.getProperty("os.arch"));

  private final List<Jdk> all;
  private final Map<Path, String> others;

  private Jdks(List<Jdk> all, Map<Path, String> others) {
    this.all = List.copyOf(all);
    this.others = Map.copyOf(others);
  }

  /**
   * Looks at {@code JAVA_HOME}, then in the usual folders. The one that runs this program counts
   * where no other has its version: a distribution may bring it, in a folder of its own.
   */
  public static Jdks find(Map<String, String> environment, Path userHome) {
    List<Path> candidates = new ArrayList<>();
    String javaHome = environment.get("JAVA_HOME");
    if (javaHome != null && !javaHome.isBlank()) {
      candidates.add(Path.of(javaHome));
    }
    for (Path folder : folders(userHome)) {
      candidates.addAll(children(folder));
    }
    return among(candidates).or(Path.of(System.getProperty("java.home")));
  }

  /** Returns these JDKs with another one, if none of them has its feature version. */
  Jdks or(Path home) {
    Optional<Jdk> other = read(home).filter(jdk -> ofFeature(jdk.feature()).isEmpty());
    return other.isEmpty()
        ? this
        : new Jdks(newestFirst(Stream.concat(all.stream(), other.stream())), others);
  }

  public static Jdks among(List<Path> candidates) {
    Map<Path, Jdk> byRealPath = new LinkedHashMap<>();
    Map<Path, String> others = new LinkedHashMap<>();
    for (Path candidate : candidates) {
      Optional<String> other = otherArchitecture(candidate);
      if (other.isPresent()) { // no program of it would start
        others.putIfAbsent(candidate, other.get());
      } else {
        read(candidate).ifPresent(jdk -> byRealPath.putIfAbsent(jdk.home(), jdk));
      }
    }
    return new Jdks(newestFirst(byRealPath.values().stream()), others);
  }

  private static List<Jdk> newestFirst(Stream<Jdk> jdks) {
    return jdks.sorted(Comparator.comparingInt(Jdk::feature).reversed()).toList();
  }

  /** Returns Lambda's name of a JDK's architecture, if the JDK's release file tells it. */
  public static Optional<String> architecture(Path home) {
    Optional<ForeignTree> tree = ForeignTree.ofThisMachine().below(home.toAbsolutePath());
    if (tree.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(release(tree.get()).get("OS_ARCH"))
          .map(name -> ARCHITECTURES.getOrDefault(name, name));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The same, of a JDK that is not for this machine. */
  public static Optional<String> otherArchitecture(Path home) {
    return architecture(home).filter(architecture -> !architecture.equals(OWN));
  }

  /** The folders of those for another architecture: nothing of them runs here. */
  public List<Path> forArchitecture(String architecture) {
    return others.keySet().stream()
        .filter(home -> architecture.equals(others.get(home)))
        .sorted()
        .toList();
  }

  private static List<Path> folders(Path userHome) {
    return List.of(
        Path.of("/usr/lib/jvm"),
        Path.of("/usr/java"),
        Path.of("/opt"),
        Path.of("/opt/java"),
        Path.of("/opt/jdk"),
        userHome.resolve(".sdkman/candidates/java"),
        userHome.resolve(".jdks"),
        userHome.resolve(".jenv/versions"),
        userHome.resolve(".local/share/mise/installs/java"),
        userHome.resolve(".asdf/installs/java"));
  }

  private static List<Path> children(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Returns the JDK of a folder; empty when the folder holds none. */
  public static Optional<Jdk> read(Path home) {
    return readIn(ForeignTree.ofThisMachine(), home.toAbsolutePath());
  }

  /** Returns the JDK of a folder in a tree, such as an image's, by what its links mean there. */
  public static Optional<Jdk> readIn(ForeignTree tree, Path home) {
    return read(tree, home, Optional.empty());
  }

  /**
   * The same, with the fingerprint that its copy has elsewhere.
   *
   * @param elsewhere where it will be
   */
  public static Optional<Jdk> readFor(Path home, Path elsewhere) {
    return read(ForeignTree.ofThisMachine(), home.toAbsolutePath(), Optional.of(elsewhere));
  }

  private static Optional<Jdk> read(ForeignTree tree, Path folder, Optional<Path> elsewhere) {
    Optional<ForeignTree> home =
        tree.below(folder)
            .filter(found -> found.findFile("bin/java").filter(Files::isExecutable).isPresent());
    if (home.isEmpty()) {
      return Optional.empty();
    }
    Path real = home.get().folder();
    try {
      Map<String, String> release = release(home.get());
      String version = release.getOrDefault("JAVA_VERSION", "");
      int feature = feature(version);
      if (feature == 0) {
        return Optional.empty();
      }
      String full = release.getOrDefault("JAVA_RUNTIME_VERSION", version);
      return Optional.of(
          new Jdk(
              real,
              feature,
              full.replace("-LTS", ""),
              vendor(release),
              fingerprint(home.get(), elsewhere.orElse(real))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The {@code release} file has lines {@code KEY="value"}. */
  private static Map<String, String> release(ForeignTree home) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : releaseText(home).lines().toList()) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1).replace("\"", ""));
      }
    }
    return values;
  }

  private static String releaseText(ForeignTree home) throws IOException {
    return Files.readString(
        home.findFile("release").orElseThrow(() -> new NoSuchFileException("release")));
  }

  /** 8 for "1.8.0_402", 25 for "25.0.3", 0 when it is no version. */
  static int feature(String version) {
    String[] parts = version.split("[._+-]");
    try {
      int first = Integer.parseInt(parts[0]);
      return first == 1 && parts.length > 1 ? Integer.parseInt(parts[1]) : first;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static String vendor(Map<String, String> release) {
    String implementor = release.getOrDefault("IMPLEMENTOR", "OpenJDK");
    String build = release.getOrDefault("IMPLEMENTOR_VERSION", "");
    Matcher distribution = DISTRIBUTION.matcher(build);
    return distribution.find() ? distribution.group(1) : implementor;
  }

  private static String fingerprint(ForeignTree home, Path named) throws IOException {
    StringBuilder seen = new StringBuilder(named.toString());
    for (String file : FINGERPRINTED) {
      Optional<Path> path = home.find(file);
      if (path.isPresent()) {
        seen.append('\n').append(file).append(' ').append(Files.size(path.get()));
        seen.append(' ').append(Files.getLastModifiedTime(path.get()).toInstant());
      }
    }
    seen.append('\n').append(releaseText(home));
    byte[] digest = DigestUtils.sha256(seen.toString());
    return HexFormat.of().formatHex(digest, 0, 16);
  }

  /** Highest feature version first. */
  public List<Jdk> all() {
    return all;
  }

  /**
   * Returns how one gets what is missing; Thaw itself installs no JDK for functions. What the
   * packages of this machine's release have, the command asks them.
   *
   * @param which such as {@code JDK 21}, or {@code JDK 17, 21}
   */
  public static String remedy(String which) {
    String commands =
        NUMBER
            .matcher(which)
            .results()
            .map(version -> "thaw setup --jdk " + version.group())
            .collect(Collectors.joining(", "));
    return (commands.isEmpty() ? "" : "ask for the commands of this machine: " + commands + "; or ")
        + "install "
        + which
        + " with SDKMAN!, or from adoptium.net, unpacked into ~/.jdks, where Thaw looks";
  }

  /** The first with exactly this feature version. */
  public Optional<Jdk> ofFeature(int feature) {
    return all.stream().filter(jdk -> jdk.feature() == feature).findFirst();
  }

  /** The one whose feature version is nearest; of two equally near ones, the newer. */
  public Optional<Jdk> nearest(int feature, int oldest) {
    return all.stream()
        .filter(jdk -> jdk.feature() >= oldest)
        .min(Comparator.comparingInt(jdk -> Math.abs(jdk.feature() - feature)));
  }
}
