package thaw.service.redirect;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of {@code /etc/hosts}.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/hosts.5.html">hosts(5)</a>
 */
final class HostsFile {
  private HostsFile() {}

  /** Host names and the address where they lead. */
  record Entry(String address, List<String> names) {
    private String lines() {
      return names.stream().map(name -> address + " " + name + "\n").collect(Collectors.joining());
    }
  }

  /** Returns the text with the entries in front, because the first line that has a name wins. */
  static String with(String original, List<Entry> entries) {
    return entries.stream().map(Entry::lines).collect(Collectors.joining()) + original;
  }
}
