package dev.thaw.samples.orders;

/**
 * An order.
 *
 * @param id null before the order is accepted, as is the currency
 */
record Order(String id, String customer, String product, int quantity, String currency) {
  Order accepted(String id, String currency) {
    return new Order(id, customer, product, quantity, currency);
  }
}
