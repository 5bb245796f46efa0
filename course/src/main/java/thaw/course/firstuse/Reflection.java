package thaw.course.firstuse;

import java.lang.reflect.Method;

/** A getter called directly, and by reflection. */
public final class Reflection implements Uses {
  private static final int MORE = 20;

  private final Method method;
  private final String name = "Rex";

  Reflection() throws NoSuchMethodException {
    method = Reflection.class.getMethod("name");
  }

  @Override
  public String[] steps() {
    return new String[] {"direct", "first", "more"};
  }

  @Override
  public void use(int step) throws Exception {
    switch (step) {
      case 0 -> FirstUse.keep(name());
      case 1 -> FirstUse.keep(method.invoke(this));
      default -> {
        for (int i = 0; i < MORE; i++) {
          FirstUse.keep(method.invoke(this));
        }
      }
    }
  }

  /** What is called. */
  public String name() {
    return name;
  }
}
