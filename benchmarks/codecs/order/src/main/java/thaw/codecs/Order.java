package thaw.codecs;

import com.dslplatform.json.CompiledJson;
import java.util.ArrayList;
import java.util.List;
import thaw.wire.Described;

/**
 * A bean as a Lambda function receives and answers it; all codecs without a type of their own have
 * it.
 */
@CompiledJson
@Described
public final class Order {
  private String id;
  private String customer;
  private String note;
  private long placed;
  private double total;
  private boolean paid;
  private int priority;
  private List<Line> lines;

  public static Order sample() {
    Order order = new Order();
    order.id = "2026-11-22/0000471";
    order.customer = "Pepper Potts";
    order.placed = 1_795_325_129_123L;
    order.total = 249.35;
    order.paid = true;
    order.priority = 3;
    order.lines = new ArrayList<>(4);
    order.lines.add(new Line("dog food, 12 kg", 2, 39.95, false));
    order.lines.add(new Line("leash", 1, 14.5, true));
    order.lines.add(new Line("bowl, steel", 4, 7.25, false));
    order.lines.add(new Line("bed, large", 1, 125.95, true));
    return order;
  }

  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  public String getCustomer() {
    return customer;
  }

  public void setCustomer(String customer) {
    this.customer = customer;
  }

  public String getNote() {
    return note;
  }

  public void setNote(String note) {
    this.note = note;
  }

  public long getPlaced() {
    return placed;
  }

  public void setPlaced(long placed) {
    this.placed = placed;
  }

  public double getTotal() {
    return total;
  }

  public void setTotal(double total) {
    this.total = total;
  }

  public boolean isPaid() {
    return paid;
  }

  public void setPaid(boolean paid) {
    this.paid = paid;
  }

  public int getPriority() {
    return priority;
  }

  public void setPriority(int priority) {
    this.priority = priority;
  }

  public List<Line> getLines() {
    return lines;
  }

  public void setLines(List<Line> lines) {
    this.lines = lines;
  }

  @Override
  public String toString() {
    return String.join(
        " ", id, customer, note, "" + placed, "" + total, "" + paid, "" + priority, "" + lines);
  }
}
