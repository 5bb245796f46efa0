package thaw.codecs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonType;
import org.bson.io.BasicOutputBuffer;

/** BSON by the writer and the reader of MongoDB's library, called by hand. */
final class BsonOrder implements MeasuredCodec {
  private final Order value = Order.sample();
  private final BasicOutputBuffer out = new BasicOutputBuffer(512);

  @Override
  public int encode() {
    out.truncateToPosition(0);
    BsonBinaryWriter bson = new BsonBinaryWriter(out);
    bson.writeStartDocument();
    bson.writeString("id", value.getId());
    bson.writeString("customer", value.getCustomer());
    if (value.getNote() == null) {
      bson.writeNull("note");
    } else {
      bson.writeString("note", value.getNote());
    }
    bson.writeInt64("placed", value.getPlaced());
    bson.writeDouble("total", value.getTotal());
    bson.writeBoolean("paid", value.isPaid());
    bson.writeInt32("priority", value.getPriority());
    bson.writeStartArray("lines");
    for (Line line : value.getLines()) {
      bson.writeStartDocument();
      bson.writeString("product", line.getProduct());
      bson.writeInt32("quantity", line.getQuantity());
      bson.writeDouble("price", line.getPrice());
      bson.writeBoolean("gift", line.isGift());
      bson.writeEndDocument();
    }
    bson.writeEndArray();
    bson.writeEndDocument();
    return out.getSize();
  }

  @Override
  public Object decode() {
    Order order = new Order();
    try (BsonBinaryReader bson =
        new BsonBinaryReader(ByteBuffer.wrap(out.getInternalBuffer(), 0, out.getSize()))) {
      bson.readStartDocument();
      while (bson.readBsonType() != BsonType.END_OF_DOCUMENT) {
        String name = bson.readName();
        if (name.equals("id")) {
          order.setId(bson.readString());
        } else if (name.equals("customer")) {
          order.setCustomer(bson.readString());
        } else if (name.equals("note")) {
          order.setNote(text(bson));
        } else if (name.equals("placed")) {
          order.setPlaced(bson.readInt64());
        } else if (name.equals("total")) {
          order.setTotal(bson.readDouble());
        } else if (name.equals("paid")) {
          order.setPaid(bson.readBoolean());
        } else if (name.equals("priority")) {
          order.setPriority(bson.readInt32());
        } else if (name.equals("lines")) {
          order.setLines(lines(bson));
        } else {
          bson.skipValue();
        }
      }
      bson.readEndDocument();
    }
    return order;
  }

  private static String text(BsonBinaryReader bson) {
    if (bson.getCurrentBsonType() == BsonType.NULL) {
      bson.readNull();
      return null;
    }
    return bson.readString();
  }

  private static List<Line> lines(BsonBinaryReader bson) {
    List<Line> lines = new ArrayList<>();
    bson.readStartArray();
    while (bson.readBsonType() != BsonType.END_OF_DOCUMENT) {
      Line line = new Line();
      bson.readStartDocument();
      while (bson.readBsonType() != BsonType.END_OF_DOCUMENT) {
        String name = bson.readName();
        if (name.equals("product")) {
          line.setProduct(bson.readString());
        } else if (name.equals("quantity")) {
          line.setQuantity(bson.readInt32());
        } else if (name.equals("price")) {
          line.setPrice(bson.readDouble());
        } else if (name.equals("gift")) {
          line.setGift(bson.readBoolean());
        } else {
          bson.skipValue();
        }
      }
      bson.readEndDocument();
      lines.add(line);
    }
    bson.readEndArray();
    return lines;
  }
}
