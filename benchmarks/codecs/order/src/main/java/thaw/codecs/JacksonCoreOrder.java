package thaw.codecs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** jackson-core's tokens, read and written by hand. */
final class JacksonCoreOrder implements MeasuredCodec {
  private final JsonFactory factory = new JsonFactory();
  private final Order value = Order.sample();
  private byte[] bytes;

  @Override
  public int encode() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("id", value.getId());
      json.writeStringField("customer", value.getCustomer());
      json.writeStringField("note", value.getNote());
      json.writeNumberField("placed", value.getPlaced());
      json.writeNumberField("total", value.getTotal());
      json.writeBooleanField("paid", value.isPaid());
      json.writeNumberField("priority", value.getPriority());
      json.writeArrayFieldStart("lines");
      for (Line line : value.getLines()) {
        json.writeStartObject();
        json.writeStringField("product", line.getProduct());
        json.writeNumberField("quantity", line.getQuantity());
        json.writeNumberField("price", line.getPrice());
        json.writeBooleanField("gift", line.isGift());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    bytes = out.toByteArray();
    return bytes.length;
  }

  @Override
  public Object decode() throws IOException {
    Order order = new Order();
    try (JsonParser json = factory.createParser(bytes)) {
      json.nextToken();
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        if (name.equals("id")) {
          order.setId(json.getText());
        } else if (name.equals("customer")) {
          order.setCustomer(json.getText());
        } else if (name.equals("note")) {
          order.setNote(json.currentToken() == JsonToken.VALUE_NULL ? null : json.getText());
        } else if (name.equals("placed")) {
          order.setPlaced(json.getLongValue());
        } else if (name.equals("total")) {
          order.setTotal(json.getDoubleValue());
        } else if (name.equals("paid")) {
          order.setPaid(json.getBooleanValue());
        } else if (name.equals("priority")) {
          order.setPriority(json.getIntValue());
        } else if (name.equals("lines")) {
          order.setLines(lines(json));
        } else {
          json.skipChildren();
        }
      }
    }
    return order;
  }

  private static List<Line> lines(JsonParser json) throws IOException {
    List<Line> lines = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Line line = new Line();
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        if (name.equals("product")) {
          line.setProduct(json.getText());
        } else if (name.equals("quantity")) {
          line.setQuantity(json.getIntValue());
        } else if (name.equals("price")) {
          line.setPrice(json.getDoubleValue());
        } else if (name.equals("gift")) {
          line.setGift(json.getBooleanValue());
        } else {
          json.skipChildren();
        }
      }
      lines.add(line);
    }
    return lines;
  }
}
