package thaw.codecs.bench;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import thaw.codecs.Order;
import thaw.codecs.OrderShape;
import thaw.codecs.WireOrderCodec;
import thaw.codecs.ints.Ints;
import thaw.wire.Descriptions;
import thaw.wire.Format;
import thaw.wire.Shape;
import thaw.wire.WireException;

/** The same objects in each format of wire and in BSON, in bytes: a table in Markdown. */
final class Sizes {
  private final APIGatewayProxyRequestEvent event;
  private final Shape<APIGatewayProxyRequestEvent> shape;

  @SuppressWarnings("unchecked")
  private Sizes(byte[] json) {
    shape =
        (Shape<APIGatewayProxyRequestEvent>)
            Descriptions.of(APIGatewayProxyRequestEvent.class, Sizes.class.getClassLoader());
    event = Format.JSON.read(json, shape);
  }

  static void print(Path event) throws IOException {
    Sizes sizes = new Sizes(Files.readAllBytes(event));
    System.out.println("| bytes | 14 `int32` | an order | an event of API Gateway |");
    System.out.println("|---|--:|--:|--:|");
    for (Field constant : Format.class.getFields()) {
      sizes.row(constant);
    }
    System.out.println(
        "| BSON, by MongoDB's library | %,d | %,d | %,d |"
            .formatted(
                bson(sizes.ints(Format.JSON)),
                bson(order()),
                bson(sizes.event(Format.JSON))));
  }

  private void row(Field constant) {
    try {
      Format format = (Format) constant.get(null);
      System.out.println(
          "| `%s` | %s | %s | %s |"
              .formatted(
                  constant.getName(),
                  size(() -> ints(format).length),
                  size(() -> new WireOrderCodec(format).encode()),
                  size(() -> event(format).length)));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a format cannot have has no size. */
  private static String size(IntSupplier written) {
    try {
      return "%,d".formatted(written.getAsInt());
    } catch (WireException e) {
      return "–";
    }
  }

  private byte[] ints(Format format) {
    return Ints.written(format);
  }

  private static byte[] order() {
    return Format.JSON.write(Order.sample(), OrderShape.SHAPE);
  }

  /** As the runtime client answers: without nulls. */
  private byte[] event(Format format) {
    return format.writer().omitNulls(true).write(event, shape).toByteArray();
  }

  private static int bson(byte[] json) {
    BasicOutputBuffer out = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(
            new BsonBinaryWriter(out),
            BsonDocument.parse(new String(json, StandardCharsets.UTF_8)),
            EncoderContext.builder().build());
    return out.getSize();
  }
}
