package thaw.load.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.app.shared.TimeText;
import thaw.load.RateProfile;
import thaw.load.Schedule;
import thaw.problem.UserMistake;

/**
 * Chooses when requests are due.
 *
 * @param rate requests a second: {@code 50}, a ramp {@code 1..100}, or steps {@code 10,20,50}
 * @param duration {@code 500ms}, {@code 60s}, {@code 5m}
 * @param spike another rate for a while: {@code 500@20s+5s}
 * @param seed of what is random, and of the order of what takes turns
 */
@RecordBuilder
record ScheduleChoice(
    Optional<String> rate,
    Optional<String> duration,
    Optional<String> spike,
    Optional<Preset> preset,
    Spread arrivals,
    long seed)
    implements ScheduleChoiceBuilder.With {
  /** The schedule that is usual for what is measured. */
  static final ScheduleChoice USUAL =
      new ScheduleChoice(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Spread.EVEN, 1);

  private static final Pattern SPIKE = Pattern.compile("([^@]+)@([^+]+)\\+(.+)");
  private static final Duration LONGEST = Duration.ofDays(1);

  /** The two published measurements: constant new users, and the ramp. */
  enum Preset {
    USERS(RateProfile.constant(50, Duration.ofSeconds(60))),
    RAMP(RateProfile.ramp(1, 100, Duration.ofMinutes(30)));

    private final RateProfile profile;

    Preset(RateProfile profile) {
      this.profile = profile;
    }
  }

  /** Tells how requests are spread over time. */
  enum Spread {
    EVEN,
    POISSON
  }

  /**
   * @param otherwise when nothing is said of the rate
   */
  Schedule schedule(RateProfile otherwise) {
    RateProfile profile = profile(otherwise);
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
    if (rate.isPresent() && preset.isPresent()) {
      throw new UserMistake("--preset has a rate of its own", "leave out --rate or --preset");
    }
    RateProfile base = preset.map(chosen -> chosen.profile).orElse(otherwise);
    Duration length = duration.map(text -> duration(text, "--duration")).orElse(base.length());
    RateProfile profile =
        rate.map(text -> profile(text, length)).orElseGet(() -> stretched(base, length));
    return spike.map(text -> spiked(profile, text)).orElse(profile);
  }

  /** Gives the single phase of a preset another duration. */
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

  static double rate(String text, String option) {
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
  static Duration duration(String text, String option) {
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
}
