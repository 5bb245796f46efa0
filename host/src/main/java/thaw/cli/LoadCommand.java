package thaw.cli;

import java.nio.file.Files;
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
import thaw.app.load.LoadRuns;
import thaw.app.load.LoadTarget;
import thaw.app.load.Running;
import thaw.app.load.TaxRun;
import thaw.app.shared.ExitCode;
import thaw.app.shared.Progress;
import thaw.cli.option.DataOptions;
import thaw.cli.option.EventOption;
import thaw.cli.option.HostingOptions;
import thaw.cli.option.RequestOptions;
import thaw.cli.option.ScheduleOptions;
import thaw.cli.option.SourceOptions;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;
import thaw.problem.UserMistake;
import thaw.report.load.LoadDiff;
import thaw.report.load.LoadJson;

/** {@code thaw load}: requests at the moments of a schedule, and how long each really took. */
@Command(
    name = "load",
    description = {
      "Sends requests by a schedule, without waiting for earlier responses (open loop), to a URL"
          + " or to a function of SOURCE, which it runs itself. Measures latency from the moment"
          + " when each request was due.",
      "%nthaw load http://127.0.0.1:8080/ --rate 1..100 --duration 60s%n"
          + "thaw load --tax functions/doubling%n"
          + "thaw load http://127.0.0.1:8080/ --find-limit --goal 'p99<50ms'%n"
    },
    mixinStandardHelpOptions = true)
final class LoadCommand implements Callable<Integer> {
  static final String JSON_FILE = "load.json";

  @Spec private CommandSpec spec;

  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private ScheduleOptions schedules = new ScheduleOptions();

  @Mixin private RequestOptions requests = new RequestOptions();

  @Mixin private EventOption event = new EventOption();

  @Mixin private DataOptions data = new DataOptions();

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description = "Logical id or name; needed where a template has several functions.")
  private @Nullable String function;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "Invokes --function at this Lambda API, for example that of thaw run, in place of"
              + " running a function itself.")
  private @Nullable String endpoint;

  @Mixin private HostingOptions hosting = new HostingOptions();

  @Option(
      names = "--tax",
      description =
          "Measures what each layer costs: runs the same schedule in turn at a static server,"
              + " through API Gateway, and through API Gateway and the function of SOURCE.")
  private boolean tax;

  @Option(
      names = "--find-limit",
      description =
          "Searches the highest rate at which every --goal holds. --rate is the first rate,"
              + " --duration the length of each run. Default: 10s.")
  private boolean findLimit;

  @Option(
      names = "--goal",
      paramLabel = "GOAL",
      description =
          "p99<50ms, failed<1%%: repeatable; exit code 1 when one is missed, when nothing was"
              + " answered, or when the run is INVALID. Default: failed<1%%; Default of --find-limit: p99<100ms and"
              + " failed<0.1%%; the latter is always one of its goals.")
  private List<String> goals = new ArrayList<>();

  @Option(
      names = "--compare",
      paramLabel = "OLD",
      description =
          "Shows what has changed since an earlier load.json, or the folder of one. If SOURCE is a"
              + " result as well, compares both and runs nothing.")
  private @Nullable Path compare;

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
    if (tax && findLimit) {
      throw new UserMistake("--tax and --find-limit are two measurements", "choose one of them");
    }
    hosting.check();
    requests.check();
    schedules.seeded(data.order(1));
    requireWritable();
    List<LoadGoal> wanted = goals.stream().map(LoadGoal::of).toList();
    List<LoadResult> before = compare == null ? List.of() : earlier(compare);
    Optional<Path> finished = source.text().flatMap(LoadCommand::result);
    if (finished.isPresent()) {
      return compareOnly(before, finished.get());
    }
    Progress progress = Progress.standard();
    int code;
    if (tax) {
      requireSource();
      code = new TaxRun(source, function, schedules, requests, hosting, progress, out).run(wanted);
    } else {
      try (LoadTarget target = target(progress)) {
        LoadRuns runs = new LoadRuns(target, schedules, requests.timeout(), progress, out);
        code = findLimit ? runs.findLimit(wanted) : runs.once(wanted);
      }
    }
    if (!before.isEmpty()) {
      print(before, earlier(out));
    }
    return code;
  }

  /** Known before a run of half an hour, not after. */
  private void requireWritable() {
    Path existing = out.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new UserMistake(
          "the folder " + out + " cannot be written to", "name another one with --out");
    }
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
    if (data.isGiven()) {
      throw new UserMistake(
          "--seed with a folder and --before have no effect " + where, "leave them out");
    }
  }

  private LoadTarget target(Progress progress) throws InterruptedException {
    Optional<String> url = source.text().filter(LoadCommand::isUrl);
    if (url.isPresent()) {
      if (function != null || endpoint != null) {
        throw new UserMistake(
            "a URL has no --function and no --endpoint", "leave out the URL, or the options");
      }
      refuseData("on a URL");
      refuse("on a URL", "--event", "--handler", "--parameter", "--concurrency", "--runtime");
      return LoadTarget.of(url.get(), requests);
    }
    if (endpoint != null) {
      refuseData("with --endpoint");
      refuse("with --endpoint", "--handler", "--parameter", "--concurrency", "--runtime");
      return LoadTarget.invoking(endpoint, function, event, requests);
    }
    refuse("on a function without HTTP", "--method", "--header", "--body", "--expect-status");
    refuse(
        "on a function without HTTP", "--expect-body", "--connections", "--cacert", "--insecure");
    return Running.function(source, function, event, data, requests, hosting, progress);
  }

  private void requireSource() {
    refuseData("with --tax");
    refuse("with --tax", "--event", "--expect-status", "--expect-body", "--cacert", "--insecure");
    if (source.text().filter(LoadCommand::isUrl).isPresent() || endpoint != null) {
      throw new UserMistake(
          "--tax measures Thaw's own layers with a function of SOURCE",
          "name a folder with a template, for example functions/doubling");
    }
  }

  private static boolean isUrl(String text) {
    return text.matches("[A-Za-z][A-Za-z0-9+.-]*:/.*");
  }

  /** The result of an earlier run that the argument names, if it names one. */
  private static Optional<Path> result(String text) {
    if (isUrl(text)) {
      return Optional.empty();
    }
    Path path = Path.of(text);
    Path file = Files.isDirectory(path) ? path.resolve(JSON_FILE) : path;
    return file.endsWith(JSON_FILE) && Files.isRegularFile(file)
        ? Optional.of(file)
        : Optional.empty();
  }

  private int compareOnly(List<LoadResult> before, Path finished) {
    refuse("where nothing is run", "--goal", "--tax", "--find-limit", "--rate", "--duration");
    if (before.isEmpty()) {
      throw new UserMistake(
          finished + " is the result of an earlier run",
          "compare it with another one: thaw load --compare OLD " + finished);
    }
    print(before, earlier(finished));
    return ExitCode.DONE;
  }

  private static List<LoadResult> earlier(Path given) {
    Path file = Files.isDirectory(given) ? given.resolve(JSON_FILE) : given;
    if (!Files.isRegularFile(file)) {
      throw new UserMistake(
          "the earlier result does not exist: " + file,
          "name a load.json, or the folder that an earlier thaw load wrote: --compare thaw-load");
    }
    return LoadJson.read(file).runs();
  }

  private static void print(List<LoadResult> before, List<LoadResult> after) {
    for (LoadResult result : after) {
      Optional<LoadResult> same =
          before.stream()
              .filter(old -> before.size() == 1 || old.plan().name().equals(result.plan().name()))
              .findFirst();
      System.out.print(
          same.map(old -> LoadDiff.render(old, result, Progress.columns(), Progress.isTerminal()))
              .orElseGet(() ->
                  "not compared: no earlier run has the name " + result.plan().name() + "\n"));
    }
  }
}
