package thaw.lab.result;

/** The content of one cell of a table. */
public sealed interface Entry {
  /**
   * A measured figure.
   *
   * @param unit as shown, empty for a count
   */
  record Figure(Spread spread, String unit) implements Entry {}

  /** Something else than a figure. */
  record Words(String text) implements Entry {}

  /**
   * No figure.
   *
   * @param why empty when there is no such case: this JDK has no AOT cache, for example
   */
  record Missing(String why) implements Entry {}
}
