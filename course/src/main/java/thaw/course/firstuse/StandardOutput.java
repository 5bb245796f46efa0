package thaw.course.firstuse;

/** A line without any logger. */
final class StandardOutput implements Uses {
  private final String name = "Rex";

  @Override
  public String[] steps() {
    return new String[] {"line", "again"};
  }

  @Override
  public void use(int step) {
    System.err.println(name);
  }
}
