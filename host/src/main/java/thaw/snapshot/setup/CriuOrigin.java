package thaw.snapshot.setup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Where packages of CRIU come from, and why they may be run as root. */
sealed interface CriuOrigin permits PinnedPackages, NewestPackages {
  /**
   * What was verified, to be unpacked; CRIU's own among it.
   *
   * @param apt an empty one, to download with
   * @param progress gets a line for people now and then
   */
  List<Path> fetch(AptFolder apt, Consumer<String> progress) throws IOException;

  /** Of CRIU, as its package has it; known when the packages have been fetched. */
  String version(List<Path> fetched);
}
