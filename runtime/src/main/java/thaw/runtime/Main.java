package thaw.runtime;

import com.amazonaws.services.lambda.runtime.logging.LogFormat;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Serves a function: {@code java -cp ... thaw.runtime.Main com.example.Handler}. It stands in for
 * {@code com.amazonaws.services.lambda.runtime.api.client.AWSLambda} of the official client, with
 * the same handlers, results and errors; how it differs is in {@code docs/runtime.md}.
 */
public final class Main {
  private static final String TRUST_STORE = "javax.net.ssl.trustStore";
  private static final String SYSTEM_CERTIFICATES = "/etc/pki/java/cacerts";

  private Main() {}

  /**
   * Runs until the environment ends.
   *
   * @param args the handler; {@code _HANDLER} of the environment when there is none
   */
  public static void main(String[] args) {
    StartProperties.begin();
    Lifecycles.serve();
    RuntimeSettings settings = new RuntimeSettings();
    ownStreams();
    if (System.getProperty(TRUST_STORE) == null && new File(SYSTEM_CERTIFICATES).isFile()) {
      System.setProperty(TRUST_STORE, SYSTEM_CERTIFICATES);
    }
    FunctionLogger logger = logger(settings);
    GlobalLogger.set(logger);
    RuntimeApiClient api = new RuntimeApiClient(settings.runtimeApi);
    String handler = args.length > 0 ? args[0] : String.valueOf(System.getenv("_HANDLER"));
    HandlerCall call;
    try {
      call = new Handlers(ClassLoader.getSystemClassLoader()).load(handler);
    } catch (FunctionFault fault) {
      logger.error(fault.text());
      try {
        api.initError(ErrorReport.of(fault));
      } catch (RuntimeApiException untold) {
        logger.error(FunctionFault.of(untold, true).text());
      } finally {
        System.exit(1); // Threads that the handler has started would keep the JVM.
      }
      return;
    }
    if ("snap-start".equals(settings.initializationType)) {
      SnapshotHooks.take(api, logger);
    }
    String concurrency = settings.maxConcurrency;
    int threads = concurrency == null ? 0 : ConcurrentLoops.threads(concurrency, logger);
    if (threads > 0) {
      ConcurrentLoops.start(threads, call, settings, logger);
    } else {
      new EventLoop(call, settings, logger, api).run();
    }
  }

  /** Prints are UTF-8 whatever the locale is, and leave at once, as with the official client. */
  private static void ownStreams() {
    System.setOut(new PrintStream(System.out, false, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(System.err, false, StandardCharsets.UTF_8));
  }

  private static FunctionLogger logger(RuntimeSettings settings) {
    LogLevel least =
        settings.logLevel == null ? LogLevel.UNDEFINED : LogLevel.fromString(settings.logLevel);
    boolean json =
        settings.logFormat != null && LogFormat.fromString(settings.logFormat) == LogFormat.JSON;
    return new FunctionLogger(LogSink.of(settings.logDescriptor), json, least);
  }
}
