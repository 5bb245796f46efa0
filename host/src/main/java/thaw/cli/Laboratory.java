package thaw.cli;

import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The program behind {@code thaw lab}, which has jars of its own. The launcher adds them to the
 * class path for this command alone, so nothing else looks for it: a search goes through all jars.
 */
public interface Laboratory {
  String NAME = "lab";

  String DESCRIPTION =
      "Repeats published experiments about the JVM on the JDKs of this machine, and says which of"
          + " them still hold. Without a lesson: lists them.";

  /** A new object that picocli knows as the command {@link #NAME}. */
  Object command();

  /** The one on the class path. */
  static Optional<Laboratory> find() {
    return ServiceLoader.load(Laboratory.class).findFirst();
  }
}
