package thaw.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Answers {@code thaw --version}. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"thaw " + read()};
  }

  static String read() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    }
  }
}
