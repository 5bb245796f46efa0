package thaw.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import thaw.function.resource.TableDefinition;
import thaw.problem.UserMistake;

/** Creates one table and waits until it is active. */
record TableCreation(AwsJson api, TableDefinition table) {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = 20_000_000;

  void run() throws IOException, InterruptedException {
    JsonNode created = call("CreateTable", TableProperties.createTable(table));
    String status = created.path("TableDescription").path("TableStatus").asText();
    long start = System.nanoTime();
    while (!status.equals("ACTIVE")) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IOException("the table " + table.name() + " is still " + status);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      status =
          call("DescribeTable", Map.of("TableName", table.name()))
              .path("Table")
              .path("TableStatus")
              .asText();
    }
    var timeToLive = TableProperties.updateTimeToLive(table);
    if (timeToLive.isPresent()) {
      call("UpdateTimeToLive", timeToLive.get());
    }
  }

  private JsonNode call(String operation, Map<String, ?> request)
      throws IOException, InterruptedException {
    try {
      return api.call(operation, request);
    } catch (ServiceFault e) {
      throw new UserMistake(
          "DynamoDB Local refuses the table " + table.name() + ": " + e.getMessage(),
          "correct the properties of " + table.logicalId() + " in the template");
    }
  }
}
