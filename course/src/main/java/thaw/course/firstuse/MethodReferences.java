package thaw.course.firstuse;

import java.util.function.Supplier;

/** Method references: the first one of the JVM, and one after it. */
final class MethodReferences implements Uses {
  @Override
  public String[] steps() {
    return new String[] {"first", "second"};
  }

  @Override
  public void use(int step) {
    switch (step) {
      case 0 -> {
        Supplier<Object> first = MethodReferences::made;
        FirstUse.keep(first.get());
      }
      default -> {
        Supplier<Object> second = MethodReferences::madeAgain;
        FirstUse.keep(second.get());
      }
    }
  }

  private static Object made() {
    return "first";
  }

  private static Object madeAgain() {
    return "second";
  }
}
