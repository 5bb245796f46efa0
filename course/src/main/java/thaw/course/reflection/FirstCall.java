package thaw.course.reflection;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import thaw.course.Stopwatch;
import thaw.course.Told;

/**
 * Calls a getter for the first time in this JVM, and 20 times more: across the threshold of 15 from
 * which older JVMs generate an accessor.
 */
public final class FirstCall {
  private static final int FURTHER = 20;

  @SuppressWarnings("UnusedVariable") // so that no call is without effect
  private static volatile @Nullable Object sink;

  private FirstCall() {}

  /**
   * Tells what the calls took.
   *
   * @param arguments the way, or {@code all}: what an archive is trained with
   */
  public static void main(String[] arguments) throws Throwable {
    Pet pet = new Pet("Rex");
    Stopwatch watch = new Stopwatch();
    String way = arguments[0];
    if (way.equals("all")) {
      direct(pet, watch);
      method("getName", pet, watch);
      method("getKind", null, watch);
      handle(pet, watch);
      function(pet, watch);
    } else if (way.equals("method")) {
      method("getName", pet, watch);
    } else if (way.equals("static-method")) {
      method("getKind", null, watch);
    } else if (way.equals("handle")) {
      handle(pet, watch);
    } else if (way.equals("function")) {
      function(pet, watch);
    } else if (way.equals("direct")) {
      direct(pet, watch);
    } else {
      throw new IllegalArgumentException(way);
    }
  }

  private static void direct(Pet pet, Stopwatch watch) {
    watch.start();
    sink = pet.getName();
    Stopwatch.Lap first = watch.stop();
    watch.start();
    for (int i = 0; i < FURTHER; i++) {
      sink = pet.getName();
    }
    Stopwatch.Lap further = watch.stop();
    tell(null, first, further);
  }

  private static void method(String name, @Nullable Pet pet, Stopwatch watch)
      throws ReflectiveOperationException {
    watch.start();
    Method method = Pet.class.getMethod(name);
    Stopwatch.Lap found = watch.stop();
    watch.start();
    sink = method.invoke(pet);
    Stopwatch.Lap first = watch.stop();
    watch.start();
    for (int i = 0; i < FURTHER; i++) {
      sink = method.invoke(pet);
    }
    Stopwatch.Lap further = watch.stop();
    tell(found, first, further);
  }

  private static void handle(Pet pet, Stopwatch watch) throws Throwable {
    watch.start();
    MethodHandle handle =
        MethodHandles.lookup()
            .findVirtual(Pet.class, "getName", MethodType.methodType(String.class));
    Stopwatch.Lap found = watch.stop();
    watch.start();
    sink = (String) handle.invokeExact(pet);
    Stopwatch.Lap first = watch.stop();
    watch.start();
    for (int i = 0; i < FURTHER; i++) {
      sink = (String) handle.invokeExact(pet);
    }
    Stopwatch.Lap further = watch.stop();
    tell(found, first, further);
  }

  private static void function(Pet pet, Stopwatch watch) {
    watch.start();
    Function<Pet, String> function = GetterFunction.make();
    Stopwatch.Lap found = watch.stop();
    watch.start();
    sink = function.apply(pet);
    Stopwatch.Lap first = watch.stop();
    watch.start();
    for (int i = 0; i < FURTHER; i++) {
      sink = function.apply(pet);
    }
    Stopwatch.Lap further = watch.stop();
    tell(found, first, further);
  }

  /**
   * @param found null where nothing is looked up
   */
  private static void tell(
      Stopwatch.@Nullable Lap found, Stopwatch.Lap first, Stopwatch.Lap further) {
    double lookup = found == null ? 0 : micros(found);
    Told.figure("lookup_us", lookup);
    Told.figure("first_us", micros(first));
    Told.figure("together_us", lookup + micros(first));
    Told.figure("further_us", micros(further));
    Told.figure("calls_us", micros(first) + micros(further));
  }

  private static double micros(Stopwatch.Lap lap) {
    return lap.millis() * 1000;
  }
}
