package thaw.function.template.resource;

import thaw.function.LogSettings;
import thaw.template.ResourceProperties;

/** Reads how a function logs; {@link FunctionConstraints} holds it to what Lambda takes. */
final class LoggingReader {
  private LoggingReader() {}

  static LogSettings read(ResourceProperties properties) {
    return properties
        .below("LoggingConfig")
        .map(config ->
            LogSettings.DEFAULT.with(
                config.text("LogFormat"),
                config.text("ApplicationLogLevel"),
                config.text("SystemLogLevel"),
                config.text("LogGroup")))
        .orElse(LogSettings.DEFAULT);
  }
}
