package thaw.codecs;

import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Shape;
import thaw.wire.Wire;

/**
 * A {@link Line} with a description that was written by hand, as a record. Its numbers are none of
 * the order's, as FIX asks for.
 */
record WireLine(String product, int quantity, double price, boolean gift) {
  static final Shape<WireLine> SHAPE =
      new ObjectShape<>() {
        private static final Field PRODUCT = Field.of(9, "product");
        private static final Field QUANTITY = Field.of(10, "quantity");
        private static final Field PRICE = Field.of(11, "price");
        private static final Field GIFT = Field.of(12, "gift");
        private static final WireLine BLANK = new WireLine(null, 0, 0, false);

        @Override
        protected WireLine blank() {
          return BLANK;
        }

        @Override
        protected WireLine fields(Wire w, WireLine line) {
          return new WireLine(
              w.string(PRODUCT, line.product()),
              w.int32(QUANTITY, line.quantity()),
              w.float64(PRICE, line.price()),
              w.bool(GIFT, line.gift()));
        }
      };

  @Override
  public String toString() {
    return product + " " + quantity + " " + price + " " + gift;
  }
}
