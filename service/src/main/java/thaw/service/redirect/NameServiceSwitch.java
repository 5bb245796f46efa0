package thaw.service.redirect;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of {@code /etc/nsswitch.conf}. Some distributions (Arch) ask a daemon for host names
 * before the hosts file, and the daemon reads the host's, not the box's.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/nsswitch.conf.5.html">nsswitch.conf(5)</a>
 */
final class NameServiceSwitch {
  private static final Pattern HOSTS = Pattern.compile("(?m)^(\\s*hosts:\\s*)(\\S.*)$");

  private NameServiceSwitch() {}

  /**
   * Returns the text with the hosts file in front of the other sources of host names; empty when it
   * is there already, and when no line has such sources.
   */
  static Optional<String> filesFirst(String original) {
    Matcher hosts = HOSTS.matcher(original);
    if (!hosts.find() || hosts.group(2).matches("files\\b.*")) {
      return Optional.empty();
    }
    return Optional.of(
        original.substring(0, hosts.start(2)) + "files " + original.substring(hosts.start(2)));
  }

  /**
   * Returns the text with the hosts file and then the name servers of {@code resolv.conf} as the
   * only sources of host names.
   */
  static String filesThenServer(String original) {
    return HOSTS.matcher(original).replaceAll("$1files dns");
  }
}
