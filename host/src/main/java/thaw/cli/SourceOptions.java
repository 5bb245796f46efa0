package thaw.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private @Nullable String source;

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

  @Option(
      names = "--reach-host",
      description =
          "Lets functions reach every TCP port of this machine. Default: local services, ports that"
              + " the function's variables name, and HTTP, HTTPS and DNS of other machines.")
  private boolean reachesHost;

  /** Whether functions reach every port of this machine. */
  boolean reachesHost() {
    return reachesHost;
  }

  Path source() {
    return Path.of(source == null ? "." : source);
  }

  /** As it is written, with what belongs to it. */
  String named() {
    StringBuilder named = new StringBuilder(source == null ? "." : source);
    if (handler != null) {
      named.append(" --handler ").append(handler);
    }
    parameters.forEach(
        (name, value) -> named.append(" --parameter ").append(name).append('=').append(value));
    return named.toString();
  }

  /** As given: in {@code thaw load} it may be a URL. */
  Optional<String> text() {
    return Optional.ofNullable(source);
  }

  Application read() {
    return ApplicationReader.read(source(), options());
  }

  /**
   * As {@link #read}, but there may be no function.
   *
   * @param keepsFunctions whether functions that clients make are kept: then nothing needs to be in
   *     this folder either
   */
  Application readForServer(boolean keepsFunctions) {
    return keepsFunctions
            && source == null
            && handler == null
            && !ApplicationReader.hasTemplate(source())
        ? new Application(source(), List.of())
        : ApplicationReader.readForServer(source(), options());
  }

  private ReadOptions options() {
    ReadOptions options = ReadOptions.defaults().withParameters(parameters);
    return handler == null ? options : options.withHandler(handler);
  }
}
