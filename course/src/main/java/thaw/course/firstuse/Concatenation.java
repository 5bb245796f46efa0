package thaw.course.firstuse;

/**
 * Strings put together: by a builder, which is also what {@code javac -XDstringConcat=inline} makes
 * of a {@code +}, and by {@code +} as javac compiles it since 9.
 */
final class Concatenation implements Uses {
  private final String name;
  private final int age;

  Concatenation(String name, int age) {
    this.name = name;
    this.age = age;
  }

  @Override
  public String[] steps() {
    return new String[] {"builder", "first", "same_shape", "new_shape"};
  }

  @Override
  @SuppressWarnings("UnnecessaryStringBuilder") // is what is compared
  public void use(int step) {
    switch (step) {
      case 0 ->
          FirstUse.keep(new StringBuilder().append(name).append(" is ").append(age).toString());
      case 1 -> FirstUse.keep(name + " is " + age);
      case 2 -> FirstUse.keep(name + " was " + age);
      default -> FirstUse.keep("pet " + name + ' ' + (char) age + (age * 2.0) + " or " + (age > 1));
    }
  }
}
