package dev.thaw.samples.product;

import java.math.BigDecimal;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A product as the answer shows it. */
public record Product(String id, String name, BigDecimal price) {
  /** A product as DynamoDB stores it. */
  static Product of(Map<String, AttributeValue> item) {
    return new Product(
        item.get("id").s(), item.get("name").s(), new BigDecimal(item.get("price").n()));
  }
}
