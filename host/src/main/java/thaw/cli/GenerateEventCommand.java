package thaw.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.ImpliedEvent;
import thaw.app.choice.SourceChoice;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.project.EventKind;
import thaw.project.SampleEvent;

/** {@code thaw generate-event}: an event as a source sends it, to begin with. */
@Command(
    name = "generate-event",
    description = {
      "Prints a sample event as AWS sends it: of a kind, or of the event source of a function in a"
          + " template.",
      "Kinds: api, http-api, url, sqs, dynamodb, s3, eventbridge, schedule, sns, kinesis,"
          + " cloudwatch-logs, kafka, alb, cognito."
    },
    mixinStandardHelpOptions = true)
final class GenerateEventCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description =
          "Logical id, name, or path of the construct in CDK; needed where a template has several functions.")
  private @Nullable String function;

  @Option(
      names = "--write",
      description =
          "Writes events/FUNCTION.json beside the template for each function that has none yet, or"
              + " only for --function.")
  private boolean write;

  @Override
  public Integer call() {
    SourceChoice given = source.choice();
    Optional<EventKind> kind = given.text().flatMap(EventKind::of);
    if (kind.isPresent() && !Files.exists(given.path())) {
      System.out.print(SampleEvent.of(kind.get()).text());
      return ExitCode.DONE;
    }
    Application application = given.read();
    if (write) {
      return writeAll(application, given);
    }
    FunctionDefinition chosen = FunctionChoice.chosen(application, given.function(function));
    ImpliedEvent event =
        ImpliedEvent.of(application, chosen).orElseThrow(() -> nothingFeeds(chosen));
    if (event.namesOrigin()) {
      TerminalProgress.standard().line("an event as " + event.source() + " would send it");
    }
    System.out.print(event.text());
    return ExitCode.DONE;
  }

  private static UserMistake nothingFeeds(FunctionDefinition function) {
    return new UserMistake(
        "neither the template nor its handler tells which event " + function.logicalId() + " gets",
        "write one yourself, or print one of a kind: thaw generate-event KIND ("
            + EventKind.ids()
            + ")");
  }

  private int writeAll(Application application, SourceChoice given) {
    Optional<String> named = Optional.ofNullable(given.function(function));
    List<FunctionDefinition> functions =
        named.isPresent()
            ? List.of(FunctionChoice.chosen(application, named.get()))
            : application.functions();
    for (FunctionDefinition each : functions) {
      Path file = EventChoice.file(application, each);
      Optional<ImpliedEvent> event = ImpliedEvent.of(application, each);
      if (Files.exists(file)) {
        System.out.println(file + " is there already");
      } else if (event.isPresent()) {
        write(file, event.get().text());
        System.out.println(file + " from " + event.get().source());
      } else {
        System.out.println(
            each.logicalId() + ": neither the template nor its handler tells which event it gets");
      }
    }
    return ExitCode.DONE;
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.resolveSibling(""));
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new UserMistake("cannot write " + file + ": " + e, "let the folder be written to");
    }
  }
}
