package thaw.course.reflection;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One getter, called in all the ways that there are, when everything has long been compiled. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GetterBenchmark {
  private static final Method CONSTANT_METHOD = method();
  private static final MethodHandle CONSTANT_HANDLE = handle();

  // Not final, as those of frameworks that find them in maps: the JIT compiler knows no values.
  private Pet pet = new Pet("Rex");
  private Method method = method();
  private MethodHandle handle = handle();
  private Function<Pet, String> function = GetterFunction.make();

  @Benchmark
  public String direct() {
    return pet.getName();
  }

  @Benchmark
  public Object constantMethod() throws ReflectiveOperationException {
    return CONSTANT_METHOD.invoke(pet);
  }

  @Benchmark
  public Object methodInField() throws ReflectiveOperationException {
    return method.invoke(pet);
  }

  @Benchmark
  public Object methodLookedUp() throws ReflectiveOperationException {
    return Pet.class.getMethod("getName").invoke(pet);
  }

  @Benchmark
  public String constantHandle() throws Throwable {
    return (String) CONSTANT_HANDLE.invokeExact(pet);
  }

  @Benchmark
  public String handleInField() throws Throwable {
    return (String) handle.invokeExact(pet);
  }

  @Benchmark
  public String functionInField() {
    return function.apply(pet);
  }

  private static Method method() {
    try {
      return Pet.class.getMethod("getName");
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static MethodHandle handle() {
    try {
      return MethodHandles.lookup().unreflect(method());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
