package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.app.choice.SamChoice;
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
      names = "--parameter-overrides",
      paramLabel = "NAME=VALUE",
      arity = "1..*",
      parameterConsumer = Overrides.class,
      description =
          "The same as SAM CLI has it: NAME=VALUE or ParameterKey=NAME,ParameterValue=VALUE, also"
              + " several.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--env-vars",
      paramLabel = "FILE",
      description =
          "JSON file with values of variables, as sam local takes it: {\"FUNCTION\": {\"NAME\":"
              + " \"VALUE\"}}, or \"Parameters\" for all functions.")
  private @Nullable Path variables;

  @Option(
      names = "--config-env",
      paramLabel = "NAME",
      description = "Environment of samconfig.toml beside the template. Default: default.")
  private @Nullable String configEnvironment;

  @Option(
      names = "--config-file",
      paramLabel = "FILE",
      description = "File in place of samconfig.toml or samconfig.yaml beside the template.")
  private @Nullable Path configFile;

  @Option(
      names = "--import",
      paramLabel = "NAME=VALUE",
      description = "Value that another stack exports by this name; repeatable.")
  private Map<String, String> imports = Map.of();

  @Option(
      names = "--attribute",
      paramLabel = "RESOURCE.NAME=VALUE",
      description =
          "Attribute of a resource that only AWS knows, without .NAME its id; repeatable.")
  private Map<String, String> attributes = Map.of();

  @Option(
      names = "--stack",
      paramLabel = "FILE",
      description =
          "Template of another stack: its tables, queues, topics, buckets, streams, secrets, parameters"
              + " and databases are there, too, and its exports are known; repeatable.")
  private List<Path> stacks = List.of();

  @Option(
      names = "--reach-host",
      description =
          "Lets functions reach every TCP port of this machine. Default: local services, ports that"
              + " the function's variables name, and HTTP, HTTPS and DNS of other machines.")
  private boolean reachesHost;

  @Option(
      names = "--postgres",
      description =
          "A PostgreSQL for functions whose template declares no database, under the host, port, name"
              + " and user that their variables say, such as DB_HOST; PGHOST, PGPORT, PGUSER,"
              + " PGPASSWORD, PGDATABASE and JDBC_DATABASE_URL lead to it, too.")
  private boolean postgres;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description =
          "Region that names of resources have and functions find in AWS_REGION. Default: that of"
              + " samconfig.toml, AWS_REGION or AWS_DEFAULT_REGION of Thaw's own environment, else"
              + " us-east-1.")
  private @Nullable String region;

  @Option(
      names = "--follow-links",
      description =
          "Takes files outside of the project to which its paths or symbolic links lead. Without it"
              + " Thaw names them and stops.")
  private boolean followsLinks;

  /** Takes words as long as they are values: what comes then is SOURCE, or another option. */
  static final class Overrides implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
      List<String> taken = new ArrayList<>(option.<List<String>>getValue());
      do {
        taken.add(words.pop());
      } while (!words.isEmpty() && words.peek().matches("[A-Za-z0-9]+=.*|file://.+"));
      option.setValue(taken);
    }
  }

  public SourceChoice choice() {
    Map<String, String> values = new LinkedHashMap<>(SamChoice.overrides(overrides));
    values.putAll(parameters);
    return new SourceChoice(
        Optional.ofNullable(source),
        Optional.ofNullable(handler),
        values,
        imports,
        attributes,
        stacks,
        reachesHost,
        postgres,
        Optional.ofNullable(region),
        Set.of(),
        followsLinks,
        new SamChoice(
            Optional.ofNullable(configEnvironment),
            Optional.ofNullable(configFile),
            Optional.ofNullable(variables)));
  }
}
