package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.wire.Shape;
import thaw.wire.WireException;

class SealedTest {
  private static final String FORMS =
      """
      package p;
      import java.util.*;
      import thaw.wire.*;
      @Described
      sealed interface Form {
        record Circle(double radius) implements Form {}
        @Described(as = "box") record Box(double w, double h) implements Form {}
        sealed interface Odd extends Form {}
        record Group(List<Form> forms) implements Odd {}
        final class Dot implements Odd {
          public int size = 1;
          @Override public boolean equals(Object other) { return other instanceof Dot; }
          @Override public int hashCode() { return 1; }
        }
        record Nothing() implements Odd {}
      }
      """;

  private static final String DRAWING =
      """
      package p;
      import java.util.*;
      @thaw.wire.Described
      record Drawing(Form first, List<Form> forms, Form.Circle circle) {}
      """;

  private static final String CHECK =
      """
      package p;
      import java.util.*;
      class Check {
        static Object sample() {
          Form circle = new Form.Circle(1.5);
          return new Drawing(circle, List.of(new Form.Box(1, 2), new Form.Dot(), new Form.Nothing(),
              new Form.Group(List.of(circle))), new Form.Circle(2));
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void alternatives_come_back_with_the_discriminator_first() {
    CompiledSources compiled = CompiledSources.of(folder, FORMS, DRAWING, CHECK).clean();

    assertEquals(
        "{'first':{'type':'Circle','radius':1.5},'forms':[{'type':'box','w':1.0,'h':2.0},"
            + "{'type':'Dot','size':1},{'type':'Nothing'},"
            + "{'type':'Group','forms':[{'type':'Circle','radius':1.5}]}],"
            + "'circle':{'radius':2.0}}",
        CompiledSources.json(compiled.call("p.Check", "sample"), compiled.shape("p.Drawing")));
    compiled.comesBack(
        "p.Drawing",
        CompiledSources.json(compiled.call("p.Check", "sample"), compiled.shape("p.Drawing")));
  }

  @Test
  void the_discriminator_is_found_wherever_it_is() {
    Shape<Object> shape = CompiledSources.of(folder, FORMS).clean().shape("p.Form");

    assertEquals(
        "Box[w=1.0, h=2.0]",
        String.valueOf(
            CompiledSources.read("{'h':2,'x':[{'type':'Circle'}],'w':1,'type':'box'}", shape)));
  }

  @Test
  void an_alternative_that_is_not_known_is_an_error_that_lists_the_known_ones() {
    Shape<Object> shape = CompiledSources.of(folder, FORMS).clean().shape("p.Form");

    assertEquals(
        "no Form is called Box: it must be one of Circle, box, Group, Dot, Nothing at byte 13, $.type",
        message("{'type':'Box'}", shape));
    assertEquals(
        "the field type is missing: it must be one of Circle, box, Group, Dot, Nothing",
        message("{'w':1}", shape).replaceAll(" at byte.*", ""));
    assertEquals(
        "the field type is missing: it must be one of Circle, box, Group, Dot, Nothing",
        message("{'type':null}", shape).replaceAll(" at byte.*", ""));
  }

  @Test
  void an_abstract_class_names_its_alternatives() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                package p;
                import thaw.wire.*;
                @Described(discriminator = "kind", discriminatorNumber = 9,
                    alternatives = {Animal.Cat.class, Animal.Dog.class})
                public abstract class Animal {
                  private String name;
                  public String getName() { return name; }
                  public void setName(String name) { this.name = name; }
                  public static class Cat extends Animal { public int lives = 9; }
                  public static class Dog extends Cat { public String type; }
                  public static class Stray extends Cat {}
                }
                """,
                """
                package p;
                class Check {
                  static Object sample() {
                    Animal dog = new Animal.Dog();
                    dog.setName("Rex");
                    return dog;
                  }
                  static Object stray() { return new Animal.Stray(); }
                }
                """)
            .clean();
    Shape<Object> shape = compiled.shape("p.Animal");

    compiled.comesBack(shape, "{'kind':'Dog','name':'Rex','lives':9,'type':null}");
    assertEquals(
        "no description of p.Animal$Stray as a Animal: known are Cat, Dog at byte 1",
        assertThrows(
                WireException.class,
                () -> CompiledSources.json(compiled.call("p.Check", "stray"), shape))
            .getMessage());
  }

  private static String message(String json, Shape<Object> shape) {
    return assertThrows(WireException.class, () -> CompiledSources.read(json, shape)).getMessage();
  }
}
