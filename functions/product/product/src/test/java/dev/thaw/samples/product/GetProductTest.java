package dev.thaw.samples.product;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

class GetProductTest {
  private final GetProduct getProduct = new GetProduct();

  @Test
  void a_stored_product_is_answered_as_json() {
    var found =
        GetItemResponse.builder()
            .item(
                Map.of(
                    "id", AttributeValue.fromS("1"),
                    "name", AttributeValue.fromS("Ice pick"),
                    "price", AttributeValue.fromN("12.50")))
            .build();

    var answer = getProduct.answer(found);

    assertEquals(200, answer.getStatusCode());
    assertEquals("{\"id\":\"1\",\"name\":\"Ice pick\",\"price\":12.50}", answer.getBody());
  }

  @Test
  void an_unknown_product_is_404() {
    assertEquals(404, getProduct.answer(GetItemResponse.builder().build()).getStatusCode());
  }
}
