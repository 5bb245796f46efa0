package thaw.course.reflection;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Function;

/** What {@code Pet::getName} would be, made at run time as fast JSON libraries do. */
final class GetterFunction {
  private GetterFunction() {}

  @SuppressWarnings("unchecked")
  static Function<Pet, String> make() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MethodType getter = MethodType.methodType(String.class, Pet.class);
      return (Function<Pet, String>)
          LambdaMetafactory.metafactory(
                  lookup,
                  "apply",
                  MethodType.methodType(Function.class),
                  getter.generic(),
                  lookup.findVirtual(Pet.class, "getName", MethodType.methodType(String.class)),
                  getter)
              .getTarget()
              .invoke();
    } catch (Throwable e) {
      throw new LinkageError("no function could be made", e);
    }
  }
}
