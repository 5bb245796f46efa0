package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import thaw.described.java.util.LocaleShape;

class DescriptionsTest {
  private static final ClassLoader LOADER = DescriptionsTest.class.getClassLoader();

  @Test
  void the_class_beside_a_type_describes_it() {
    assertInstanceOf(
        DescriptionsTest_DescribedShape.class, Descriptions.of(Described.class, LOADER));
  }

  @Test
  void types_of_others_are_described_in_a_package_for_them() {
    assertInstanceOf(LocaleShape.class, Descriptions.of(Locale.class, LOADER));
  }

  @Test
  void a_class_of_that_name_that_is_no_shape_is_passed_over() {
    assertNull(Descriptions.of(Triangle.class, LOADER));
  }

  @Test
  void a_shape_that_cannot_be_made_is_an_error_that_names_it() {
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> Descriptions.of(Undescribed.class, LOADER));
    assertEquals(
        "thaw.wire.DescriptionsTest_UndescribedShape needs to be public, with a public constructor"
            + " without parameters",
        error.getMessage());
  }

  @Test
  void a_type_that_describes_itself_gets_a_shape_around_it() {
    Shape<?> shape = Descriptions.of(Itself.class, LOADER);

    assertNotNull(shape);
    Object read = Format.JSON.read("{\"n\":7}".getBytes(StandardCharsets.UTF_8), shape);
    assertEquals(7, assertInstanceOf(Itself.class, read).n);
  }

  @Test
  void a_type_that_describes_itself_but_cannot_be_made_has_none() {
    assertNull(Descriptions.of(Hidden.class, LOADER));
    assertNull(Descriptions.of(WithParameter.class, LOADER));
    assertNull(Descriptions.of(Wired.class, LOADER));
  }

  @Test
  void a_type_that_nobody_describes_has_none() {
    assertNull(Descriptions.of(TimeZone.class, LOADER));
    assertNull(Descriptions.of(DescriptionsTest.class, LOADER));
  }

  @Test
  void scalars_have_their_shapes() {
    assertSame(Shapes.STRING, Descriptions.of(String.class, LOADER));
    assertSame(Shapes.INT32, Descriptions.of(int.class, LOADER));
    assertSame(Shapes.INT32, Descriptions.of(Integer.class, LOADER));
    assertSame(Shapes.INT64, Descriptions.of(Long.class, LOADER));
    assertSame(Shapes.FLOAT64, Descriptions.of(Double.class, LOADER));
    assertSame(Shapes.BOOL, Descriptions.of(Boolean.class, LOADER));
    assertSame(Shapes.BYTES, Descriptions.of(byte[].class, LOADER));
    assertSame(Shapes.INTEGER, Descriptions.of(BigInteger.class, LOADER));
    assertSame(Shapes.FLOAT32, Descriptions.of(float.class, LOADER));
    assertSame(Shapes.INT16, Descriptions.of(short.class, LOADER));
    assertSame(Shapes.INT8, Descriptions.of(Byte.class, LOADER));
    assertSame(Shapes.CHARACTER, Descriptions.of(char.class, LOADER));
    assertSame(Shapes.ANY, Descriptions.of(Object.class, LOADER));
    assertSame(Shapes.DATE, Descriptions.of(Date.class, LOADER));
    assertSame(Shapes.DECIMAL, Descriptions.of(BigDecimal.class, LOADER));
    assertSame(Shapes.TIMESTAMP, Descriptions.of(Instant.class, LOADER));
    assertNull(Descriptions.of(void.class, LOADER));
    assertNull(Descriptions.of(Described[].class, LOADER));
  }

  @Test
  void collections_have_a_shape_when_their_elements_have() throws NoSuchFieldException {
    assertNotNull(Descriptions.of(typeOf("strings"), LOADER));
    assertNotNull(Descriptions.of(typeOf("described"), LOADER));
    assertNotNull(Descriptions.of(typeOf("wildcards"), LOADER));
    assertNotNull(
        Descriptions.of(
            ((ParameterizedType) typeOf("wildcards")).getActualTypeArguments()[0], LOADER));
    assertNull(Descriptions.of(typeOf("triangles"), LOADER));
    assertNull(Descriptions.of(typeOf("byNumber"), LOADER));
    assertNotNull(Descriptions.of(typeOf("set"), LOADER));
    assertNotNull(Descriptions.of(typeOf("collection"), LOADER));
    assertNull(Descriptions.of(typeOf("optional"), LOADER));
  }

  private static Type typeOf(String field) throws NoSuchFieldException {
    return Collections.class.getDeclaredField(field).getGenericType();
  }

  @SuppressWarnings("unused")
  private static final class Collections {
    private List<String> strings;
    private Map<String, List<Described>> described;
    private List<? extends Described> wildcards;
    private List<Triangle> triangles;
    private Map<Integer, String> byNumber;
    private Set<String> set;
    private Collection<Described> collection;
    private Optional<String> optional;
  }

  record Described(int x) {}

  /** Of geometry: see {@link DescriptionsTest_TriangleShape}. */
  record Triangle(int a) {}

  record Undescribed(int x) {}

  public static final class Itself implements Wired {
    private static final Field N = Field.of(1, "n");
    private int n;

    @Override
    public void wire(Wire w) {
      n = w.int32(N, n);
    }
  }

  static final class Hidden implements Wired {
    @Override
    public void wire(Wire w) {}
  }

  public static final class WithParameter implements Wired {
    public WithParameter(int x) {}

    @Override
    public void wire(Wire w) {}
  }
}
