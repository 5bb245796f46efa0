package thaw.codecs;

import com.dslplatform.json.CompiledJson;
import thaw.wire.Described;

/** A line of an {@link Order}. */
@CompiledJson
@Described
public final class Line {
  private String product;
  private int quantity;
  private double price;
  private boolean gift;

  public Line() {}

  Line(String product, int quantity, double price, boolean gift) {
    this.product = product;
    this.quantity = quantity;
    this.price = price;
    this.gift = gift;
  }

  public String getProduct() {
    return product;
  }

  public void setProduct(String product) {
    this.product = product;
  }

  public int getQuantity() {
    return quantity;
  }

  public void setQuantity(int quantity) {
    this.quantity = quantity;
  }

  public double getPrice() {
    return price;
  }

  public void setPrice(double price) {
    this.price = price;
  }

  public boolean isGift() {
    return gift;
  }

  public void setGift(boolean gift) {
    this.gift = gift;
  }

  @Override
  public String toString() {
    return product + " " + quantity + " " + price + " " + gift;
  }
}
