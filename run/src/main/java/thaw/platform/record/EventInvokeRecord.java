package thaw.platform.record;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import thaw.function.EventInvokeConfig;

/**
 * Keeps how a function's or qualifier's asynchronous requests are treated.
 *
 * @param onSuccess ARN of a destination
 * @param onFailure ARN of a destination
 */
public record EventInvokeRecord(
    @Nullable Integer maximumRetryAttempts,
    @Nullable Integer maximumEventAgeSeconds,
    @Nullable String onSuccess,
    @Nullable String onFailure,
    long modifiedMillis) {
  public static EventInvokeRecord of(EventInvokeConfig config, long nowMillis) {
    OptionalInt retries = config.maximumRetryAttempts();
    OptionalInt age = config.maximumEventAgeSeconds();
    return new EventInvokeRecord(
        retries.isPresent() ? retries.getAsInt() : null,
        age.isPresent() ? age.getAsInt() : null,
        config.onSuccess().orElse(null),
        config.onFailure().orElse(null),
        nowMillis);
  }

  public EventInvokeConfig config() {
    return new EventInvokeConfig(
        maximumRetryAttempts == null ? OptionalInt.empty() : OptionalInt.of(maximumRetryAttempts),
        maximumEventAgeSeconds == null
            ? OptionalInt.empty()
            : OptionalInt.of(maximumEventAgeSeconds),
        Optional.ofNullable(onSuccess),
        Optional.ofNullable(onFailure));
  }
}
