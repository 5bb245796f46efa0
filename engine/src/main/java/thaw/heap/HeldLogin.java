package thaw.heap;

/**
 * What a function shows at a database to be let in, kept in its heap though it does not hold for
 * ever. The secret itself is not in here.
 *
 * @param kind of secret
 * @param place the field that leads to it; empty where nothing of the function's does
 * @param what a token's host; the class that keeps a password
 * @param madeAt of a token, {@code 20260801T120000Z}; empty for passwords
 * @param seconds for which a token holds; 0 for passwords
 */
public record HeldLogin(Kind kind, String place, String what, String madeAt, int seconds) {
  /** The kinds, by how they end. */
  public enum Kind {
    /** A token of IAM, which holds for minutes. */
    TOKEN,
    /** A password that no variable has: it was read from somewhere, and may be changed there. */
    PASSWORD
  }
}
