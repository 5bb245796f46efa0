package thaw.escape;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What one JVM has left behind: the log of its compilations, and what it allocated. */
record LoggedRun(CompilationLog log, Optional<AllocationSamples> allocations) {
  /**
   * Adds what the JVM ran to the program.
   *
   * @param recording of Flight Recorder
   * @throws IOException when one of the files cannot be read
   */
  static LoggedRun read(Path log, Optional<Path> recording, Program program) throws IOException {
    CompilationLog read = CompilationLog.read(log);
    String home = read.properties().getOrDefault("java.home", "");
    if (!home.isEmpty()) {
      program.addLibrary(Path.of(home));
    }
    for (String entry :
        read.properties().getOrDefault("java.class.path", "").split(File.pathSeparator)) {
      if (!entry.isBlank()) {
        program.addLibrary(Path.of(entry));
      }
    }
    return new LoggedRun(
        read,
        recording.isEmpty()
            ? Optional.empty()
            : Optional.of(AllocationSamples.read(recording.get(), program)));
  }
}
