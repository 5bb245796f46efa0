package thaw.mcp;

import java.io.File;
import java.nio.file.Path;
import java.util.List;

/**
 * How {@code thaw mcp} is started, as the launcher does it: with its own jars behind those of lib.
 */
final class McpProcess {
  private static final Path PROGRAM = Path.of(System.getProperty("thaw.program")).normalize();

  /** With caches of its own, kept below {@code target}. */
  static final Path HOME = Path.of("target/test-home").toAbsolutePath();

  private McpProcess() {}

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * @param temporary where its instances are
   */
  static List<String> arguments(Path temporary) {
    return List.of(
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx512m",
        "-Dthaw.program=" + PROGRAM,
        "-Duser.home=" + HOME,
        "-Djava.io.tmpdir=" + temporary,
        "-cp",
        PROGRAM + "/lib/*" + File.pathSeparator + PROGRAM + "/mcp/*",
        "thaw.cli.Main",
        "mcp");
  }
}
