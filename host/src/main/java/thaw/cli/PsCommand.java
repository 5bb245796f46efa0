package thaw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.running.RunAnswers;
import thaw.app.running.RunFile;
import thaw.app.shared.Folders;

/** {@code thaw ps}: functions and execution environments of what runs. */
@Command(
    name = "ps",
    description = "Shows the functions and execution environments of each running thaw run.",
    mixinStandardHelpOptions = true)
final class PsCommand implements Callable<Integer> {
  private static final int SHOWN_ID = 8;

  @Mixin private RunOption run = new RunOption();

  @Mixin private OnCluster on = new OnCluster();

  @Option(names = "--json", description = "Prints one JSON object for each thaw run.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    on.requireHere("thaw ps");
    PrintStream out = System.out;
    boolean first = true;
    for (RunFile file : run.matching(Folders.of(System.getenv()).cache())) {
      JsonNode status = RunAnswers.status(file);
      JsonNode hosts = RunAnswers.hosts(file);
      if (json) {
        out.println(((ObjectNode) status).set("hosts", hosts));
      } else {
        out.print(first ? "" : System.lineSeparator());
        print(file, status, out);
        printHosts(hosts, out);
      }
      first = false;
    }
    return ExitCode.DONE;
  }

  private static void print(RunFile file, JsonNode status, PrintStream out) {
    out.println(file.source() + " at " + file.url() + ", pid " + file.pid());
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "FUNCTION", "VERSION", "ENVIRONMENT", "STATE", "FOR", "REQUESTS", "MEMORY", "QUEUED"));
    for (JsonNode function : status.path("functions")) {
      String name = function.path("name").asText();
      String queued = function.path("queuedEvents").asText();
      boolean any = false;
      for (JsonNode environment : status.path("environments")) {
        if (environment.path("function").asText().equals(name)) {
          rows.add(row(environment, any ? "" : queued));
          any = true;
        }
      }
      if (!any) {
        rows.add(List.of(name, "", "", "no environment", "", "", "", queued));
      }
    }
    Rows.print(rows, out);
    for (JsonNode undelivered : status.path("undelivered")) {
      long messages = undelivered.path("messages").asLong();
      out.println(
          messages
              + (messages == 1 ? " message" : " messages")
              + " of events that ended, not delivered yet: "
              + undelivered.path("target").asText());
    }
  }

  private static void printHosts(JsonNode hosts, PrintStream out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("HOSTS OF AWS", "SERVED BY", "AT"));
    for (JsonNode route : hosts) {
      rows.add(
          List.of(
              route.path("hosts").asText(),
              route.path("server").asText(),
              route.path("url").asText()));
    }
    if (rows.size() > 1) {
      Rows.print(rows, out);
    }
  }

  /** Returns why an environment was started, where that is not usual; else an empty text. */
  private static String kind(String initialization) {
    return switch (initialization) {
      case "provisioned-concurrency" -> " (provisioned)";
      case "snap-start" -> " (SnapStart)";
      default -> "";
    };
  }

  private static List<String> row(JsonNode environment, String queued) {
    String stream = environment.path("environment").asText();
    String id = stream.substring(stream.indexOf(']') + 1);
    long memory = environment.path("maxMemoryMiB").asLong();
    return List.of(
        environment.path("function").asText(),
        environment.path("version").asText(),
        id.substring(0, Math.min(SHOWN_ID, id.length())),
        environment.path("state").asText() + kind(environment.path("initialization").asText()),
        age(Instant.parse(environment.path("since").asText())),
        environment.path("requests").asText(),
        memory == 0 ? "" : memory + " MB",
        queued);
  }

  private static String age(Instant since) {
    Duration age = Duration.between(since, Instant.now());
    if (age.toHours() > 0) {
      return age.toHours() + " h " + age.toMinutesPart() + " min";
    }
    return age.toMinutes() > 0
        ? age.toMinutes() + " min " + age.toSecondsPart() + " s"
        : Math.max(0, age.toSeconds()) + " s";
  }
}
