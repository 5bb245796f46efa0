package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.function.NamedResources;
import thaw.function.NamedResources.Kind;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;

/** What is said where a service does not know what it was asked for. */
class MissingResourcesTest {
  private static final String NO_TABLE =
      "software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException: Cannot do"
          + " operations on a non-existent table (Service: DynamoDb, Status Code: 400, Request ID:"
          + " 1)";

  private static final String OTHER_STACK =
      ". That of another stack is here with --stack and its template";

  private List<String> said(Map<String, String> variables, NamedResources names, String... lines) {
    List<String> told = new ArrayList<>();
    MissingResources missing =
        new MissingResources(
            variables, names, event -> PlatformLog.remark(event.event()).ifPresent(told::add));
    for (String line : lines) {
      missing.accept(PlatformEvent.Stamped.now(new PlatformEvent.FunctionLine(line)));
    }
    return told;
  }

  @Test
  void what_there_is_and_the_variables_that_name_something_else_are_told_once() {
    assertEquals(
        List.of(
            "thaw: the function asked DynamoDB for a table that does not exist; the template"
                + " declares orders-dev. Its variables say: NAME=orders-prd, TABLE=orders-production"
                + OTHER_STACK),
        said(
            Map.of(
                "TABLE", "orders-production",
                "NAME", "orders-prd",
                "OTHER", "x",
                "GOOD_TABLE", "orders-dev"),
            new NamedResources(Map.of(Kind.TABLE, List.of("orders-dev"))),
            "Cannot do operations on a non-existent table, said somebody",
            NO_TABLE,
            NO_TABLE));
  }

  @Test
  void a_queue_is_known_by_its_address_too() {
    assertEquals(
        List.of(
            "thaw: the function asked SQS for a queue that does not exist; the template declares"
                + " jobs"
                + OTHER_STACK),
        said(
            Map.of("QUEUE_URL", "https://sqs.us-east-1.amazonaws.com/123456789012/jobs"),
            new NamedResources(Map.of(Kind.QUEUE, List.of("jobs"))),
            "QueueDoesNotExistException: The specified queue does not exist. (Service: Sqs, Status"
                + " Code: 400)"));
  }

  @Test
  void an_object_that_nobody_has_put_into_its_bucket_is_told_with_how_to_put_it() {
    String line =
        "NoSuchKeyException: The specified key does not exist. (Service: S3, Status Code: 404,"
            + " Request ID: 1)";
    assertEquals(
        List.of(
            "thaw: the function asked S3 for an object that is not there: put it into pictures"
                + " first, or give --seed DIR with buckets/BUCKET/KEY in it"),
        said(Map.of(), new NamedResources(Map.of(Kind.BUCKET, List.of("pictures"))), line, line));
  }

  @Test
  void a_database_that_does_not_answer_is_told_with_how_to_start_one() {
    String line =
        "Caused by: org.postgresql.util.PSQLException: Connection to db:5432 refused. Check that";
    assertEquals(
        List.of(
            "thaw: the function asked for a database of PostgreSQL that is not there: --postgres"
                + " starts one at the host and port that its variables say"),
        said(Map.of(), NamedResources.NONE, line, line));
  }

  @Test
  void a_secret_is_never_shown() {
    assertEquals(
        List.of(
            "thaw: the function asked Secrets Manager for a secret that does not exist; the"
                + " template declares none. Its variables say: SECRET_NAME=db"
                + OTHER_STACK),
        said(
            Map.of("CLIENT_SECRET", "k3y", "SECRET_NAME", "db"),
            NamedResources.NONE,
            "ResourceNotFoundException: Secrets Manager can't find the specified secret. (Service:"
                + " SecretsManager, Status Code: 400)"));
  }
}
