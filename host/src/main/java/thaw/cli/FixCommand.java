package thaw.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.fix.FixJob;
import thaw.app.fix.FixListener;
import thaw.app.fix.FixOutcome;
import thaw.app.fix.FixPage;
import thaw.app.fix.FixRequest;
import thaw.app.fix.FixSearched;
import thaw.app.shared.Progress;
import thaw.app.shared.TimeText;
import thaw.explanation.FixTerminal;
import thaw.explanation.TrainingReport;
import thaw.presentation.text.Terminal;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.remedy.RemedyKind;

/** {@code thaw fix}: finds what makes a cold start shorter, proves it, and writes it as a patch. */
@Command(
    name = "fix",
    description =
        "Makes a function's cold start shorter: tries remedies in a copy of the project, measures"
            + " each, and writes those that gain.",
    mixinStandardHelpOptions = true)
final class FixCommand implements Callable<Integer> {
  @Mixin private InvokedFunctionOptions invoked = new InvokedFunctionOptions();

  @Mixin private StdinOption stdin = new StdinOption();

  @Option(
      names = "--event",
      paramLabel = "FILE|JSON",
      description =
          "An event to train and check with; repeatable. The first one is measured. Default: the"
              + " function's own event, else one of each event source in the template.")
  private List<String> given = new ArrayList<>();

  @Mixin private TrainingOption training = new TrainingOption();

  @Option(
      names = "--safe",
      description =
          "Tries only remedies that the function cannot notice: archive, JVM options,"
              + " packaging.")
  private boolean safe;

  @Option(
      names = "--all",
      description = "Also tries remedies that change behaviour or the bill, such as MemorySize.")
  private boolean all;

  @Option(
      names = "--only",
      paramLabel = "ID[,ID]",
      split = ",",
      description =
          "Tries only these remedies, such as runtime-25: whether the function may move to the"
              + " newest runtime, and what it gains.")
  private Set<String> only = new LinkedHashSet<>();

  @Option(
      names = "--skip-tests",
      description =
          "Builds without running the project's tests: a change then rests on the responses alone.")
  private boolean skipTests;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "Time limit of the search: 90s, 10m, 1h. Default: ${DEFAULT-VALUE}.")
  private String budget = "10m";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for fix.html, fix.json, thaw-fix.patch and archives. Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("thaw-fix");

  @Option(
      names = "--apply",
      description =
          "Applies the result in --out to the work tree, which must be clean. Without a result it"
              + " makes one first.")
  private boolean apply;

  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--undo", description = "Undoes what --apply has changed.")
  private boolean undo;

  @Override
  public Integer call() throws InterruptedException {
    stdin.follow("fix", given.contains("-"));
    if (undo && apply) {
      throw new UserMistake("--apply and --undo exclude each other", "give one of them");
    }
    if (undo) {
      FixJob.undo(out).forEach(file -> System.out.println("taken back: " + file));
      return ExitCode.DONE;
    }
    if (safe && all) {
      throw new UserMistake("--safe and --all exclude each other", "give one of them");
    }
    if ((safe || all) && !only.isEmpty()) {
      throw new UserMistake(
          "--only and %s exclude each other".formatted(safe ? "--safe" : "--all"),
          "give one of them");
    }
    FixRequest request =
        new FixRequest(
            invoked.source(),
            invoked.function(),
            given,
            invoked.data(),
            training.choice(),
            kinds(),
            only,
            skipTests,
            limit(budget),
            apply,
            out);
    Progress progress = TerminalProgress.standard();
    FixOutcome outcome = FixJob.run(request, new Shown(progress, json));
    outcome.applied().ifPresent(applied -> tell(applied, progress));
    outcome.standing().ifPresent(standing -> tell(standing, progress));
    if (outcome.equals(FixOutcome.NONE)) {
      say("nothing in " + out + " was proven to gain: nothing was changed", progress);
    }
    return outcome.isGood() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }

  /** The search's result, before it is applied. */
  private record Shown(Progress progress, JsonOption json) implements FixListener {
    @Override
    public void searched(FixSearched found) {
      if (json.isAsked()) {
        json.print(found.json());
        return;
      }
      System.out.print(FixTerminal.render(found.subject(), found.result(), Terminal.width()));
      found.notes().forEach(System.out::println);
      found
          .coverage()
          .map(TrainingReport::lines)
          .ifPresent(lines -> lines.forEach(System.out::println));
      found
          .left()
          .ifPresent(why -> System.out.println(why + ": " + FixTerminal.goOn(found.result())));
      System.out.println("Result: " + found.page() + ", " + found.json());
    }
  }

  private void tell(FixOutcome.Standing standing, Progress progress) {
    progress.line(standing.words());
    if (json.isAsked()) {
      json.print(standing.json());
      return;
    }
    System.out.print(standing.wayOn());
    System.out.println("Result: " + standing.page() + ", " + standing.json());
  }

  private void tell(FixOutcome.Applied applied, Progress progress) {
    applied.files().forEach(file -> say("changed: " + file, progress));
    afterwards(applied).forEach(line -> say(line, progress));
    say(
        applied.files().isEmpty()
            ? applied.packages().isEmpty()
                ? "no file was changed: what was kept is set by hand as "
                    + out.resolve(FixPage.NAME)
                    + " says"
                : "no file was changed: what was kept comes with the command above"
            : "thaw fix --undo --out " + Text.quoted(out.toString()) + " takes it back",
        progress);
  }

  /** Returns what to do next, one line for each way. */
  static List<String> afterwards(FixOutcome.Applied applied) {
    List<String> lines = new ArrayList<>();
    if (!applied.files().isEmpty()) {
      lines.add(
          "next: commit it, build and deploy as before (SAM: sam build && sam deploy, after your own build where CodeUri names a jar; CDK: build it and run cdk synth again, then cdk deploy)");
    }
    if (!applied.absent().isEmpty()) {
      lines.add(
          "not in the work tree, because no file of it has that, or a gain is proven in the package alone (the figures are with it): "
              + String.join(", ", applied.absent()));
    }
    for (String command : applied.packages()) {
      lines.add(
          (applied.files().isEmpty() && command.equals(applied.packages().getFirst())
                  ? "next"
                  : "or")
              + (command.endsWith(" --to managed")
                  ? ", as a zip for the managed runtime: "
                  : ", with all that was kept, as a package: ")
              + command);
    }
    return lines;
  }

  /** Prints a line for people, apart from the JSON that a program reads where that is asked for. */
  private void say(String line, Progress progress) {
    if (json.isAsked()) {
      progress.line(line);
    } else {
      System.out.println(line);
    }
  }

  static Duration limit(String text) {
    return TimeText.parse(text)
        .filter(limit -> !limit.isZero() && text.strip().matches(".*[a-z]")) // 3 what?
        .orElseThrow(() ->
            new UserMistake("--budget must be a time: " + text, "write it like 90s, 10m or 1h"));
  }

  private Set<RemedyKind> kinds() {
    Set<RemedyKind> kinds = EnumSet.of(RemedyKind.SAFE);
    if (!safe) {
      kinds.add(RemedyKind.REVIEWED);
    }
    if (all) {
      kinds.add(RemedyKind.DIFFERENT);
    }
    return kinds;
  }
}
