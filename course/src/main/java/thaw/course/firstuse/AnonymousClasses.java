package thaw.course.firstuse;

import java.util.function.Supplier;

/** Two anonymous classes: each is a class in a file of its own, and nothing else. */
final class AnonymousClasses implements Uses {
  @Override
  public String[] steps() {
    return new String[] {"first", "second"};
  }

  @Override
  public void use(int step) {
    switch (step) {
      case 0 ->
          FirstUse.keep(
              new Supplier<Object>() {
                @Override
                public Object get() {
                  return "first";
                }
              }.get());
      default ->
          FirstUse.keep(
              new Supplier<Object>() {
                @Override
                public Object get() {
                  return "second";
                }
              }.get());
    }
  }
}
