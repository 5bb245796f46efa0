package thaw.source;

import com.cronutils.model.definition.CronConstraintsFactory;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells when a schedule is due.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html">
 *     Setting a schedule pattern</a>
 */
sealed interface ScheduleTiming {
  /** The first moment after another; absent for never again. */
  Optional<Instant> after(Instant moment);

  /**
   * A timing that is due again and again.
   *
   * @param origin the first period begins there
   */
  record Rate(Duration period, Instant origin) implements ScheduleTiming {
    @Override
    public Optional<Instant> after(Instant moment) {
      long periods = Math.max(0, Duration.between(origin, moment).toMillis() / period.toMillis());
      return Optional.of(origin.plus(period.multipliedBy(periods + 1)));
    }
  }

  /** A timing by the calendar. */
  record Cron(ExecutionTime times, ZoneId zone) implements ScheduleTiming {
    @Override
    public Optional<Instant> after(Instant moment) {
      return times.nextExecution(moment.atZone(zone)).map(next -> next.toInstant());
    }
  }

  /** A timing that is due once. */
  record At(Instant moment) implements ScheduleTiming {
    @Override
    public Optional<Instant> after(Instant other) {
      return moment.isAfter(other) ? Optional.of(moment) : Optional.empty();
    }
  }

  /** The given expression is no schedule. */
  final class Invalid extends Exception {
    Invalid(String why) {
      super(why, null, false, false);
    }
  }

  /**
   * @param isScheduler whether it is EventBridge Scheduler's, which knows {@code at}
   * @param now a rate begins there
   */
  static ScheduleTiming of(String expression, ZoneId zone, boolean isScheduler, Instant now)
      throws Invalid {
    if (expression.startsWith("rate(")) {
      return Expressions.rate(expression, now);
    }
    if (expression.startsWith("cron(") && expression.endsWith(")")) {
      return Expressions.cron(
          expression.substring("cron(".length(), expression.length() - 1), zone);
    }
    if (isScheduler && expression.startsWith("at(")) {
      return Expressions.at(expression, zone);
    }
    throw new Invalid("it is neither rate(...) nor cron(...)");
  }

  /** The parser of schedule expressions. */
  final class Expressions {
    private static final Pattern RATE =
        Pattern.compile("rate\\((\\d{1,6}) (minute|minutes|hour|hours|day|days)\\)");
    private static final Pattern AT =
        Pattern.compile("at\\((\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2})\\)");

    private static final int LAST_YEAR = 2199;

    private Expressions() {}

    private static ScheduleTiming rate(String expression, Instant now) throws Invalid {
      Matcher matcher = RATE.matcher(expression);
      if (!matcher.matches()) {
        throw new Invalid("a rate is rate(VALUE UNIT), with minutes, hours or days");
      }
      long value = Long.parseLong(matcher.group(1));
      String unit = matcher.group(2);
      if (value < 1) {
        throw new Invalid("the value of a rate must be at least 1");
      }
      if ((value == 1) == unit.endsWith("s")) {
        throw new Invalid("1 has its unit in the singular, other values in the plural");
      }
      Duration one =
          switch (unit.charAt(0)) {
            case 'm' -> Duration.ofMinutes(1);
            case 'h' -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
          };
      return new Rate(one.multipliedBy(value), now);
    }

    private static ScheduleTiming cron(String fields, ZoneId zone) throws Invalid {
      try {
        return new Cron(
            ExecutionTime.forCron(new CronParser(definition()).parse(fields.strip())), zone);
      } catch (IllegalArgumentException e) {
        throw new Invalid(String.valueOf(e.getMessage()));
      }
    }

    /**
     * Returns AWS's fields: minutes, hours, day of month, month, day of week (1 is Sunday), year.
     */
    private static CronDefinition definition() {
      return CronDefinitionBuilder.defineCron()
          .withMinutes()
          .withValidRange(0, 59)
          .withStrictRange()
          .and()
          .withHours()
          .withValidRange(0, 23)
          .withStrictRange()
          .and()
          .withDayOfMonth()
          .withValidRange(1, 31)
          .supportsL()
          .supportsW()
          .supportsLW()
          .supportsQuestionMark()
          .withStrictRange()
          .and()
          .withMonth()
          .withValidRange(1, 12)
          .withStrictRange()
          .and()
          .withDayOfWeek()
          .withValidRange(1, 7)
          .withMondayDoWValue(2)
          .supportsHash()
          .supportsL()
          .supportsQuestionMark()
          .withStrictRange()
          .and()
          .withYear()
          .withValidRange(1970, LAST_YEAR)
          .withStrictRange()
          .and()
          .withCronValidation(CronConstraintsFactory.ensureEitherDayOfWeekOrDayOfMonth())
          .instance();
    }

    private static ScheduleTiming at(String expression, ZoneId zone) throws Invalid {
      Matcher matcher = AT.matcher(expression);
      if (!matcher.matches()) {
        throw new Invalid("a moment is at(yyyy-mm-ddThh:mm:ss)");
      }
      try {
        return new At(LocalDateTime.parse(matcher.group(1)).atZone(zone).toInstant());
      } catch (DateTimeException e) {
        throw new Invalid(String.valueOf(e.getMessage()));
      }
    }
  }
}
