package thaw.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.function.Application;
import thaw.function.ApplicationReader;
import thaw.function.ReadOptions;

/** What to run: the same in every command that starts functions. */
final class SourceOptions {
  @Parameters(
      paramLabel = "SOURCE",
      arity = "0..1",
      description =
          "Folder with a SAM template, a template, a jar, a zip or a classes folder. Default: this folder.")
  private Path source = Path.of(".");

  @Option(
      names = "--handler",
      paramLabel = "CLASS[::METHOD]",
      description = "Handler of a jar, zip or classes folder.")
  private @Nullable String handler;

  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description = "Value of a template parameter; repeatable.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  Path source() {
    return source;
  }

  Application read() {
    ReadOptions options = ReadOptions.defaults().withParameters(parameters);
    return ApplicationReader.read(
        source(), handler == null ? options : options.withHandler(handler));
  }
}
