package dev.thaw.samples.orders;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** An order as JSON, token by token: nothing has to be found out about the class. */
final class OrderJson {
  private static final JsonFactory JSON = new JsonFactory();

  private OrderJson() {}

  static Order read(InputStream event) throws IOException {
    String customer = null;
    String product = null;
    int quantity = 0;
    try (JsonParser json = JSON.createParser(event)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "customer" -> customer = json.getText();
          case "product" -> product = json.getText();
          case "quantity" -> quantity = json.getIntValue();
          default -> json.skipChildren();
        }
      }
    }
    return new Order(null, customer, product, quantity, null);
  }

  static void write(Order order, OutputStream answer) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(answer)) {
      json.writeStartObject();
      json.writeStringField("id", order.id());
      json.writeStringField("customer", order.customer());
      json.writeStringField("product", order.product());
      json.writeNumberField("quantity", order.quantity());
      json.writeStringField("currency", order.currency());
      json.writeEndObject();
    }
  }
}
