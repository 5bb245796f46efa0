package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import thaw.fixture.SideBySide;
import thaw.function.resource.TableDefinition;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Deadline;
import thaw.service.busy.Conditions;
import thaw.service.busy.Effect;
import thaw.service.busy.Terms;
import thaw.service.busy.TermsBuilder;
import thaw.service.process.LocalService;

/** Tables with states, capacity and old reads, in front of the real DynamoDB Local. */
@SideBySide
class TableLifeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<Effect> EFFECTS = new CopyOnWriteArrayList<>();

  @TempDir static Path base;
  private static Instance instance;
  private static LocalServices services;
  private static DynamoDbClient dynamo;

  @BeforeAll
  static void start() {
    instance = Instance.open(SandboxHost.probe(), base);
    Terms terms =
        TermsBuilder.builder(Terms.FAST)
            .states(0.3)
            .limits(true)
            .stale(Duration.ofHours(1))
            .build();
    services =
        LocalServices.start(
            instance,
            ServiceSpecBuilder.builder()
                .tables(List.of(table("pets", 1000), table("small", 1)))
                .region("eu-west-1")
                .account("123456789012")
                .jdk(Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow())
                .cache(Path.of("target", "services"))
                .conditions(Optional.of(new Conditions("test", 1, terms, Map.of())))
                .build(),
            _ -> {});
    services.onEffect(EFFECTS::add);
    dynamo =
        DynamoDbClient.builder()
            .endpointOverride(services.endpoints().get(LocalService.DYNAMODB))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIA", "s")))
            .overrideConfiguration(each -> each.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .region(Region.EU_WEST_1)
            .build();
  }

  private static TableDefinition table(String name, int units) {
    return new TableDefinition(
        name,
        name,
        Map.of(
            "ProvisionedThroughput",
            Map.of("ReadCapacityUnits", units, "WriteCapacityUnits", units),
            "AttributeDefinitions",
            List.of(Map.of("AttributeName", "id", "AttributeType", "S")),
            "KeySchema",
            List.of(Map.of("AttributeName", "id", "KeyType", "HASH"))));
  }

  @AfterAll
  static void stop() {
    dynamo.close();
    services.close();
    instance.close();
  }

  private static PutItemResponse put(String table, String id, String name) {
    return dynamo.putItem(request ->
        request
            .tableName(table)
            .item(Map.of("id", AttributeValue.fromS(id), "name", AttributeValue.fromS(name))));
  }

  private static Optional<String> get(String id, boolean consistent) {
    Map<String, AttributeValue> item =
        dynamo
            .getItem(request ->
                request
                    .tableName("pets")
                    .key(Map.of("id", AttributeValue.fromS(id)))
                    .consistentRead(consistent))
            .item();
    return Optional.ofNullable(item.get("name")).map(AttributeValue::s);
  }

  private static void create(String name) {
    dynamo.createTable(request ->
        request
            .tableName(name)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(id -> id.attributeName("id").attributeType(ScalarAttributeType.S))
            .keySchema(key -> key.attributeName("id").keyType(KeyType.HASH)));
  }

  private static TableStatus status(String name) {
    return dynamo.describeTable(request -> request.tableName(name)).table().tableStatus();
  }

  @Test
  void a_relay_stands_before_it() throws IOException {
    assertTrue(OwnSockets.listenOn(services.endpoints().get(LocalService.DYNAMODB).getPort()));
  }

  @Test
  void a_new_table_is_not_found_by_who_writes_without_waiting() {
    create("new");
    assertEquals(TableStatus.CREATING, status("new"));
    assertEquals(
        "Requested resource not found",
        assertThrows(ResourceNotFoundException.class, () -> put("new", "1", "early"))
            .awsErrorDetails()
            .errorMessage());
    assertEquals(
        "Attempt to change a resource which is still in use: Table is being created: new",
        assertThrows(
                ResourceInUseException.class,
                () -> dynamo.deleteTable(request -> request.tableName("new")))
            .awsErrorDetails()
            .errorMessage());
    Deadline.await(PATIENCE, "it is active", () -> status("new") == TableStatus.ACTIVE);
    put("new", "1", "in time");
    assertTrue(
        EFFECTS.stream().map(Effect::words).anyMatch("PutItem of new: table is CREATING"::equals),
        EFFECTS::toString);
  }

  @Test
  void a_deleted_table_is_there_for_a_while_and_not_used() {
    create("old");
    Deadline.await(PATIENCE, "it is active", () -> status("old") == TableStatus.ACTIVE);
    dynamo.deleteTable(request -> request.tableName("old"));
    assertEquals(TableStatus.DELETING, status("old"));
    assertTrue(dynamo.listTables().tableNames().contains("old"));
    assertThrows(ResourceNotFoundException.class, () -> put("old", "1", "late"));
    assertThrows(ResourceInUseException.class, () -> create("old"));
    Deadline.await(PATIENCE, "it is gone", () -> !dynamo.listTables().tableNames().contains("old"));
    create("old");
  }

  @Test
  void the_templates_tables_have_what_five_minutes_save_up() {
    String kibibytes50 = "x".repeat(50 * 1024 - 20);
    IntStream.range(0, 7).forEach(i -> put("small", "" + i, kibibytes50));
    ProvisionedThroughputExceededException exceeded =
        assertThrows(
            ProvisionedThroughputExceededException.class, () -> put("small", "7", kibibytes50));
    assertTrue(exceeded.isThrottlingException());
    assertTrue(
        dynamo
            .getItem(request ->
                request
                    .tableName("small")
                    .key(Map.of("id", AttributeValue.fromS("1")))
                    .consistentRead(true))
            .hasItem(),
        "reading has units of its own");
  }

  @Test
  void consumed_capacity_is_told_to_who_asks_for_it() {
    assertEquals(null, put("pets", "capacity", "Rex").consumedCapacity());
    var consumed =
        dynamo
            .putItem(request ->
                request
                    .tableName("pets")
                    .item(Map.of("id", AttributeValue.fromS("capacity")))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
            .consumedCapacity();
    assertEquals(1.0, consumed.capacityUnits());
    assertEquals(null, consumed.table());
  }

  @Test
  void an_eventually_consistent_read_may_be_old_and_a_consistent_one_never_is() {
    assertFalse(put("pets", "1", "Rex").hasAttributes(), "asked for on the way, and taken out");
    put("pets", "1", "Max");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      assertEquals(Optional.of("Max"), get("1", true));
      seen.add(get("1", false).orElseThrow());
    }
    assertEquals(Set.of("Rex", "Max"), seen);
  }

  @Test
  void a_new_item_is_missing_in_some_reads() {
    put("pets", "2", "Rex");
    Map<Boolean, Integer> found = new HashMap<>();
    for (int i = 0; i < 30; i++) {
      found.merge(get("2", false).isPresent(), 1, Integer::sum);
    }
    assertEquals(Set.of(true, false), found.keySet());
    Set<Integer> counts = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      counts.add(
          dynamo
              .query(request ->
                  request
                      .tableName("pets")
                      .keyConditionExpression("id = :id")
                      .expressionAttributeValues(Map.of(":id", AttributeValue.fromS("2"))))
              .count());
    }
    assertEquals(Set.of(0, 1), counts);
  }
}
