package dev.thaw.samples.petstore;

import com.amazonaws.services.dynamodbv2.AmazonDynamoDB;
import com.amazonaws.services.dynamodbv2.model.AttributeValue;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** The table of pets, named by the environment variable {@code TABLE_NAME}, through AWS SDK v1. */
final class PetTableV1 {
  private final AmazonDynamoDB dynamoDb;

  @Inject
  PetTableV1(AmazonDynamoDB dynamoDb) {
    this.dynamoDb = dynamoDb;
  }

  /** Gives the pet an id, puts it into the table and returns it. */
  Pet create(Pet pet) {
    pet.setId(UUID.randomUUID().toString());
    dynamoDb.putItem(System.getenv("TABLE_NAME"), item(pet));
    return pet;
  }

  private static Map<String, AttributeValue> item(Pet pet) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("id", new AttributeValue().withS(pet.getId()));
    if (pet.getName() != null) {
      item.put("name", new AttributeValue().withS(pet.getName()));
    }
    if (pet.getSpecies() != null) {
      item.put("species", new AttributeValue().withS(pet.getSpecies()));
    }
    item.put("age", new AttributeValue().withN(Integer.toString(pet.getAge())));
    return item;
  }
}
