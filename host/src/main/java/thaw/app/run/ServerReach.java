package thaw.app.run;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import thaw.http.OwnPages;

/**
 * Tells who reaches the servers of {@code thaw run}. Others than the user's own programs on this
 * machine read configurations and figures, but not what functions get and write.
 *
 * @param host address to listen on
 * @param names under which they may be asked, besides that and the usual ones
 * @param changes whether everybody who reaches the Lambda API may change functions, and see what
 *     they get and write
 * @param origins of pages elsewhere that may send everything to APIs of API Gateway
 */
public record ServerReach(String host, List<String> names, boolean changes, Set<String> origins) {
  /** This machine, under its usual names. */
  public static final ServerReach LOOPBACK =
      new ServerReach("127.0.0.1", List.of(), false, Set.of());

  public ServerReach {
    names = List.copyOf(names);
    origins = Set.copyOf(origins);
  }

  /** Lets in programs and our own pages. */
  OwnPages own() {
    return OwnPages.of(Stream.concat(Stream.of(host), names.stream()).toArray(String[]::new));
  }

  /** Returns in one line, for the user, who reaches the server and what they may do. */
  public String said() {
    String others = isLoopback() ? "other users of this machine" : "everybody who reaches " + host;
    return (changes
            ? others + ", who may change functions, that is run code as you"
            : "your programs on this machine; " + others + " may invoke and read figures")
        + "; other sites' web pages: function URLs and APIs only";
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false; // it cannot be listened on either
    }
  }
}
