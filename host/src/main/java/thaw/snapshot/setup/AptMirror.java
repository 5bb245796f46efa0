package thaw.snapshot.setup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mirror that a Debian machine has its packages from.
 *
 * @see <a href="https://manpages.debian.org/sources.list.5">sources.list(5)</a>
 */
public final class AptMirror {
  private static final Pattern LINE =
      Pattern.compile("deb\\s+(?:\\[[^\\]]*\\]\\s+)?(\\S+)\\s+(\\S+)\\s+(.*)");
  private static final Pattern URI = Pattern.compile("https?://\\S+");

  private AptMirror() {}

  /**
   * The first one that has the ordinary archive: component main, not the security updates.
   *
   * @param folder /etc/apt
   */
  static Optional<String> configured(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isReadable(folder.resolve("sources.list"))) {
      files.add(folder.resolve("sources.list"));
    }
    Path parts = folder.resolve("sources.list.d");
    if (Files.isDirectory(parts)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(parts, "*.{list,sources}")) {
        List<Path> sorted = new ArrayList<>();
        found.forEach(sorted::add);
        sorted.stream().sorted().filter(Files::isReadable).forEach(files::add);
      }
    }
    for (Path file : files) {
      String text = Files.readString(file);
      Optional<String> mirror =
          file.toString().endsWith(".sources") ? fromStanzas(text) : fromLines(text);
      if (mirror.isPresent()) {
        return mirror;
      }
    }
    return Optional.empty();
  }

  public static Optional<String> fromLines(String text) {
    return text.lines()
        .map(String::strip)
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .filter(line -> isArchive(line.group(1), line.group(2), line.group(3)))
        .map(line -> line.group(1))
        .findFirst();
  }

  public static Optional<String> fromStanzas(String text) {
    for (String stanza : text.replaceAll("(?m)^#.*\\R?", "").split("\\R\\s*\\R")) {
      String uris = field(stanza, "URIs");
      boolean enabled = !field(stanza, "Enabled").toLowerCase(Locale.ROOT).equals("no");
      boolean binary = List.of(field(stanza, "Types").split("\\s+")).contains("deb");
      for (String uri : uris.split("\\s+")) {
        if (enabled
            && binary
            && isArchive(uri, field(stanza, "Suites"), field(stanza, "Components"))) {
          return Optional.of(uri);
        }
      }
    }
    return Optional.empty();
  }

  /** A value may go on in indented lines. */
  private static String field(String stanza, String name) {
    Matcher field =
        Pattern.compile("(?mi)^" + name + ":[ \\t]*(.*(?:\\R[ \\t]+.*)*)").matcher(stanza);
    return field.find() ? field.group(1).strip() : "";
  }

  private static boolean isArchive(String uri, String suites, String components) {
    return URI.matcher(uri).matches()
        && !uri.contains("security")
        && !suites.contains("security")
        && List.of(components.split("\\s+")).contains("main");
  }
}
