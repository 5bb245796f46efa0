package thaw.codecs;

import java.util.ArrayList;
import java.util.List;
import thaw.wire.Field;
import thaw.wire.Wire;
import thaw.wire.Wired;

/** An {@link Order} with a description that was written by hand: one method for both directions. */
final class WireOrder implements Wired {
  private static final Field ID = Field.of(1, "id");
  private static final Field CUSTOMER = Field.of(2, "customer");
  private static final Field NOTE = Field.of(3, "note");
  private static final Field PLACED = Field.of(4, "placed");
  private static final Field TOTAL = Field.of(5, "total");
  private static final Field PAID = Field.of(6, "paid");
  private static final Field PRIORITY = Field.of(7, "priority");
  private static final Field LINES = Field.of(8, "lines");

  private String id;
  private String customer;
  private String note;
  private long placed;
  private double total;
  private boolean paid;
  private int priority;
  private List<WireLine> lines;

  static WireOrder sample() {
    WireOrder order = new WireOrder();
    order.id = "2026-11-22/0000471";
    order.customer = "Pepper Potts";
    order.placed = 1_795_325_129_123L;
    order.total = 249.35;
    order.paid = true;
    order.priority = 3;
    order.lines = new ArrayList<>(4);
    order.lines.add(new WireLine("dog food, 12 kg", 2, 39.95, false));
    order.lines.add(new WireLine("leash", 1, 14.5, true));
    order.lines.add(new WireLine("bowl, steel", 4, 7.25, false));
    order.lines.add(new WireLine("bed, large", 1, 125.95, true));
    return order;
  }

  @Override
  public void wire(Wire w) {
    id = w.string(ID, id);
    customer = w.string(CUSTOMER, customer);
    note = w.string(NOTE, note);
    placed = w.int64(PLACED, placed);
    total = w.float64(TOTAL, total);
    paid = w.bool(PAID, paid);
    priority = w.int32(PRIORITY, priority);
    lines = w.list(LINES, lines, WireLine.SHAPE);
  }

  @Override
  public String toString() {
    return String.join(
        " ", id, customer, note, "" + placed, "" + total, "" + paid, "" + priority, "" + lines);
  }
}
