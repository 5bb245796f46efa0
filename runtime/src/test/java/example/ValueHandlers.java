package example;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.List;
import java.util.Map;
import thaw.runtime.WiredHandler;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Shapes;
import thaw.wire.Wire;
import thaw.wire.Wired;

/** Handlers that take values and return values. */
public final class ValueHandlers {
  private ValueHandlers() {}

  public static final class Greeting implements RequestHandler<String, String> {
    @Override
    public String handleRequest(String name, Context context) {
      return "hello " + name;
    }
  }

  public static final class Same implements RequestHandler<Map<String, Object>, Object> {
    @Override
    public Object handleRequest(Map<String, Object> event, Context context) {
      return event;
    }
  }

  public static final class Longs implements RequestHandler<List<Long>, Long> {
    @Override
    public Long handleRequest(List<Long> numbers, Context context) {
      long sum = 0;
      for (Long each : numbers) {
        sum += each;
      }
      return sum;
    }
  }

  public static final class Nothing implements RequestHandler<Object, Void> {
    @Override
    public Void handleRequest(Object event, Context context) {
      return null;
    }
  }

  public static final class Unasked implements RequestHandler<Void, String> {
    @Override
    public String handleRequest(Void event, Context context) {
      return "event " + event;
    }
  }

  /** It says itself what its fields are. */
  public static final class Pet implements Wired {
    private static final Field NAME = Field.of(1, "name");
    private static final Field AGE = Field.of(2, "age");
    private String name;
    private int age;

    @Override
    public void wire(Wire w) {
      name = w.string(NAME, name);
      age = w.int32(AGE, age);
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public int getAge() {
      return age;
    }

    public void setAge(int age) {
      this.age = age;
    }
  }

  public static final class Birthday implements RequestHandler<Pet, Pet> {
    @Override
    public Pet handleRequest(Pet pet, Context context) {
      pet.setAge(pet.getAge() + 1);
      return pet;
    }
  }

  public static final class Birthdays implements RequestHandler<List<Pet>, Map<String, Pet>> {
    @Override
    public Map<String, Pet> handleRequest(List<Pet> pets, Context context) {
      return Map.of(pets.get(0).getName(), pets.get(0));
    }
  }

  /** Not described: the official serializer's. */
  public static final class Bean {
    private String name;
    private String colour;

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public String getColour() {
      return colour;
    }

    public void setColour(String colour) {
      this.colour = colour;
    }
  }

  public static final class Beans implements RequestHandler<Bean, Bean> {
    @Override
    public Bean handleRequest(Bean bean, Context context) {
      bean.setName("the " + bean.getName());
      return bean;
    }
  }

  public static final class Counting implements WiredHandler<String, Integer> {
    @Override
    public Shape<String> inputShape() {
      return Shapes.STRING;
    }

    @Override
    public Shape<Integer> outputShape() {
      return Shapes.INT32;
    }

    @Override
    public Integer handleRequest(String text, Context context) {
      return text.length();
    }
  }

  /** Its types are found through three others. */
  public interface Converter<A, B> extends RequestHandler<B, A> {}

  public abstract static class ToNumber<T> implements Converter<Integer, T> {}

  public static class OfText extends ToNumber<String> {
    @Override
    public Integer handleRequest(String text, Context context) {
      return Integer.valueOf(text);
    }
  }

  public static final class Inherited extends OfText {}

  public static final class Unbound<T> implements RequestHandler<T, String> {
    @Override
    public String handleRequest(T input, Context context) {
      return "";
    }
  }

  @SuppressWarnings("rawtypes")
  public static final class Raw implements RequestHandler {
    @Override
    public Object handleRequest(Object input, Context context) {
      return input;
    }
  }
}
