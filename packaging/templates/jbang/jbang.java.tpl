//usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 25+

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Keeps Thaw {{projectVersion}} in the user's cache, where its first start puts it, and starts its launcher. */
public class {{jbangScriptName}} {
  private static final String DISTRIBUTION = "https://github.com/{{repoOwner}}/{{repoName}}/releases/download/{{tagName}}/thaw-{{projectVersion}}.zip";
  private static final String SHA_256 = "{{Env.THAW_SHA_256}}";

  public static void main(String... arguments) throws Exception {
    Path home = cache().resolve("distribution").resolve(SHA_256.substring(0, 16));
    if (Files.notExists(home)) {
      try {
        install(home);
      } catch (IOException e) {
        String cause = e.getClass() == IOException.class ? e.getMessage() : e.toString();
        System.err.println("thaw: " + DISTRIBUTION + " could not be installed: " + cause);
        System.err.println("Remedy: look at the network and at " + home.getParent());
        System.exit(2);
      }
    }
    List<String> command = new ArrayList<>(List.of(home.resolve("thaw-{{projectVersion}}/bin/thaw").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder thaw = new ProcessBuilder(command).inheritIO();
    thaw.environment().putIfAbsent("THAW_JAVA_HOME", System.getProperty("java.home"));
    System.exit(thaw.start().waitFor());
  }

  private static Path cache() {
    String xdg = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
    return (xdg.startsWith("/") ? Path.of(xdg) : Path.of(home, ".cache")).resolve("thaw");
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
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
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
        if (target.getParent().endsWith("bin")) {
          target.toFile().setExecutable(true, false);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
