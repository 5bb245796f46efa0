package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.wire.Descriptions;
import thaw.wire.Shape;
import thaw.wire.WireException;

/** Types that are on the class path, and shapes that are written by hand. */
class ForeignTest {
  @TempDir private Path library;
  @TempDir private Path folder;

  /** A library that knows nothing of thaw. */
  @BeforeEach
  void compile_a_library() throws IOException {
    Path source = library.resolve("Library.java");
    Files.writeString(
        source,
        """
        package lib;
        import java.util.*;
        public class Library {
          public static class Event {
            private List<Item> items;
            private Map<String, String> headers = new HashMap<>();
            public List<Item> getItems() { return items; }
            public void setItems(List<Item> items) { this.items = items; }
            public Map<String, String> getHeaders() { return headers; }
            public void setHeaders(Map<String, String> headers) { this.headers = headers; }
          }
          public record Item(int count, Money price) {}
          public record Money(long cents) {}
          public sealed interface Shade {
            record Dark(int by) implements Shade {}
          }
          static class Hidden {}
        }
        """);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", library.toString(), source.toString());
    assertEquals(0, result);
  }

  private CompiledSources compiled(String... sources) {
    return CompiledSources.with(List.of(library), folder, sources);
  }

  private Shape<?> shape(String type) throws ReflectiveOperationException, IOException {
    URL[] path = {folder.toUri().toURL(), library.toUri().toURL()};
    ClassLoader loader = new URLClassLoader(path, ForeignTest.class.getClassLoader());
    return Descriptions.of(loader.loadClass(type), loader);
  }

  @Test
  @SuppressWarnings("unchecked")
  void types_of_a_library_are_described_in_a_package_for_them() throws Exception {
    compiled(
            """
            @DescribedTypes(
                value = {Library.Event.class, Library.Item.class, Library.Shade.class,
                    Library.Shade.Dark.class},
                with = MoneyShape.class)
            package app;
            import lib.Library;
            import thaw.wire.DescribedTypes;
            """,
            """
            package app;
            import lib.Library.Money;
            import thaw.wire.*;
            public final class MoneyShape extends TextShape<Money> {
              protected String text(Money money) { return money.cents() + "c"; }
              protected Money parse(String text) {
                return new Money(Long.parseLong(text.substring(0, text.length() - 1)));
              }
            }
            """,
            """
            package app;
            import java.util.*;
            import lib.Library.*;
            @thaw.wire.Described
            record Cart(Item item, List<Money> amounts, Map<Money, Shade> shades, Event event) {}
            """)
        .clean();

    String json = "{'items':[{'count':2,'price':'5c'}],'headers':{'a':'b'}}";
    Shape<Object> event = (Shape<Object>) shape("lib.Library$Event");
    assertEquals("thaw.described.lib.Library_EventShape", event.getClass().getName());
    assertEquals(json, CompiledSources.json(CompiledSources.read(json, event), event));
    String cart =
        "{'item':{'count':1,'price':'7c'},'amounts':['8c'],"
            + "'shades':{'9c':{'type':'Dark','by':1}},'event':"
            + json
            + "}";
    Shape<Object> cartShape = (Shape<Object>) shape("app.Cart");
    assertEquals(cart, CompiledSources.json(CompiledSources.read(cart, cartShape), cartShape));
  }

  @Test
  void a_type_of_a_library_that_is_not_named_is_an_error_at_the_component() {
    assertEquals(
        List.of(
            "3: no shape for lib.Library.Item; name it in @DescribedTypes, or give a shape with"
                + " @With"),
        compiled(
                """
                package app;
                @thaw.wire.Described
                record Cart(lib.Library.Item item) {}
                """)
            .messages());
  }

  @Test
  void what_a_type_of_a_library_lacks_is_an_error_where_it_is_named() {
    assertEquals(
        List.of(
            "3: no shape for lib.Library.Money; name it in @DescribedTypes, or give a shape with"
                + " @With"),
        compiled(
                """
                package app;
                @thaw.wire.DescribedTypes(lib.Library.Item.class)
                interface Types {}
                """)
            .messages());
  }

  @Test
  void descriptions_in_a_library_are_used() throws IOException {
    Path described = Files.createDirectory(folder.resolve("described"));
    CompiledSources.of(
            described,
            "package d; @thaw.wire.Described public record Own(int x) {}",
            "package d; @thaw.wire.Described public record Box<T>(T content) {}")
        .clean();
    CompiledSources user =
        CompiledSources.with(
                List.of(described),
                folder,
                "package app; @thaw.wire.Described record User(d.Own own, d.Box<d.Own> box) {}")
            .clean();

    String source = user.source("app.UserShape");
    assertTrue(source.contains("d.OwnShape.SHAPE"), source);
    assertTrue(source.contains("new d.BoxShape<>(d.OwnShape.SHAPE)"), source);
  }

  @Test
  void a_component_may_have_a_shape_of_its_own() {
    CompiledSources compiled =
        compiled(
            """
            package p;
            import thaw.wire.*;
            @Described
            record Priced(@With(Cents.class) int price, @With(Cents.class) Integer other,
                Level level, @With(Upper.class) String name, java.util.List<Level> levels) {
              static final class Cents extends Shape<Integer> {
                public Integer wire(Wire w, Integer value) {
                  int read = w.int32(value == null ? 0 : value * 100);
                  if (read % 100 != 0) throw w.error("no whole amount");
                  return read / 100;
                }
              }
              @With(LevelShape.class) record Level(int level) {}
              static class LevelShape extends Shape<Level> {
                static final LevelShape SHAPE = new LevelShape();
                private LevelShape() {}
                public Level wire(Wire w, Level value) {
                  return new Level(w.int32(value == null ? 0 : value.level()));
                }
              }
              static class Upper extends TextShape<String> {
                protected String text(String value) { return value.toUpperCase(); }
                protected String parse(String text) { return text.toLowerCase(); }
              }
            }
            """,
            """
            package p;
            class Check {
              static Object sample() {
                return new Priced(3, null, new Priced.Level(4), "a",
                    java.util.List.of(new Priced.Level(5)));
              }
            }
            """);

    compiled
        .clean()
        .comesBack("p.Priced", "{'price':300,'other':null,'level':4,'name':'A','levels':[5]}");
    Shape<Object> shape = compiled.shape("p.Priced");
    assertEquals(
        "Priced[price=0, other=null, level=null, name=null, levels=null]",
        String.valueOf(CompiledSources.read("{'price':null}", shape)));
    assertThrows(WireException.class, () -> CompiledSources.read("{'price':301}", shape));
  }

  @Test
  void a_bean_may_have_shapes_of_its_own() {
    CompiledSources compiled =
        compiled(
            """
            package p;
            import thaw.wire.*;
            @Described
            public class Priced {
              private int price = 1;
              @With(Cents.class) public long total = 2;
              @With(Cents32.class) public int getPrice() { return price; }
              public void setPrice(int price) { this.price = price; }
              static final class Cents extends Shape<Long> {
                public Long wire(Wire w, Long value) {
                  return w.int64(value == null ? 0 : value * 100) / 100;
                }
              }
              static final class Cents32 extends Shape<Integer> {
                public Integer wire(Wire w, Integer value) {
                  return w.int32(value == null ? 0 : value * 100) / 100;
                }
              }
            }
            """,
            "package p; class Check { static Object sample() { return new Priced(); } }");

    compiled.clean().comesBack("p.Priced", "{'price':100,'total':200}");
    Shape<Object> shape = compiled.shape("p.Priced");
    assertEquals(
        "{'price':100,'total':200}",
        CompiledSources.json(CompiledSources.read("{'total':null}", shape), shape));
  }

  @Test
  void a_type_that_another_processor_writes_is_waited_for() {
    CompiledSources compiled =
        CompiledSources.with(
                List.of(),
                List.of(new PointWriter()),
                folder,
                "package p; import java.util.*; @thaw.wire.Described record Line(Point from,"
                    + " List<Point> points) {}")
            .clean();
    Shape<Object> shape = compiled.shape("p.Line");

    assertEquals(
        "Line[from=Point[x=1], points=[Point[x=2]]]",
        String.valueOf(CompiledSources.read("{'from':{'x':1},'points':[{'x':2}]}", shape)));
  }

  @Test
  void a_type_that_nobody_writes_is_the_compiler_s_own_error() {
    List<String> messages =
        CompiledSources.of(folder, "package p; @thaw.wire.Described record Line(Point from) {}")
            .messages();

    assertEquals(1, messages.size(), messages.toString());
    assertEquals("1: cannot find symbol", messages.get(0).lines().findFirst().orElseThrow());
  }

  /** Writes {@code p.Point} in the first round. */
  private static final class PointWriter extends AbstractProcessor {
    private boolean written;

    @Override
    public Set<String> getSupportedAnnotationTypes() {
      return Set.of("*");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      if (!written) {
        written = true;
        try (Writer writer = processingEnv.getFiler().createSourceFile("p.Point").openWriter()) {
          writer.write("package p; record Point(int x) {}");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return false;
    }
  }
}
