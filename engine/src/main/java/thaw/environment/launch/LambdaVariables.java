package thaw.environment.launch;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import thaw.function.CustomRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.LogSettings;
import thaw.runtimeapi.Credentials;
import thaw.runtimeapi.Metadata;
import thaw.runtimeapi.log.Initialization;
import thaw.sandbox.SandboxSpec;

/**
 * The environment variables of a function, exactly as recorded on functions of each runtime in 2025
 * and 2026, and those of the metadata endpoint as documented, but for the number in {@code
 * _LAMBDA_TELEMETRY_LOG_FD}, which is 62 there. In java8.al2 and java11 AWS hides that variable
 * from the function and tells the trace in {@code _X_AMZN_TRACE_ID}; AWS's own client of today,
 * which runs here, needs the one and sets a system property for the other.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html">Defined
 *     runtime environment variables</a>
 */
public final class LambdaVariables {
  /** Their functions find the credentials under two names. */
  private static final Set<String> OLD_JAVA = Set.of("java8.al2", "java11");

  /** Their image has no {@code /var/lang}. */
  private static final Set<String> WITHOUT_LANG = Set.of("provided.al2", "provided");

  private LambdaVariables() {}

  /**
   * @param ownNetwork whether the function has a network of its own, with Lambda's addresses
   */
  public static Map<String, String> of(
      EnvironmentSpec spec,
      SandboxLayout layout,
      String runtimeApi,
      boolean ownNetwork,
      String logStream) {
    Optional<RuntimeProgram.Image> image =
        Optional.of(spec.program())
            .filter(RuntimeProgram.Image.class::isInstance)
            .map(RuntimeProgram.Image.class::cast);
    boolean provided = image.isPresent() || CustomRuntime.isNamedBy(spec.function().runtime());
    Map<String, String> variables =
        new LinkedHashMap<>(image.map(RuntimeProgram.Image::environment).orElse(Map.of()));
    addChosen(variables, spec, runtimeApi, ownNetwork);
    addReserved(variables, spec, provided, logStream);
    variables.put("AWS_LAMBDA_RUNTIME_API", runtimeApi);
    variables.putAll(Metadata.variables(runtimeApi));
    variables.put("AWS_XRAY_CONTEXT_MISSING", "LOG_ERROR");
    variables.putAll(
        spec.traces()
            .map(receivers -> receivers.daemon(ownNetwork))
            .orElseGet(TraceReceivers::lambdaDaemon));
    if (!spec.function().isImage()) { // those of AWS's base images set them themselves
      variables.put("LAMBDA_RUNTIME_DIR", layout.runtime().toString());
      variables.put("LAMBDA_TASK_ROOT", layout.task().toString());
    }
    if (!provided) {
      variables.put("_LAMBDA_TELEMETRY_LOG_FD", Integer.toString(SandboxSpec.OUTPUT_COPY));
    }
    if (!spec.function().isImage()) { // the image's command names it
      variables.put("_HANDLER", spec.function().handler());
    }
    addDefaults(variables, layout, WITHOUT_LANG.contains(spec.function().runtime()));
    return variables;
  }

  /** Adds the credentials, and what services, traces and the user set. */
  private static void addChosen(
      Map<String, String> variables, EnvironmentSpec spec, String runtimeApi, boolean ownNetwork) {
    // Not the host's credentials: local services accept any, and a function must not reach AWS.
    if (spec.initialization() == Initialization.SNAP_START) {
      // Variables are part of a snapshot, and credentials must not grow old in it.
      variables.putAll(Credentials.variables(runtimeApi));
    } else {
      variables.putAll(Credentials.KEYS);
      if (OLD_JAVA.contains(spec.function().runtime())) {
        variables.putAll(Credentials.OLD_NAMES);
      }
    }
    variables.putAll(spec.services());
    if (spec.function().tracesActively()) {
      spec.traces()
          .map(to ->
              to.openTelemetry(ownNetwork, spec.function().name(), spec.function().environment()))
          .ifPresent(variables::putAll);
    }
    variables.putAll(spec.function().environment());
    if (spec.program().trains() && !(spec.program() instanceof RuntimeProgram.Java)) {
      variables.put(PackageVariables.TRAINING, "1");
    }
  }

  /** Adds what tells of the function, which a user cannot set. */
  private static void addReserved(
      Map<String, String> variables, EnvironmentSpec spec, boolean provided, String logStream) {
    String name = spec.function().name();
    variables.put("AWS_REGION", spec.region());
    variables.put("AWS_DEFAULT_REGION", spec.region());
    if (spec.function().isImage()) {
      variables.put("AWS_EXECUTION_ENV", "AWS_Lambda_Image");
    } else if (!provided) {
      variables.put("AWS_EXECUTION_ENV", "AWS_Lambda_" + spec.function().runtime());
    }
    variables.put("AWS_LAMBDA_FUNCTION_NAME", name);
    variables.put("AWS_LAMBDA_FUNCTION_VERSION", spec.version());
    variables.put(
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(spec.function().memory().mebibytes()));
    variables.put("AWS_LAMBDA_INITIALIZATION_TYPE", spec.initialization().lambdaName());
    if (spec.function().managed().isPresent()) {
      variables.put("AWS_LAMBDA_MAX_CONCURRENCY", Integer.toString(spec.requestsAtOnce()));
    }
    LogSettings logging = spec.function().logging();
    if (logging.applicationLevel() != null) { // only in JSON
      variables.put("AWS_LAMBDA_LOG_FORMAT", logging.format());
      variables.put("AWS_LAMBDA_LOG_LEVEL", logging.applicationLevel());
    }
    variables.put("AWS_LAMBDA_LOG_GROUP_NAME", logging.groupOf(name));
    variables.put("AWS_LAMBDA_LOG_STREAM_NAME", logStream);
  }

  /** Adds what a user may set on Lambda, unless it is set. */
  private static void addDefaults(
      Map<String, String> variables, SandboxLayout layout, boolean withoutLang) {
    variables.putIfAbsent("LANG", "en_US.UTF-8");
    variables.putIfAbsent("TZ", ":UTC");
    variables.putIfAbsent(
        "PATH",
        (withoutLang ? "" : layout.lang() + "/bin:") + "/usr/local/bin:/usr/bin/:/bin:/opt/bin");
    variables.putIfAbsent(
        "LD_LIBRARY_PATH",
        (withoutLang ? "" : layout.lang() + "/lib:")
            + String.join(
                ":",
                "/lib64",
                "/usr/lib64",
                layout.runtime().toString(),
                layout.runtime() + "/lib",
                layout.task().toString(),
                layout.task() + "/lib",
                "/opt/lib"));
  }

  /**
   * One for each environment: {@code 2026/01/31/[$LATEST]<32 hexadecimal digits>}. In a group that
   * functions may share it has the function's name before the version (seen on AWS 2026-10-08).
   */
  public static String newLogStream(FunctionDefinition function, String version) {
    HexFormat hex = HexFormat.of();
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return java.time.LocalDate.now(java.time.ZoneOffset.UTC).toString().replace('-', '/')
        + "/"
        + (function.logging().isGroupShared(function.name()) ? function.name() : "")
        + "["
        + version
        + "]"
        + hex.toHexDigits(random.nextLong())
        + hex.toHexDigits(random.nextLong());
  }
}
