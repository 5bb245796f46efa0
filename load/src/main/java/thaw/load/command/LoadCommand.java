package thaw.load.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.cli.DataOptions;
import thaw.cli.EventOption;
import thaw.cli.ExitCode;
import thaw.cli.JsonOption;
import thaw.cli.SeparateCommand;
import thaw.cli.SourceOptions;
import thaw.cli.StdinOption;
import thaw.cli.TerminalProgress;
import thaw.load.LoadGoal;
import thaw.presentation.text.Terminal;
import thaw.problem.UserMistake;

/** {@code thaw load}: requests at the moments of a schedule, and how long each really took. */
@Command(
    name = SeparateCommand.LOAD,
    description = {
      SeparateCommand.LOAD_DESCRIPTION,
      "%nthaw load http://127.0.0.1:8080/ --rate 1..100 --duration 60s%n"
          + "thaw load --tax functions/doubling%n"
    },
    mixinStandardHelpOptions = true)
final class LoadCommand implements Callable<Integer> {
  /** Options of a template that runs here. */
  private static final String[] OF_SAM = {
    "--parameter-overrides", "--env-vars", "--config-env", "--config-file"
  };

  @Spec private CommandSpec spec;

  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private StdinOption stdin = new StdinOption();

  @Mixin private ScheduleOptions schedules = new ScheduleOptions();

  @Mixin private RequestOptions requests = new RequestOptions();

  @Mixin private EventOption event = new EventOption();

  @Mixin private DataOptions data = new DataOptions();

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description =
          "Logical id, name, or path of the construct in CDK; needed where a template has several functions.")
  private @Nullable String function;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "Invokes --function at this Lambda API, for example that of thaw run, in place of"
              + " running a function itself.")
  private @Nullable String endpoint;

  @Mixin private HostingOptions hosting = new HostingOptions();

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--tax",
      description =
          "Measures what each layer costs: runs the same schedule in turn at a static server,"
              + " through API Gateway, and through API Gateway and the function of SOURCE.")
  private boolean tax;

  @Option(
      names = "--goal",
      paramLabel = "GOAL",
      description =
          "A limit such as p99<50ms or failed<1%%; repeatable. Exit code 1 when one is missed, when"
              + " nothing was answered, or when the run is INVALID. Default: failed<1%%.")
  private List<String> goals = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for load.html, load.json and a .hgrm file for each run. Default:"
              + " ${DEFAULT-VALUE}.")
  private Path out = Path.of("thaw-load");

  @SuppressWarnings("NullAway.Init") // picocli fills the annotated fields
  LoadCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    stdin.follow("load", event.readsStandardInput());
    HostingChoice hosted = hosting.choice();
    RequestChoice sent = requests.choice();
    sent.check();
    ScheduleChoice schedule = schedules.choice(data.choice().order(1));
    List<LoadGoal> wanted = goals.stream().map(LoadGoal::of).toList();
    Progress progress = TerminalProgress.standard();
    LoadOutcome outcome =
        LoadJob.run(new LoadRequest(subject(hosted), schedule, sent, wanted, out), progress);
    if (json.isAsked()) {
      json.print(outcome.json());
    }
    show(outcome, progress);
    return outcome.good() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }

  private void show(LoadOutcome outcome, Progress progress) {
    if (!Interruption.hasBegun() && !json.isAsked()) {
      System.out.print(
          LoadTerminal.render(
              outcome.runs(), outcome.taxes(), Terminal.columns(), Terminal.hasColours()));
      System.out.println("Report: " + outcome.page());
    }
    outcome
        .unreached()
        .ifPresent(mistake -> {
          throw mistake;
        });
    outcome
        .missed()
        .forEach(each -> progress.line("goal missed: " + each.goal() + " in " + each.run()));
  }

  /** An option that would be passed over is a mistake, and no wish. */
  private void refuse(String where, String... options) {
    for (String option : options) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new UserMistake(option + " has no effect " + where, "leave it out");
      }
    }
  }

  private void refuseData(String where) {
    if (data.choice().isGiven()) {
      throw new UserMistake(
          "--seed with a folder and --before have no effect " + where, "leave them out");
    }
  }

  private LoadSubject subject(HostingChoice hosted) {
    SourceChoice given = source.choice();
    Optional<String> url = given.text().filter(LoadCommand::isUrl);
    Optional<String> named = Optional.ofNullable(function);
    if (tax) {
      requireSource(url);
      return new LoadSubject.Layers(given, named, hosted);
    }
    if (url.isPresent()) {
      if (function != null || endpoint != null) {
        throw new UserMistake(
            "a URL has no --function and no --endpoint", "leave out the URL, or the options");
      }
      refuseData("on a URL");
      refuse("on a URL", "--event", "--handler", "--concurrency", "--runtime");
      refuse("on a URL", "--parameter", "--import", "--attribute");
      refuse("on a URL", OF_SAM);
      return new LoadSubject.Site(url.get());
    }
    if (endpoint != null) {
      refuseData("with --endpoint");
      refuse("with --endpoint", "--handler", "--concurrency", "--runtime");
      refuse("with --endpoint", "--parameter", "--import", "--attribute");
      refuse("with --endpoint", OF_SAM);
      return new LoadSubject.Endpoint(endpoint, named, event.choice());
    }
    refuse("on a function without HTTP", "--method", "--header", "--body", "--expect-status");
    refuse(
        "on a function without HTTP", "--expect-body", "--connections", "--cacert", "--insecure");
    return new LoadSubject.Hosted(given, named, event.choice(), data.choice(), hosted);
  }

  private void requireSource(Optional<String> url) {
    refuseData("with --tax");
    refuse("with --tax", "--event", "--expect-status", "--expect-body", "--cacert", "--insecure");
    if (url.isPresent() || endpoint != null) {
      throw new UserMistake(
          "--tax measures Thaw's own layers with a function of SOURCE",
          "name a folder with a template, for example functions/doubling");
    }
  }

  private static boolean isUrl(String text) {
    return text.matches("[A-Za-z][A-Za-z0-9+.-]*:/.*");
  }
}
