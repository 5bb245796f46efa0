package dev.thaw.samples.petstore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class PetTableTest {
  @Test
  void an_item_has_what_the_pet_has() {
    Pet pet = new Pet();
    pet.setId("1");
    pet.setName("Pepper");
    pet.setAge(3);

    assertEquals(
        Map.of(
            "id", AttributeValue.fromS("1"),
            "name", AttributeValue.fromS("Pepper"),
            "age", AttributeValue.fromN("3")),
        PetTable.item(pet));
  }

  @Test
  void a_pet_without_an_id_has_no_key_and_so_cannot_be_stored() {
    assertFalse(PetTable.item(new Pet()).containsKey("id"));
  }

  @Test
  void a_given_endpoint_wins_over_the_regional_one() {
    assertEquals(
        URI.create("http://127.0.0.1:8000"),
        ConfiguredDynamoDb.endpoint("http://127.0.0.1:8000", "eu-west-1"));
    assertEquals(
        URI.create("https://dynamodb.eu-west-1.amazonaws.com"),
        ConfiguredDynamoDb.endpoint(null, "eu-west-1"));
  }
}
