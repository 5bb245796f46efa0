package thaw.snapshot.setup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A source of CRIU's packages, and the reason why they may be run as root. */
sealed interface CriuOrigin permits PinnedPackages, NewestPackages {
  /**
   * Returns the verified packages, CRIU's own among them, which are still to be unpacked.
   *
   * @param apt an empty one, to download with
   * @param progress gets a line for people now and then
   */
  List<Path> fetch(AptFolder apt, Consumer<String> progress) throws IOException;

  /** Returns CRIU's version from its package; it is known when the packages have been fetched. */
  String version(List<Path> fetched);
}
