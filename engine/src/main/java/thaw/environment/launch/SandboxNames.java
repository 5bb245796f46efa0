package thaw.environment.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import thaw.sandbox.Bind;

/**
 * The hosts file of a box, with the names under which extensions subscribe to telemetry. Other
 * names that somebody has put into it stay.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/hosts.5.html">hosts(5)</a>
 */
public final class SandboxNames {
  private static final Path HOSTS = Path.of("/etc/hosts");
  private static final String LINE = "127.0.0.1 sandbox.localdomain sandbox\n";

  private SandboxNames() {}

  /**
   * @param binds of the box; one of them may be a hosts file already
   * @param hosts the new file
   */
  public static List<Bind> in(List<Bind> binds, Path hosts) {
    try {
      List<Bind> all = new ArrayList<>();
      Path original = HOSTS;
      for (Bind bind : binds) {
        if (bind.target().equals(HOSTS)) {
          original = bind.source();
        } else {
          all.add(bind);
        }
      }
      String text = Files.isReadable(original) ? Files.readString(original) : "";
      Files.writeString(hosts, LINE + text);
      Files.setPosixFilePermissions(hosts, PosixFilePermissions.fromString("rw-r--r--"));
      all.addFirst(Bind.readOnly(hosts, HOSTS));
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("could not make the hosts file " + hosts + ": " + e, e);
    }
  }
}
