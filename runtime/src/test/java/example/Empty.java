package example;

/** A program that does nothing. */
public final class Empty {
  private Empty() {}

  public static void main(String[] args) {}
}
