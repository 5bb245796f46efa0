package thaw.course.firstuse;

import java.util.function.Function;
import java.util.function.Supplier;

/** Lambda expressions: the first one of the JVM, and others after it. */
final class Lambdas implements Uses {
  private final String name = "Rex";

  @Override
  public String[] steps() {
    return new String[] {"first", "same_shape", "other_interface", "capturing"};
  }

  @Override
  public void use(int step) {
    switch (step) {
      case 0 -> {
        Supplier<Object> first = () -> "first";
        FirstUse.keep(first.get());
      }
      case 1 -> {
        Supplier<Object> second = () -> "second";
        FirstUse.keep(second.get());
      }
      case 2 -> {
        Function<Object, Object> other = given -> given;
        FirstUse.keep(other.apply("third"));
      }
      default -> {
        Supplier<Object> capturing = () -> name;
        FirstUse.keep(capturing.get());
      }
    }
  }
}
