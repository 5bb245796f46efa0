package thaw.course.firstuse;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The logging of the JDK, as it is configured there. */
final class JdkLogging implements Uses {
  private final String name = "Rex";
  private @Nullable Logger logger;

  @Override
  public String[] steps() {
    return new String[] {"logger", "line", "again"};
  }

  @Override
  public void use(int step) {
    if (logger == null) {
      logger = Logger.getLogger("thaw.course.Pets");
    } else {
      logger.log(Level.INFO, "{0} came", name);
    }
  }
}
