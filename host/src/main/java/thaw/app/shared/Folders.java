package thaw.app.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import thaw.function.packaging.OwnFiles;
import thaw.problem.UserMistake;
import thaw.sandbox.SandboxHost;

/**
 * The folders of the program, read from the process's environment once.
 *
 * @param program the built program: {@code lib}, {@code runtime-client}, {@code laboratory}
 * @param cache what can be made again: exploded packages, class archives, downloaded services
 * @param services programs of local services: in the cache, unless they came with the container,
 *     whose {@code THAW_SERVICES} names them
 * @param instances folders of running instances
 * @param userHome where version managers keep JDKs
 */
public record Folders(Path program, Path cache, Path services, Path instances, Path userHome) {
  public static final String SERVICES_VARIABLE = "THAW_SERVICES";

  /**
   * Names the cache folder itself, and that nobody else is there who could change it: in a pod its
   * volume can be written by all.
   */
  static final String CACHE_VARIABLE = "THAW_CACHE";

  private static final Path OF_SYSTEM = Path.of("/var/cache/thaw");

  public static Folders of(Map<String, String> environment) {
    String program = System.getProperty("thaw.program");
    if (program == null || !Files.isDirectory(Path.of(program, "runtime-client"))) {
      throw new UserMistake(
          "the built program was not found: thaw.program=" + program,
          "start Thaw with its launcher, bin/thaw; in a clone: ./thaw");
    }
    Path instances = Path.of(System.getProperty("java.io.tmpdir"), "thaw-" + user());
    Path cache = cache(environment);
    Path services =
        Optional.ofNullable(environment.get(SERVICES_VARIABLE))
            .map(Path::of)
            .orElse(cache.resolve("services"));
    return new Folders(Path.of(program), cache, services, instances, home());
  }

  /**
   * Returns the folder for what can be made again, and creates it where it is missing. Programs and
   * archives in it are run: it is none that somebody else can change. Root, whom sudo may have left
   * the home of another user, has one of the system's then.
   */
  public static Path cache(Map<String, String> environment) {
    return cache(environment, SandboxHost.isRoot() ? Optional.of(OF_SYSTEM) : Optional.empty());
  }

  /** Does the same; the second folder is taken where the usual one is in doubt. */
  static Path cache(Map<String, String> environment, Optional<Path> second) {
    String own = environment.getOrDefault(CACHE_VARIABLE, "");
    if (!own.isBlank()) {
      return writable(Path.of(own));
    }
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    // A relative one is to be ignored, says the XDG Base Directory Specification.
    Path usual = (xdg.startsWith("/") ? Path.of(xdg) : home().resolve(".cache")).resolve("thaw");
    Path cache = doubt(usual).isEmpty() ? usual : second.orElse(usual);
    doubt(cache)
        .ifPresent(doubt -> {
          throw new UserMistake(
              "somebody else could change the cache folder " + cache + ": its path " + doubt,
              "let XDG_CACHE_HOME name a folder that only you and root can change; in a"
                  + " container without other users THAW_CACHE names one that is not looked at");
        });
    return writable(cache);
  }

  private static Optional<String> doubt(Path cache) {
    try {
      return OwnFiles.placeDoubt(cache);
    } catch (IOException e) {
      return Optional.empty(); // that it cannot be used is said when it is made
    }
  }

  /**
   * Returns the user's name; in a user namespace, where everybody may be root, the number of who
   * that is outside.
   */
  private static String user() {
    try {
      String[] map = Files.readString(Path.of("/proc/self/uid_map")).strip().split("\\s+");
      if (map[0].equals("0") && !map[1].equals("0")) {
        return map[1];
      }
    } catch (IOException e) {
      // A kernel without user namespaces.
    }
    return System.getProperty("user.name");
  }

  private static Path home() {
    return Path.of(System.getProperty("user.home"));
  }

  private static Path writable(Path cache) {
    try {
      if (!Files.isDirectory(cache)) {
        OwnFiles.makeClosed(cache);
      }
      return cache;
    } catch (IOException e) {
      throw new UserMistake(
          "the cache folder cannot be made: " + cache,
          "let XDG_CACHE_HOME name a folder that can be written");
    }
  }
}
