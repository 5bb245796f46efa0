package dev.thaw.samples.petstore;

import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The table of pets, named by the environment variable {@code TABLE_NAME}. */
public final class PetTable {
  private final DynamoDbClient dynamoDb;

  @Inject
  public PetTable(DynamoDbClient dynamoDb) {
    this.dynamoDb = dynamoDb;
  }

  /** Gives the pet an id, puts it into the table and returns it. */
  public Pet create(Pet pet) {
    pet.setId(UUID.randomUUID().toString());
    put(item(pet));
    return pet;
  }

  /**
   * Sends a put that DynamoDB refuses, because its item has no key: a pet without an id. Nothing is
   * written, and request marshaller, signer, HTTP client and response parser have all been used.
   */
  public void prime() {
    Pet nobody = new Pet();
    nobody.setName("nobody");
    try {
      put(item(nobody));
    } catch (SdkException refused) {
      // The refusal is the plan. If the table could not even be reached, the first pet will tell.
    }
  }

  private void put(Map<String, AttributeValue> item) {
    dynamoDb.putItem(request -> request.tableName(System.getenv("TABLE_NAME")).item(item));
  }

  /** A pet as DynamoDB stores it; what the pet does not have, the item does not have. */
  static Map<String, AttributeValue> item(Pet pet) {
    Map<String, AttributeValue> item = new HashMap<>();
    if (pet.getId() != null) {
      item.put("id", AttributeValue.fromS(pet.getId()));
    }
    if (pet.getName() != null) {
      item.put("name", AttributeValue.fromS(pet.getName()));
    }
    if (pet.getSpecies() != null) {
      item.put("species", AttributeValue.fromS(pet.getSpecies()));
    }
    item.put("age", AttributeValue.fromN(Integer.toString(pet.getAge())));
    return item;
  }
}
