package thaw.app.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this program. */
public final class ProgramVersion {
  private ProgramVersion() {}

  public static String read() {
    try (InputStream in = ProgramVersion.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the version", e);
    }
  }
}
