package thaw.junit.functions;

import java.util.Map;

/** A handler that makes pets, for API requests and for others. */
public final class Pets {
  /** What is to be made. */
  public static final class Order {
    private String name = "";
    private int legs;

    public Order() {}

    public Order(String name, int legs) {
      this.name = name;
      this.legs = legs;
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public int getLegs() {
      return legs;
    }

    public void setLegs(int legs) {
      this.legs = legs;
    }
  }

  public Map<String, Object> create(Map<String, Object> event) {
    Object name = event.get("body") == null ? event.get("name") : event.get("body");
    System.out.println("creating " + name);
    if (name == null) {
      throw new IllegalArgumentException("a pet needs a name");
    }
    return Map.of(
        "statusCode",
        201,
        "headers",
        Map.of("Location", "/pets/" + name),
        "body",
        "{\"name\":\"" + name + "\"}");
  }
}
