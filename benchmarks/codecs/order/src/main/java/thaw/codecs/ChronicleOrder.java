package thaw.codecs;

import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/** chronicle-wire with calls that were written by hand, in bytes that are used again. */
final class ChronicleOrder implements MeasuredCodec {
  private final Wire wire;
  private final Order value = Order.sample();

  ChronicleOrder(WireType type) {
    wire = type.apply(Bytes.allocateElasticDirect(1024));
  }

  @Override
  public int encode() {
    wire.reset();
    wire.write("id").text(value.getId());
    wire.write("customer").text(value.getCustomer());
    wire.write("note").text(value.getNote());
    wire.write("placed").int64(value.getPlaced());
    wire.write("total").float64(value.getTotal());
    wire.write("paid").bool(value.isPaid());
    wire.write("priority").int32(value.getPriority());
    wire.write("lines")
        .sequence(
            value.getLines(),
            (lines, out) -> {
              for (Line line : lines) {
                out.marshallable(w -> {
                  w.write("product").text(line.getProduct());
                  w.write("quantity").int32(line.getQuantity());
                  w.write("price").float64(line.getPrice());
                  w.write("gift").bool(line.isGift());
                });
              }
            });
    return (int) wire.bytes().readRemaining();
  }

  @Override
  public Object decode() {
    long start = wire.bytes().readPosition();
    Order order = new Order();
    order.setId(wire.read("id").text());
    order.setCustomer(wire.read("customer").text());
    order.setNote(wire.read("note").text());
    order.setPlaced(wire.read("placed").int64());
    order.setTotal(wire.read("total").float64());
    order.setPaid(wire.read("paid").bool());
    order.setPriority(wire.read("priority").int32());
    List<Line> lines = new ArrayList<>();
    wire.read("lines").sequence(lines, ChronicleOrder::lines);
    order.setLines(lines);
    wire.bytes().readPosition(start);
    return order;
  }

  private static void lines(List<Line> lines, ValueIn in) {
    while (in.hasNextSequenceItem()) {
      Line line = new Line();
      in.marshallable(w -> {
        line.setProduct(w.read("product").text());
        line.setQuantity(w.read("quantity").int32());
        line.setPrice(w.read("price").float64());
        line.setGift(w.read("gift").bool());
      });
      lines.add(line);
    }
  }
}
