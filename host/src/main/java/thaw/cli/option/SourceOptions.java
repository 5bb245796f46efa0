package thaw.cli.option;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.app.choice.SourceChoice;

/** What to run: the same in every command that starts functions. */
public final class SourceOptions extends SourceChoice {
  @Parameters(
      paramLabel = "SOURCE",
      arity = "0..1",
      description =
          "Folder with a SAM template, a template, a jar, a zip, a classes folder, or the name of a"
              + " function of this folder's template. Default: this folder.")
  @Override
  public void chooseSource(@Nullable String source) {
    super.chooseSource(source);
  }

  @Option(
      names = "--handler",
      paramLabel = "CLASS[::METHOD]",
      description = "Handler of a jar, zip or classes folder.")
  @Override
  public void chooseHandler(@Nullable String handler) {
    super.chooseHandler(handler);
  }

  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description = "Value of a template parameter; repeatable.")
  @Override
  public void chooseParameters(Map<String, String> parameters) {
    super.chooseParameters(parameters);
  }

  @Option(
      names = "--reach-host",
      description =
          "Lets functions reach every TCP port of this machine. Default: local services, ports that"
              + " the function's variables name, and HTTP, HTTPS and DNS of other machines.")
  @Override
  public void chooseReachesHost(boolean reachesHost) {
    super.chooseReachesHost(reachesHost);
  }

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description =
          "Region that names of resources have and functions find in AWS_REGION. Default:"
              + " AWS_REGION or AWS_DEFAULT_REGION of Thaw's own environment, else us-east-1.")
  @Override
  public void chooseRegion(@Nullable String region) {
    super.chooseRegion(region);
  }
}
