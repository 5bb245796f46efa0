package thaw.cli.option;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.app.choice.SourceChoice;

/** Options that choose what to run. Every command that starts functions has them. */
public final class SourceOptions {
  @Parameters(
      paramLabel = "SOURCE",
      arity = "0..1",
      description =
          "Folder with a SAM template, a template, a jar, a zip, a classes folder, or the name of a"
              + " function of this folder's template. Default: this folder.")
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
  private Map<String, String> parameters = Map.of();

  @Option(
      names = "--reach-host",
      description =
          "Lets functions reach every TCP port of this machine. Default: local services, ports that"
              + " the function's variables name, and HTTP, HTTPS and DNS of other machines.")
  private boolean reachesHost;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description =
          "Region that names of resources have and functions find in AWS_REGION. Default:"
              + " AWS_REGION or AWS_DEFAULT_REGION of Thaw's own environment, else us-east-1.")
  private @Nullable String region;

  @Option(
      names = "--follow-links",
      description =
          "Takes files outside of the project to which its paths or symbolic links lead. Without it"
              + " Thaw names them and stops.")
  private boolean followsLinks;

  public SourceChoice choice() {
    return new SourceChoice(
        Optional.ofNullable(source),
        Optional.ofNullable(handler),
        parameters,
        reachesHost,
        Optional.ofNullable(region),
        Set.of(),
        followsLinks);
  }
}
