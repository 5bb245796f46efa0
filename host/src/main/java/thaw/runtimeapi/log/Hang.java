package thaw.runtimeapi.log;

import java.util.Optional;

/** Tells where a process is that takes too long: by its JVM, or else by the kernel. */
public sealed interface Hang permits HungThread, HungProcess {
  /**
   * Describes the hang in words for the log.
   *
   * @param timeIsUp false for what may still end
   */
  String words(boolean timeIsUp);

  /** {@code afterRestore of the resource com.example.Pool}, where that is known. */
  Optional<String> hook();

  /** Returns what mends it, where Thaw knows this hang. */
  Optional<String> remedy();
}
