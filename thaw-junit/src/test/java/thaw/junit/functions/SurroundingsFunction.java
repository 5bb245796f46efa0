package thaw.junit.functions;

import java.util.Map;

/** Handlers that tell where they run, and take longer than they may. */
public final class SurroundingsFunction {
  public Map<String, Object> tell(Map<String, Object> event) {
    return Map.of(
        "java",
        Runtime.version().feature(),
        "stage",
        String.valueOf(System.getenv("STAGE")),
        "memory",
        System.getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"),
        "event",
        event);
  }

  public String sleep() throws InterruptedException {
    Thread.sleep(60_000);
    return "slept";
  }
}
