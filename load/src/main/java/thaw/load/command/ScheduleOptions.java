package thaw.load.command;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say when requests are due. */
final class ScheduleOptions {
  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description =
          "Requests a second: 50, a ramp 1..100, or steps 10,20,50 of equal length. Default: 50, with"
              + " --tax 1..100.")
  private @Nullable String rate;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Length of the run: 500ms, 60s, 5m, 1h. Default: 60s.")
  private @Nullable String duration;

  @Option(
      names = "--spike",
      paramLabel = "RATE@START+TIME",
      description =
          "Changes the rate for a while: 500@20s+5s sends 500 a second from second 20 on, for 5 s.")
  private @Nullable String spike;

  @Option(
      names = "--preset",
      paramLabel = "users|ramp",
      description =
          "A published load: 50 new users a second for 60 s, or 1 to 100 requests a second"
              + " in 30 min. --duration shortens it.")
  private ScheduleChoice.@Nullable Preset preset;

  @Option(
      names = "--arrivals",
      paramLabel = "even|poisson",
      description =
          "Whether requests are evenly spaced, or independent of each other as users are. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "even")
  private ScheduleChoice.Spread arrivals = ScheduleChoice.Spread.EVEN;

  /**
   * @param seed of what is random
   */
  ScheduleChoice choice(long seed) {
    return new ScheduleChoice(
        Optional.ofNullable(rate),
        Optional.ofNullable(duration),
        Optional.ofNullable(spike),
        Optional.ofNullable(preset),
        arrivals,
        seed);
  }
}
