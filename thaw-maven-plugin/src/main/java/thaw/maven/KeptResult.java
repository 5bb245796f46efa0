package thaw.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A goal's result that stays as long as what it was made of: the words of its command and the
 * contents of its inputs, as a digest in a file beside it.
 */
record KeptResult(Path out, String digest) {
  private static final String STAMP = "inputs.sha256";

  boolean isCurrent() {
    try {
      return Files.readString(stamp()).equals(digest);
    } catch (IOException e) {
      return false; // there is none
    }
  }

  void forget() throws IOException {
    Files.deleteIfExists(stamp());
  }

  /** Whole or not at all: a build may be ended at any time. */
  void keep() throws IOException {
    Files.createDirectories(out);
    Path fresh = Files.createTempFile(out, STAMP, ".new");
    Files.write(fresh, digest.getBytes(StandardCharsets.UTF_8));
    Files.move(fresh, stamp(), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  private Path stamp() {
    return out.resolve(STAMP);
  }
}
