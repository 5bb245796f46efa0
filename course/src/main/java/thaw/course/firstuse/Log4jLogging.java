package thaw.course.firstuse;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;

/** Log4j 2 by its own interface. */
final class Log4jLogging implements Uses {
  private final String name = "Rex";
  private @Nullable Logger logger;

  @Override
  public String[] steps() {
    return new String[] {"logger", "line", "again"};
  }

  @Override
  public void use(int step) {
    if (logger == null) {
      logger = LogManager.getLogger("thaw.course.Pets");
    } else {
      logger.info("{} came", name);
    }
  }
}
