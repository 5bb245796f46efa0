package thaw.course.firstuse;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** SLF4J, with what the class path has behind it. */
final class Slf4jLogging implements Uses {
  private final String name = "Rex";
  private @Nullable Logger logger;

  @Override
  public String[] steps() {
    return new String[] {"logger", "line", "again"};
  }

  @Override
  public void use(int step) {
    if (logger == null) {
      logger = LoggerFactory.getLogger("thaw.course.Pets");
    } else {
      logger.info("{} came", name);
    }
  }
}
