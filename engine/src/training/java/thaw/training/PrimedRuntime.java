package thaw.training;

import com.amazonaws.services.lambda.crac.Context;
import com.amazonaws.services.lambda.crac.Core;
import com.amazonaws.services.lambda.crac.Resource;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.api.client.EventHandlerLoader;
import com.amazonaws.services.lambda.runtime.api.client.HandlerInfo;
import com.amazonaws.services.lambda.runtime.api.client.LambdaRequestHandler;
import com.amazonaws.services.lambda.runtime.api.client.runtimeapi.dto.InvocationRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;

/**
 * The runtime client of a function that will be dumped. Before the dump, and after all hooks of the
 * function's own, it goes through the client's own code for an invocation with a handler of its
 * own, so that the first invocation after a restore does not pay for the client's first use of its
 * JSON library. The function's code is not called, except by steps of a generated priming.
 */
public final class PrimedRuntime implements Resource {
  /** Enough for the JVM to compile what is hot; more gains nothing (measured). */
  private static final int ROUNDS = 300;

  private static final int CONNECTIONS = 2;

  /** Names the file with the steps of a generated priming, where there is one. */
  private static final String STEPS = "thaw.priming";

  /** Whether the runtime client's collection after the hooks is left out. */
  private static final String UNCOLLECTED = "thaw.priming.uncollected";

  /** Names fields with pools whose connections are closed before the snapshot. */
  private static final String POOLS = "thaw.pools";

  private PrimedRuntime() {}

  /**
   * Starts the runtime client with hooks registered. Like the runtime client's own main method, it
   * takes the handler as its only argument.
   */
  public static void main(String[] arguments) throws Throwable {
    PrimedRuntime primer = new PrimedRuntime();
    // Hooks before a dump run in reverse order: this one, which comes first, runs last.
    Core.getGlobalContext().register(primer);
    String fields = System.getProperty(POOLS);
    Resource pools = fields == null ? primer : new ReopenedPools(fields);
    if (pools != primer) {
      Core.getGlobalContext().register(pools);
    }
    AWSLambda.main(arguments);
    int unused = primer.hashCode() + pools.hashCode(); // hooks are held weakly
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
    LambdaRequestHandler handler =
        EventHandlerLoader.loadEventHandler(new HandlerInfo(Echo.class, null));
    for (int i = 0; i < ROUNDS; i++) {
      InvocationRequest request = new InvocationRequest();
      request.setId("00000000-0000-0000-0000-000000000000");
      request.setInvokedFunctionArn("arn:aws:lambda:us-east-1:123456789012:function:primed");
      request.setDeadlineTimeInMs(System.currentTimeMillis() + 1000);
      request.setContent(
          "{\"name\":\"primed\",\"count\":1,\"tags\":[\"a\"],\"more\":{\"price\":1.5}}"
              .getBytes(StandardCharsets.UTF_8));
      handler.call(request);
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      connect();
    }
    String steps = System.getProperty(STEPS);
    if (steps != null) {
      prime(Paths.get(steps));
    }
  }

  private static void prime(Path steps) throws IOException {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (BufferedReader lines = Files.newBufferedReader(steps)) {
      for (String problem : Priming.of(lines, loader, HeldHandler.find(loader), Priming.ROUNDS)) {
        System.out.println("thaw priming: " + problem);
      }
    }
    if (Boolean.getBoolean(UNCOLLECTED)) {
      Priming.collectYoung();
    }
  }

  private static void connect() throws Exception {
    URI address =
        URI.create("http://" + System.getenv("AWS_LAMBDA_RUNTIME_API") + "/2018-06-01/ping");
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.getResponseCode();
    connection.disconnect();
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {
    // Nothing was taken that must be given back.
  }

  /**
   * A handler that returns its event. Any other would do: the client's way to it is what is primed.
   */
  public static final class Echo
      implements RequestHandler<Map<String, Object>, Map<String, Object>> {
    @Override
    public Map<String, Object> handleRequest(
        Map<String, Object> event, com.amazonaws.services.lambda.runtime.Context context) {
      return event;
    }
  }
}
