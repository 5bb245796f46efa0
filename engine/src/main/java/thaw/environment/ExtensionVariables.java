package thaw.environment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The environment variables of an external extension: those of the function without what is for the
 * runtime alone.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html">Lambda
 *     Extensions API, environment variables</a>
 */
final class ExtensionVariables {
  private static final Set<String> OF_THE_RUNTIME =
      Set.of(
          "AWS_EXECUTION_ENV",
          "AWS_LAMBDA_LOG_GROUP_NAME",
          "AWS_LAMBDA_LOG_STREAM_NAME",
          "AWS_XRAY_CONTEXT_MISSING",
          "AWS_XRAY_DAEMON_ADDRESS",
          "LAMBDA_RUNTIME_DIR",
          "LAMBDA_TASK_ROOT");

  private ExtensionVariables() {}

  /**
   * @param function those that the runtime gets
   */
  static Map<String, String> of(Map<String, String> function) {
    Map<String, String> variables = new LinkedHashMap<>(function);
    variables.keySet().removeIf(name -> name.startsWith("_") || OF_THE_RUNTIME.contains(name));
    return variables;
  }
}
