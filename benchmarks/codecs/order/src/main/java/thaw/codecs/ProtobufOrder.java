package thaw.codecs;

import thaw.codecs.protobuf.Messages.OrderMessage;

/** protobuf-java: the message is made of a bean, and what is read stays a message. */
final class ProtobufOrder implements MeasuredCodec {
  private final Order value = Order.sample();
  private byte[] bytes;

  @Override
  public int encode() {
    OrderMessage.Builder message =
        OrderMessage.newBuilder()
            .setId(value.getId())
            .setCustomer(value.getCustomer())
            .setPlaced(value.getPlaced())
            .setTotal(value.getTotal())
            .setPaid(value.isPaid())
            .setPriority(value.getPriority());
    if (value.getNote() != null) {
      message.setNote(value.getNote());
    }
    for (Line line : value.getLines()) {
      message.addLines(
          OrderMessage.Line.newBuilder()
              .setProduct(line.getProduct())
              .setQuantity(line.getQuantity())
              .setPrice(line.getPrice())
              .setGift(line.isGift()));
    }
    bytes = message.build().toByteArray();
    return bytes.length;
  }

  @Override
  public Object decode() throws Exception {
    return OrderMessage.parseFrom(bytes);
  }

  /** As {@link Order#toString}. */
  static String show(Object decoded) {
    OrderMessage m = (OrderMessage) decoded;
    Order order = new Order();
    order.setId(m.getId());
    order.setCustomer(m.getCustomer());
    order.setNote(m.hasNote() ? m.getNote() : null);
    order.setPlaced(m.getPlaced());
    order.setTotal(m.getTotal());
    order.setPaid(m.getPaid());
    order.setPriority(m.getPriority());
    order.setLines(
        m.getLinesList().stream()
            .map(l -> new Line(l.getProduct(), l.getQuantity(), l.getPrice(), l.getGift()))
            .toList());
    return order.toString();
  }
}
