package thaw.course.firstuse;

/** The same string by a builder and by a format. */
final class Formatting implements Uses {
  private final String name;
  private final int age;

  Formatting(String name, int age) {
    this.name = name;
    this.age = age;
  }

  @Override
  public String[] steps() {
    return new String[] {"builder", "first", "second"};
  }

  @Override
  @SuppressWarnings("UnnecessaryStringBuilder") // is what is compared
  public void use(int step) {
    switch (step) {
      case 0 ->
          FirstUse.keep(new StringBuilder().append(name).append(" is ").append(age).toString());
      case 1 -> FirstUse.keep(String.format("%s is %d", name, age));
      default -> FirstUse.keep(String.format("%s was %d", name, age));
    }
  }
}
