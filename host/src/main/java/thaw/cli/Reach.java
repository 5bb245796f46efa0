package thaw.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import thaw.http.OwnPages;

/**
 * Who reaches the servers of {@code thaw run}.
 *
 * @param host address to listen on
 * @param names under which they may be asked, besides that and the usual ones
 * @param changes whether everybody who reaches the Lambda API may change functions
 */
record Reach(String host, List<String> names, boolean changes) {
  /** This machine, under its usual names. */
  static final Reach LOOPBACK = new Reach("127.0.0.1", List.of(), false);

  Reach {
    names = List.copyOf(names);
  }

  /** Lets in programs and our own pages. */
  OwnPages own() {
    return OwnPages.of(Stream.concat(Stream.of(host), names.stream()).toArray(String[]::new));
  }

  /** In one line, for the user. */
  String said() {
    boolean alone = isLoopback();
    String others = alone ? "this machine's other users" : "everybody who reaches " + host;
    String pages = "; web pages of other sites may call function URLs and APIs only";
    if (changes) {
      return others + ", who may change functions, which means to run code as you" + pages;
    }
    return "your own programs on this machine; "
        + others
        + " may read and invoke, not change functions"
        + pages;
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false; // it cannot be listened on either
    }
  }
}
