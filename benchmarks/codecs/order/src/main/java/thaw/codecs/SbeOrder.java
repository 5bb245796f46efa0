package thaw.codecs;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import thaw.codecs.sbe.Bool;
import thaw.codecs.sbe.MessageHeaderDecoder;
import thaw.codecs.sbe.MessageHeaderEncoder;
import thaw.codecs.sbe.OrderMessageDecoder;
import thaw.codecs.sbe.OrderMessageEncoder;

/** SBE's own classes, from and to a bean. */
final class SbeOrder implements MeasuredCodec {
  private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
  private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();
  private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();
  private final OrderMessageEncoder out = new OrderMessageEncoder();
  private final OrderMessageDecoder in = new OrderMessageDecoder();
  private final Order value = Order.sample();

  @Override
  public int encode() {
    out.wrapAndApplyHeader(buffer, 0, headerOut)
        .placed(value.getPlaced())
        .total(value.getTotal())
        .priority(value.getPriority())
        .paid(value.isPaid() ? Bool.YES : Bool.NO)
        .hasNote(value.getNote() == null ? Bool.NO : Bool.YES);
    List<Line> lines = value.getLines();
    OrderMessageEncoder.LinesEncoder group = out.linesCount(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      group
          .next()
          .price(line.getPrice())
          .quantity(line.getQuantity())
          .gift(line.isGift() ? Bool.YES : Bool.NO)
          .product(line.getProduct());
    }
    out.orderId(value.getId())
        .customer(value.getCustomer())
        .note(value.getNote() == null ? "" : value.getNote());
    return MessageHeaderEncoder.ENCODED_LENGTH + out.encodedLength();
  }

  @Override
  public Object decode() {
    in.wrapAndApplyHeader(buffer, 0, headerIn);
    Order order = new Order();
    order.setPlaced(in.placed());
    order.setTotal(in.total());
    order.setPriority(in.priority());
    order.setPaid(in.paid() == Bool.YES);
    boolean hasNote = in.hasNote() == Bool.YES;
    List<Line> lines = new ArrayList<>();
    for (OrderMessageDecoder.LinesDecoder group = in.lines(); group.hasNext(); ) {
      group.next();
      Line line = new Line();
      line.setPrice(group.price());
      line.setQuantity(group.quantity());
      line.setGift(group.gift() == Bool.YES);
      line.setProduct(group.product());
      lines.add(line);
    }
    order.setLines(lines);
    order.setId(in.orderId());
    order.setCustomer(in.customer());
    String note = in.note();
    order.setNote(hasNote ? note : null);
    return order;
  }
}
