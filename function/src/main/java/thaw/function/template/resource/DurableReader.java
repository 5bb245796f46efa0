package thaw.function.template.resource;

import java.util.Optional;
import thaw.function.DurableConfig;
import thaw.template.ResourceProperties;

/** Reads whether a function is durable. */
final class DurableReader {
  private static final String TIMEOUT = "ExecutionTimeout";

  private DurableReader() {}

  static Optional<DurableConfig> read(ResourceProperties properties) {
    return properties
        .below("DurableConfig")
        .map(config ->
            new DurableConfig(
                config
                    .wholeNumber(TIMEOUT, 1, DurableConfig.LONGEST_TIMEOUT_SECONDS, "seconds")
                    .orElseThrow(() ->
                        properties.mistake(
                            "DurableConfig",
                            "DurableConfig needs an ExecutionTimeout",
                            "write ExecutionTimeout: SECONDS below it")),
                config
                    .wholeNumber(
                        "RetentionPeriodInDays", 1, DurableConfig.LONGEST_RETENTION_DAYS, "days")
                    .orElse(DurableConfig.DEFAULT_RETENTION_DAYS),
                config.text("KMSKeyArn").orElse(null)));
  }
}
