package thaw.function;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells where and how a function logs ({@code LoggingConfig}).
 *
 * @param format {@code Text} or {@code JSON}
 * @param applicationLevel the least level of the function's own lines, {@code TRACE} to {@code
 *     FATAL}; only with the format JSON
 * @param systemLevel the least level of the platform's lines, {@code DEBUG} to {@code WARN}; only
 *     with the format JSON
 * @param group null for that which Lambda names by the function
 */
public record LogSettings(
    String format,
    @Nullable String applicationLevel,
    @Nullable String systemLevel,
    @Nullable String group) {
  private static final String JSON = "JSON";

  /** The level with which AWS fills in for one that is not named (recorded 2025-11-25). */
  private static final String DEFAULT_LEVEL = "INFO";

  public static final LogSettings DEFAULT = new LogSettings("Text", null, null, null);

  /** The same but for what is named here. Levels exist only with the format JSON. */
  public LogSettings with(
      Optional<String> newFormat,
      Optional<String> application,
      Optional<String> system,
      Optional<String> newGroup) {
    String chosen = newFormat.orElse(format);
    boolean json = chosen.equals(JSON);
    return new LogSettings(
        chosen,
        json ? level(application, applicationLevel) : null,
        json ? level(system, systemLevel) : null,
        newGroup.isPresent() ? newGroup.get() : group);
  }

  private static String level(Optional<String> named, @Nullable String before) {
    return named.orElse(before == null ? DEFAULT_LEVEL : before);
  }

  /** The same in JSON. */
  public LogSettings inJson() {
    return isJson()
        ? this
        : with(Optional.of(JSON), Optional.empty(), Optional.empty(), Optional.empty());
  }

  public boolean isJson() {
    return format.equals(JSON);
  }

  /** Returns the name of the log group. */
  public String groupOf(String function) {
    return group == null ? defaultGroup(function) : group;
  }

  /** Returns whether the group may have the logs of other functions, too. */
  public boolean isGroupShared(String function) {
    return !groupOf(function).equals(defaultGroup(function));
  }

  private static String defaultGroup(String function) {
    return "/aws/lambda/" + function;
  }
}
