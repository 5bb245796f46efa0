package thaw.escape;

import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The log of one JVM's compilations, and the samples of what it allocated. */
record LoggedRun(CompilationLog log, Optional<AllocationSamples> allocations) {
  /**
   * Adds what the JVM ran to the program.
   *
   * @param recording of Flight Recorder
   * @throws IOException when one of the files cannot be read
   */
  static LoggedRun read(Path log, Optional<Path> recording, AnalyzedProgram program)
      throws IOException {
    CompilationLog read = CompilationLog.read(log);
    program.ranOn(read.jvm());
    String home = read.properties().getOrDefault("java.home", "");
    if (!home.isEmpty()) {
      library(home, program);
    }
    for (String entry :
        read.properties().getOrDefault("java.class.path", "").split(File.pathSeparator)) {
      if (!entry.isBlank()) {
        library(entry, program);
      }
    }
    return new LoggedRun(
        read,
        recording.isEmpty()
            ? Optional.empty()
            : Optional.of(AllocationSamples.read(recording.get(), program)));
  }

  private static void library(String name, AnalyzedProgram program) {
    try {
      program.addLibrary(Path.of(name));
    } catch (InvalidPathException _) { // of a machine with other names of files
    }
  }
}
