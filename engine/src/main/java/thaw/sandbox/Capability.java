package thaw.sandbox;

/**
 * One thing that a host permits or does not.
 *
 * @param name for people
 * @param available whether it works here, found by trying
 * @param detail the evidence: which mechanism serves it, or why not
 * @param cost what is lost without it; empty when available
 * @param remedy how to get it; empty when available
 */
public record Capability(
    String name, boolean available, String detail, String cost, String remedy) {
  public static Capability present(String name, String detail) {
    return new Capability(name, true, detail, "", "");
  }

  public static Capability missing(String name, String detail, String cost, String remedy) {
    return new Capability(name, false, detail, cost, remedy);
  }
}
