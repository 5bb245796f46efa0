package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** The settings of the function that Lambda gives in the environment of the process, read once. */
final class RuntimeSettings {
  final String runtimeApi;
  final @Nullable String functionName = System.getenv("AWS_LAMBDA_FUNCTION_NAME");
  final @Nullable String functionVersion = System.getenv("AWS_LAMBDA_FUNCTION_VERSION");
  final @Nullable String logGroup = System.getenv("AWS_LAMBDA_LOG_GROUP_NAME");
  final @Nullable String logStream = System.getenv("AWS_LAMBDA_LOG_STREAM_NAME");
  final @Nullable String logLevel = System.getenv("AWS_LAMBDA_LOG_LEVEL");
  final @Nullable String logFormat = System.getenv("AWS_LAMBDA_LOG_FORMAT");
  final @Nullable String logDescriptor = System.getenv("_LAMBDA_TELEMETRY_LOG_FD");
  final @Nullable String initializationType = System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE");
  final @Nullable String maxConcurrency = System.getenv("AWS_LAMBDA_MAX_CONCURRENCY");
  final int memoryMiB;

  RuntimeSettings() {
    String api = System.getenv("AWS_LAMBDA_RUNTIME_API");
    if (api == null) {
      throw new IllegalStateException(
          "AWS_LAMBDA_RUNTIME_API is not set: thaw.runtime.Main runs where Lambda's Runtime API is");
    }
    runtimeApi = api;
    String memory = System.getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE");
    memoryMiB = memory == null ? 128 : Integer.parseInt(memory);
  }
}
