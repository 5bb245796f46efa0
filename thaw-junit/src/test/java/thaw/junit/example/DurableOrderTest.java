package thaw.junit.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import thaw.junit.LambdaFunction;
import thaw.junit.ThawApplication;
import thaw.junit.ThawFunction;
import thaw.junit.durable.DurableExecution;

/** Process tests: a durable function, as the page shows it. */
@Tag("processes")
// example: durable
@ThawApplication(
    value = "src/test/application/durable.yaml",
    options = {"--durable-time", "fast"})
class DurableOrderTest {
  @Test
  void an_order_is_shipped_after_a_month_and_an_approval(@ThawFunction LambdaFunction order) {
    DurableExecution execution = order.start("{\"id\": 7}");
    execution.callback("approval", Duration.ofSeconds(60)).succeed("\"by hand\"");
    execution.await(Duration.ofSeconds(60)).assertSucceeded();
    assertEquals("\"by hand\"", execution.operation("ship").result());
    assertEquals(1, execution.operation("charge").attempts());
  }
}
// end
