package thaw.maven;

import org.apache.maven.plugin.logging.Log;
import thaw.program.ProgramListener;

/** The program's lines in the build's log. Off a terminal it prints whole lines without colours. */
record MavenLog(Log log) implements ProgramListener {
  private static final String WARNING = "warning: ";

  @Override
  public void output(String line) {
    log.info(line);
  }

  @Override
  public void error(String line) {
    if (line.startsWith(WARNING)) {
      log.warn(line.substring(WARNING.length()));
    } else {
      log.info(line);
    }
  }
}
