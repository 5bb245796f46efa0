package thaw.recording;

/**
 * A line of the JVM's log of class loads.
 *
 * @param nanos as {@link System#nanoTime}
 * @param thread its number, as the kernel counts threads in the function's own view
 * @param className binary name; of a class made at run time without what differs from run to run,
 *     as {@link GeneratedClass#named} has it
 * @param source as the JVM writes it: {@code jrt:/java.base}, {@code shared objects file}, {@code
 *     file:/var/task/lib/guice-7.0.0.jar}, {@code file:/var/task/}, {@code
 *     __JVM_LookupDefineClass__}
 */
public record ClassLoad(long nanos, long thread, String className, String source) {
  private static final String ARCHIVE = "shared objects file";

  /** Returns whether it came from a class archive or an AOT cache. */
  public boolean isArchived() {
    return source.startsWith(ARCHIVE);
  }
}
