package thaw.snapstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import thaw.environment.launch.Snapshot;
import thaw.snapshot.CriuCommand;

/**
 * The facts about a snapshot besides its files.
 *
 * @param pipe that the process wrote its output to
 * @param mapped whether its memory is mapped
 * @param invoked whether it was invoked before
 * @param boot of the machine, while it was taken
 * @param clockNanos that machine's monotonic clock then
 */
record SnapshotFacts(String pipe, boolean mapped, boolean invoked, String boot, long clockNanos) {
  private static final String FILE = "facts";
  private static final String MAPPED = "mapped";
  private static final String INVOKED = "invoked";
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** Returns the facts of a snapshot that was taken just now. */
  static SnapshotFacts of(Snapshot taken) throws IOException {
    return new SnapshotFacts(
        taken.pipe(), taken.mapped(), taken.invoked(), bootNow(), System.nanoTime());
  }

  private static String bootNow() throws IOException {
    return Files.readString(BOOT).strip();
  }

  void write(Path folder) throws IOException {
    Files.write(
        folder.resolve(FILE),
        List.of(
            pipe,
            mapped ? MAPPED : "copied",
            invoked ? INVOKED : "initialised",
            boot,
            Long.toString(clockNanos)));
  }

  /**
   * @throws IOException also when they are not such facts
   */
  static SnapshotFacts read(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(FILE), StandardCharsets.UTF_8);
    try {
      return new SnapshotFacts(
          lines.get(0),
          lines.get(1).equals(MAPPED),
          lines.get(2).equals(INVOKED),
          lines.get(3),
          Long.parseLong(lines.get(4)));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException("what is known of the snapshot cannot be read: " + lines, e);
    }
  }

  /**
   * Returns whether the monotonic clock goes on and not back: a thread that waits until a time of
   * that clock would wait for days. CRIU without privileges cannot set it.
   */
  boolean fitsClock() throws IOException {
    return boot.equals(bootNow()) || System.nanoTime() >= clockNanos;
  }

  Snapshot snapshot(CriuCommand criu, Path folder) {
    return new Snapshot(criu, folder, pipe, mapped, invoked);
  }
}
