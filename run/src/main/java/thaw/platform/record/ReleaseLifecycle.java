package thaw.platform.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Tells until when a runtime's publisher wants it used. Dates are days in UTC, {@code yyyy-mm-dd}.
 *
 * @param releaseState {@code PREVIEW}, {@code GA} or {@code DEPRECATED}
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/lambda-core/API_RuntimeReleaseLifecycle.html">
 *     RuntimeReleaseLifecycle</a>
 */
public record ReleaseLifecycle(
    @Nullable String releaseState,
    @Nullable String deprecationDate,
    @Nullable String functionCreateBlockDate,
    @Nullable String functionUpdateBlockDate) {
  public static final ReleaseLifecycle NONE = new ReleaseLifecycle(null, null, null, null);

  private static final String DEPRECATED = "DEPRECATED";

  @JsonIgnore
  public boolean isNone() {
    return equals(NONE);
  }

  /**
   * @throws Refused when it contradicts itself
   */
  public void require(LocalDate today) {
    requireDate(deprecationDate, "deprecationDate");
    requireDate(functionCreateBlockDate, "functionCreateBlockDate");
    requireDate(functionUpdateBlockDate, "functionUpdateBlockDate");
    boolean reached = isReached(deprecationDate, today);
    if (releaseState == null) {
      return;
    }
    if (releaseState.equals(DEPRECATED) && !reached) {
      throw Refused.invalid(
          "ReleaseState DEPRECATED requires a DeprecationDate on or before today (UTC): "
              + (deprecationDate == null ? "there is none" : deprecationDate));
    }
    if (!releaseState.equals(DEPRECATED) && reached) {
      throw Refused.invalid(
          "ReleaseState "
              + releaseState
              + " requires a DeprecationDate after today (UTC), or none: "
              + deprecationDate);
    }
  }

  private static void requireDate(@Nullable String date, String member) {
    try {
      if (date != null) {
        LocalDate.parse(date, DateTimeFormatter.ISO_LOCAL_DATE);
      }
    } catch (DateTimeException e) {
      throw Refused.invalid(
          "Value '"
              + date
              + "' at 'releaseLifecycle."
              + member
              + "' is not a day of the calendar, yyyy-mm-dd");
    }
  }

  private static boolean isReached(@Nullable String date, LocalDate today) {
    return date != null && !LocalDate.parse(date).isAfter(today);
  }

  /** Returns the lifecycle as it is read on a day: deprecation comes by itself. */
  public ReleaseLifecycle on(LocalDate today) {
    return isReached(deprecationDate, today)
        ? new ReleaseLifecycle(
            DEPRECATED, deprecationDate, functionCreateBlockDate, functionUpdateBlockDate)
        : this;
  }

  public boolean blocksCreation(LocalDate today) {
    return isReached(functionCreateBlockDate, today);
  }

  public boolean blocksUpdates(LocalDate today) {
    return isReached(functionUpdateBlockDate, today);
  }
}
