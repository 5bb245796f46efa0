package thaw.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.problem.UserMistake;

/**
 * Options that tell how requests come to servers, and how long they may take at the end: of {@code
 * thaw run}, and of the workers that {@code thaw deploy} starts.
 */
public final class ServingOptions {
  private static final Pattern NAME = Pattern.compile("(\\*\\.)?[\\w-]+(\\.[\\w-]+)*");

  @Option(
      names = "--allow-host",
      paramLabel = "NAME",
      description =
          "A name under which requests may come, besides localhost, IP addresses, the address that"
              + " Thaw listens on, host.docker.internal, and in a cluster the Service's own; *.NAME"
              + " for all below it. May be repeated. Web pages of that name have the rights of"
              + " Thaw's own.")
  private List<String> names = List.of();

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      description =
          "With --worker: the time that requests and accepted events may take after SIGTERM."
              + " Default: 25.")
  private @Nullable Integer drainSeconds;

  /** Other names under which requests may come. */
  public List<String> names() {
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        throw new UserMistake(
            "--allow-host must be a name without scheme and port: " + name,
            "use for example --allow-host thaw.example.test");
      }
    }
    return names;
  }

  /** Returns how long the requests may take that a worker has accepted, if the user says it. */
  public Optional<Duration> drain() {
    Integer seconds = drainSeconds;
    if (seconds != null && seconds < 1) {
      throw new UserMistake("--drain must be at least 1: " + seconds, "use for example --drain 25");
    }
    return Optional.ofNullable(seconds).map(Duration::ofSeconds);
  }
}
