package thaw.app.choice;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.TimeText;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.ReplayFile;
import thaw.load.schedule.Schedule;
import thaw.problem.UserMistake;

/** When requests are due. */
public class ScheduleChoice {
  private static final Pattern SPIKE = Pattern.compile("([^@]+)@([^+]+)\\+(.+)");
  private static final Duration LONGEST = Duration.ofDays(1);

  /** The two published measurements: constant new users, and the ramp. */
  public enum Preset {
    USERS(RateProfile.constant(50, Duration.ofSeconds(60))),
    RAMP(RateProfile.ramp(1, 100, Duration.ofMinutes(30)));

    private final RateProfile profile;

    Preset(RateProfile profile) {
      this.profile = profile;
    }
  }

  /** How requests are spread. */
  public enum Spread {
    EVEN,
    POISSON
  }

  private @Nullable String rate;

  private @Nullable String duration;

  private @Nullable String spike;

  private @Nullable Preset preset;

  private Spread arrivals = Spread.EVEN;

  private long seed = 1;

  private @Nullable Path replay;

  /** Of what is random. */
  public void seeded(long number) {
    seed = number;
  }

  /** For the order of what takes turns, too. */
  public long seed() {
    return seed;
  }

  /** When one was given; a search for a limit begins there. */
  public OptionalDouble constantRate() {
    if (replay != null || preset != null || spike != null) {
      throw new UserMistake(
          "a search for a limit tries constant rates",
          "leave out --replay, --preset and --spike; --rate is where it begins");
    }
    if (rate != null && (rate.contains("..") || rate.contains(","))) {
      throw new UserMistake("a search begins with one rate: " + rate, "use for example --rate 50");
    }
    return rate == null ? OptionalDouble.empty() : OptionalDouble.of(atLeast(rate(rate, "--rate")));
  }

  private static double atLeast(double rate) {
    if (rate < 1) {
      throw new UserMistake(
          "a search begins with 1 request a second or more: " + rate, "--rate 50");
    }
    return rate;
  }

  /** How long, when it was said. */
  public @Nullable Duration duration() {
    return duration == null ? null : duration(duration, "--duration");
  }

  /**
   * @param otherwise when nothing is said of the rate
   */
  public Schedule schedule(RateProfile otherwise) {
    if (replay != null) {
      if (rate != null || preset != null || spike != null || duration != null) {
        throw new UserMistake(
            "--replay says when each request is due",
            "leave out --rate, --preset, --spike and --duration");
      }
      return ReplayFile.read(replay);
    }
    return of(profile(otherwise));
  }

  /** Requests of that profile, spread as was asked for. */
  public Schedule of(RateProfile profile) {
    Schedule schedule =
        arrivals == Spread.POISSON
            ? new Schedule.Poisson(profile, seed)
            : new Schedule.Even(profile);
    if (!schedule.due().hasNext()) {
      throw new UserMistake("no request is due in " + profile, "raise --rate or --duration");
    }
    return schedule;
  }

  private RateProfile profile(RateProfile otherwise) {
    if (rate != null && preset != null) {
      throw new UserMistake("--preset has a rate of its own", "leave out --rate or --preset");
    }
    RateProfile base = preset == null ? otherwise : preset.profile;
    Duration length = duration() == null ? base.length() : duration();
    RateProfile profile = rate == null ? stretched(base, length) : profile(rate, length);
    return spike == null ? profile : spiked(profile, spike);
  }

  /** Of a preset: one phase. */
  private static RateProfile stretched(RateProfile profile, Duration length) {
    RateProfile.Phase phase = profile.phases().getFirst();
    return RateProfile.ramp(phase.from(), phase.to(), length);
  }

  private static RateProfile profile(String text, Duration length) {
    int ramp = text.indexOf("..");
    if (ramp >= 0) {
      return RateProfile.ramp(
          rate(text.substring(0, ramp), "--rate"),
          rate(text.substring(ramp + 2), "--rate"),
          length);
    }
    List<Double> steps = new ArrayList<>();
    for (String step : text.split(",", -1)) {
      steps.add(rate(step, "--rate"));
    }
    return RateProfile.steps(steps, length);
  }

  private static RateProfile spiked(RateProfile profile, String text) {
    Matcher parts = SPIKE.matcher(text);
    if (!parts.matches()) {
      throw new UserMistake(
          "--spike must be RATE@START+TIME: " + text, "use for example --spike 500@20s+5s");
    }
    try {
      return profile.withSpike(
          rate(parts.group(1), "--spike"),
          duration(parts.group(2), "--spike"),
          duration(parts.group(3), "--spike"));
    } catch (IllegalArgumentException e) {
      throw new UserMistake("--spike " + e.getMessage(), "let it begin within the run");
    }
  }

  public static double rate(String text, String option) {
    try {
      double rate = Double.parseDouble(text.strip());
      if (rate >= 0 && rate <= RateProfile.HIGHEST_RATE) {
        return rate;
      }
    } catch (NumberFormatException e) {
      // the same remedy
    }
    throw new UserMistake(
        option + " must be requests a second, 0.." + (long) RateProfile.HIGHEST_RATE + ": " + text,
        "use for example 50, 1..100 or 10,20,50");
  }

  /** {@code 500ms}, {@code 60s}, {@code 5m}, {@code 1h}, or seconds as a number. */
  public static Duration duration(String text, String option) {
    Optional<Duration> duration = TimeText.parse(text);
    if (duration.isPresent()
        && duration.get().compareTo(LONGEST) <= 0
        && (!duration.get().isZero() || option.equals("--spike"))) {
      return duration.get();
    }
    throw new UserMistake(
        option + " has no duration of more than zero, at most a day: " + text,
        "use for example 500ms, 60s, 5m or 1h");
  }

  /** Chooses what {@code --rate} is for. */
  public void chooseRate(@Nullable String rate) {
    this.rate = rate;
  }

  /** Chooses what {@code --duration} is for. */
  public void chooseDuration(@Nullable String duration) {
    this.duration = duration;
  }

  /** Chooses what {@code --spike} is for. */
  public void chooseSpike(@Nullable String spike) {
    this.spike = spike;
  }

  /** Chooses what {@code --preset} is for. */
  public void choosePreset(@Nullable Preset preset) {
    this.preset = preset;
  }

  /** Chooses what {@code --arrivals} is for. */
  public void chooseArrivals(Spread arrivals) {
    this.arrivals = arrivals;
  }

  /** Chooses what {@code --replay} is for. */
  public void chooseReplay(@Nullable Path replay) {
    this.replay = replay;
  }
}
