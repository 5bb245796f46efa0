package thaw.course.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** A class as there are many in a project: with a record, an enum, a nested class and lambdas. */
public final class Item {
  /** What it costs, in cents. */
  public record Price(String currency, long cents) {
    public Price {
      if (cents < 0) {
        throw new IllegalArgumentException("must be 0 or more: cents=" + cents);
      }
    }

    Price plus(Price other) {
      return new Price(currency, cents + other.cents);
    }
  }

  /** Where it is. */
  public enum Place {
    SHELF,
    CART,
    SHIPPED
  }

  /** Several, with what they cost together. */
  public static final class Order {
    private final Map<String, Item> items = new TreeMap<>();

    public void add(Item item) {
      items.put(item.name, item);
    }

    public Price total() {
      return items.values().stream()
          .map(item -> item.price)
          .reduce(new Price("EUR", 0), Price::plus);
    }

    public <T> List<T> each(Function<Item, T> function) {
      List<T> results = new ArrayList<>();
      items.values().forEach(item -> results.add(function.apply(item)));
      return results;
    }
  }

  private final String name;
  private final Price price;
  private Place place = Place.SHELF;

  public Item(String name, Price price) {
    this.name = name;
    this.price = price;
  }

  public String name() {
    return name;
  }

  public Price price() {
    return price;
  }

  public void moveTo(Place next) {
    if (next.ordinal() < place.ordinal()) {
      throw new IllegalStateException(name + " cannot go back from " + place + " to " + next);
    }
    place = next;
  }

  /** An order of it alone, to have all of its classes loaded. */
  public static long tried() {
    Order order = new Order();
    Item item = new Item("tried", new Price("EUR", 1));
    item.moveTo(Place.CART);
    order.add(item);
    return order.items.size();
  }

  @Override
  public String toString() {
    return name + " for " + price.cents() + " cents, " + place;
  }
}
