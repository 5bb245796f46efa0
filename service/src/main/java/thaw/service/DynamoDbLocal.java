package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import thaw.function.resource.TableDefinition;
import thaw.service.process.JavaService;
import thaw.service.process.ServiceProgram;

/**
 * DynamoDB Local: in memory, the same tables for every region and account.
 *
 * @param process listens already
 */
record DynamoDbLocal(JavaService process) {
  static final ServiceProgram PROGRAM =
      new ServiceProgram(
          "DynamoDB Local",
          "dynamodb",
          LoopbackDynamoDb.class,
          List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED"), // for SQLite
          List.of("-inMemory", "-sharedDb", "-disableTelemetry"),
          // Twice what it was seen to reach with a full heap of 256 MiB (190 MiB at rest).
          1024 * ServiceProgram.MIB);

  /**
   * Returns when the tables are active and the service is warm.
   *
   * @throws thaw.problem.UserMistake when it refuses one
   */
  void create(List<TableDefinition> tables, String region) {
    try (AwsJson api = AwsJson.of(process.url(), AwsJson.Protocol.DYNAMODB, region)) {
      for (TableDefinition table : tables) {
        new TableCreation(api, table).run();
      }
      TableWarmUp.run(api);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "DynamoDB Local at " + process.url() + " does not answer: " + e + "; " + process.said(),
          e);
    } catch (ServiceFault e) {
      throw new IllegalStateException("DynamoDB Local refuses a request of its warm-up: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while tables were made", e);
    }
  }
}
