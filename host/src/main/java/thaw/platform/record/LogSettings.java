package thaw.platform.record;

import org.jspecify.annotations.Nullable;

/**
 * Tells where and how a function logs.
 *
 * @param format {@code Text} or {@code JSON}
 * @param applicationLevel only with the format JSON
 * @param systemLevel only with the format JSON
 */
public record LogSettings(
    String format,
    @Nullable String applicationLevel,
    @Nullable String systemLevel,
    @Nullable String group) {
  public static final LogSettings DEFAULT = new LogSettings("Text", null, null, null);
}
