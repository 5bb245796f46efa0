package thaw.cluster;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.Application;
import thaw.function.EventSource;

/**
 * A schedule of a template that the cluster's clock keeps, for all workers together.
 *
 * @param line as CronJobs have it: minute, hour, day of month, month, day of week
 */
record CronSchedule(String name, String line, String zone) {
  private static final Pattern RATE = Pattern.compile("rate\\((\\d{1,6}) (minute|hour|day)s?\\)");

  /** AWS's cron expression with any year. */
  private static final Pattern CRON =
      Pattern.compile("CRON\\((\\S+) (\\S+) (\\S+) (\\S+) (\\S+) \\*\\)");

  /** An item of a field, without L, W and #, which CronJobs do not know. */
  private static final Pattern ITEM =
      Pattern.compile("([*?]|(\\d{1,2})(-(\\d{1,2}))?)(/\\d{1,2})?");

  private static final String MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC";
  private static final String DAYS = "SUN MON TUE WED THU FRI SAT";

  private static final int HOUR = 60;
  private static final int DAY = 24 * HOUR;

  /**
   * Returns the enabled schedules that a CronJob can express, except those whose name another
   * schedule has, too.
   */
  static List<CronSchedule> of(Application application) {
    List<EventSource.Schedule> all =
        application.sources().stream()
            .filter(EventSource.Schedule.class::isInstance)
            .map(EventSource.Schedule.class::cast)
            .toList();
    return all.stream()
        .filter(EventSource.Schedule::enabled)
        .filter(each -> all.stream().filter(one -> one.name().equals(each.name())).count() == 1)
        .filter(each -> each.scheduler().flatMap(it -> it.startDate().or(it::endDate)).isEmpty())
        .flatMap(each -> of(each).stream())
        .toList();
  }

  private static Optional<CronSchedule> of(EventSource.Schedule schedule) {
    boolean isRate = RATE.matcher(schedule.expression()).matches(); // which has no zone
    Optional<EventSource.Scheduler> zoned = schedule.scheduler().filter(_ -> !isRate);
    String zone = zoned.map(EventSource.Scheduler::timezone).orElse("UTC");
    return line(schedule.expression()).map(line -> new CronSchedule(schedule.name(), line, zone));
  }

  /**
   * Returns the time in seconds for which its call is tried: an hour, unless it is due several
   * times in one, and then 10 minutes.
   */
  int patienceSeconds() {
    return line.matches("\\d+ .*") ? 3600 : 600;
  }

  /** Returns a CronJob's line for an expression; empty where a CronJob has no words for it. */
  static Optional<String> line(String expression) {
    Matcher rate = RATE.matcher(expression);
    if (rate.matches()) {
      int unit = rate.group(2).equals("minute") ? 1 : rate.group(2).equals("hour") ? HOUR : DAY;
      return every(Long.parseLong(rate.group(1)) * unit);
    }
    Matcher cron = CRON.matcher(expression.toUpperCase(Locale.ROOT));
    if (!cron.matches()) {
      return Optional.empty();
    }
    StringJoiner line = new StringJoiner(" ");
    for (int group = 1; group <= cron.groupCount(); group++) {
      String names = group == 4 ? MONTHS : group == 5 ? DAYS : "";
      // Days of the week begin with 1 on AWS, with 0 in a cluster.
      line.add(field(numbers(cron.group(group), names), group == 5 ? 1 : 0));
    }
    return Optional.of(line.toString()).filter(text -> !text.contains("!"));
  }

  private static String numbers(String text, String names) {
    String numbers = text;
    int number = 0;
    for (String name : names.split(" ")) {
      number++;
      numbers = name.isEmpty() ? text : numbers.replace(name, "" + number);
    }
    return numbers;
  }

  /**
   * Returns the expression for an interval that divides an hour or a day, so that every day has the
   * same times; otherwise empty.
   */
  private static Optional<String> every(long minutes) {
    if (minutes > 0 && minutes < HOUR && HOUR % minutes == 0) {
      return Optional.of("*/%d * * * *".formatted(minutes));
    }
    String hours = minutes == DAY ? "0" : "*/" + minutes / HOUR;
    return Optional.of("0 %s * * *".formatted(hours))
        .filter(_ -> minutes >= HOUR && minutes % HOUR == 0 && DAY % minutes == 0);
  }

  /**
   * Returns a field of a CronJob's line, with an exclamation mark for what there is no word for.
   */
  private static String field(String text, int lower) {
    StringJoiner items = new StringJoiner(",");
    for (String each : text.split(",")) {
      Matcher item = ITEM.matcher(each);
      if (!item.matches()) {
        return "!";
      }
      String step = Optional.ofNullable(item.group(5)).orElse("");
      if (item.group(2) == null) {
        items.add("*" + step);
        continue;
      }
      int first = Integer.parseInt(item.group(2)) - lower;
      int last = item.group(4) == null ? first : Integer.parseInt(item.group(4)) - lower;
      items.add(
          first < 0 || last < first
              ? "!"
              : first + (item.group(4) == null ? "" : "-" + last) + step);
    }
    return items.toString();
  }
}
