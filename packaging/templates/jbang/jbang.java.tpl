//usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 25+

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Keeps Thaw {{projectVersion}} in the user's cache, where its first start puts it, and starts its launcher. */
public class {{jbangScriptName}} {
  private static final String DISTRIBUTION = "https://github.com/{{repoOwner}}/{{repoName}}/releases/download/{{tagName}}/thaw-{{projectVersion}}.zip";
  private static final String SHA_256 = "{{Env.THAW_SHA_256}}";
  private static final Set<String> PROGRAMS = Set.of("bin");

  public static void main(String... arguments) throws Exception {
    Path home = cache().resolve("distribution").resolve(SHA_256.substring(0, 16));
    if (Files.notExists(home)) {
      try {
        install(home);
      } catch (IOException e) {
        System.err.println("thaw: " + DISTRIBUTION + " could not be installed: " + e);
        System.err.println("Remedy: look at the network and at " + home.getParent());
        System.exit(2);
      }
    }
    List<String> command = new ArrayList<>(List.of(home.resolve("thaw-{{projectVersion}}/bin/thaw").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder thaw = new ProcessBuilder(command).inheritIO();
    thaw.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
    System.exit(thaw.start().waitFor());
  }

  private static Path cache() {
    String xdg = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    Path folder = xdg.startsWith("/") ? Path.of(xdg) : Path.of(System.getProperty("user.home"), ".cache");
    return folder.resolve("thaw");
  }

  /** Whole or not at all, also when two begin at once. */
  private static void install(Path home) throws Exception {
    Files.createDirectories(home.getParent());
    Path work = Files.createTempDirectory(home.getParent(), "new-");
    try {
      Path zip = work.resolve("thaw.zip");
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      System.err.println("fetching " + DISTRIBUTION + " (once) ...");
      try (InputStream in = new DigestInputStream(URI.create(DISTRIBUTION).toURL().openStream(), digest)) {
        Files.copy(in, zip);
      }
      String found = HexFormat.of().formatHex(digest.digest());
      if (!found.equals(SHA_256)) {
        throw new IOException("its SHA-256 must be " + SHA_256 + " and is " + found);
      }
      Path content = work.resolve("content");
      unpack(zip, content);
      Files.move(content, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException e) {
      // another start has installed it
    } finally {
      delete(work);
    }
  }

  private static void unpack(Path file, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
          throw new IOException("it has an entry outside: " + entry.getName());
        }
        Files.createDirectories(target.getParent());
        try (InputStream in = zip.getInputStream(entry)) {
          Files.copy(in, target);
        }
        if (PROGRAMS.contains(target.getParent().getFileName().toString())) {
          target.toFile().setExecutable(true, false);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
