package thaw.cli;

import java.util.List;
import java.util.stream.Stream;
import thaw.http.OwnPages;

/**
 * Who reaches the servers of {@code thaw run}.
 *
 * @param host address to listen on
 * @param names under which they may be asked, besides that and the usual ones
 */
record Reach(String host, List<String> names) {
  /** This machine, under its usual names. */
  static final Reach LOOPBACK = new Reach("127.0.0.1", List.of());

  Reach {
    names = List.copyOf(names);
  }

  /** Lets in programs and our own pages. */
  OwnPages own() {
    return OwnPages.of(Stream.concat(Stream.of(host), names.stream()).toArray(String[]::new));
  }
}
