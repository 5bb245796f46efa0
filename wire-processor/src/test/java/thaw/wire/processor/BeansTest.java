package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.wire.Format;
import thaw.wire.Shape;

class BeansTest {
  private static final String BASE =
      """
      package p;
      public class Base<T> {
        private T id;
        public int version = 1;
        public T getId() { return id; }
        public void setId(T id) { this.id = id; }
      }
      """;

  private static final String BEAN =
      """
      package p;
      import java.util.*;
      import thaw.wire.*;
      @Described
      public class Bean extends Base<Long> {
        private static int made;
        private String name = "nobody";
        private boolean active = true;
        private Boolean happy;
        private final List<String> log = new ArrayList<>();
        private Optional<String> nick = Optional.empty();
        @Key(name = "URL_") private String url;
        public final int constant = 3;
        public transient int cache = 4;
        @Ignored public int hidden = 5;
        public double rate = 0.5;
        public Bean() { made++; }
        public String getName() { return name; }
        public Bean setName(String name) { this.name = Objects.requireNonNull(name); return this; }
        public void setName(int number) { throw new IllegalStateException(); }
        public boolean isActive() { return active; }
        public void setActive(boolean active) { this.active = active; }
        public Boolean isHappy() { return happy; }
        public void setHappy(Boolean happy) { this.happy = happy; }
        public List<String> getLog() { return log; }
        public Optional<String> getNick() { return nick; }
        public void setNick(Optional<String> nick) { this.nick = nick; }
        public String getURL() { return url; }
        public void setURL(String url) { this.url = url; }
        public String getFullName() { return name + "!"; }
        @Ignored public void setSecret(String secret) { throw new IllegalStateException(); }
        void setup(int x) {}
      }
      """;

  private static final String CHECK =
      """
      package p;
      import java.util.*;
      class Check {
        static Object sample() {
          Bean bean = new Bean();
          bean.setId(7L);
          bean.setName("n");
          bean.setNick(Optional.of("nick"));
          bean.setURL("u");
          bean.setActive(false);
          return bean;
        }
      }
      """;

  @TempDir private Path folder;

  private CompiledSources compiled() {
    return CompiledSources.of(folder, BASE, BEAN, CHECK).clean();
  }

  @Test
  void properties_come_back_those_of_superclasses_first() {
    compiled()
        .comesBack(
            "p.Bean",
            "{'id':7,'version':1,'name':'n','active':false,'happy':null,'nick':'nick',"
                + "'URL_':'u','rate':0.5}");
  }

  @Test
  void what_is_missing_is_as_the_constructor_left_it_and_no_setter_is_given_null() {
    Shape<Object> shape = compiled().shape("p.Bean");

    assertEquals(
        "{'id':null,'version':1,'name':'nobody','active':true,'happy':true,'nick':null,"
            + "'URL_':null,'rate':0.5}",
        CompiledSources.json(CompiledSources.read("{'happy':true}", shape), shape));
  }

  @Test
  void a_bean_can_be_filled_where_it_is() {
    CompiledSources compiled = compiled();
    Shape<Object> shape = compiled.shape("p.Bean");
    Object bean = compiled.call("p.Check", "sample");
    byte[] json = "{\"version\":2,\"nick\":null}".getBytes(StandardCharsets.UTF_8);

    assertSame(bean, Format.JSON.reader().reset(json).read(bean, shape));
    assertEquals(
        "{'id':7,'version':2,'name':'n','active':false,'happy':null,'nick':null,"
            + "'URL_':'u','rate':0.5}",
        CompiledSources.json(bean, shape));
  }

  @Test
  void a_method_may_make_what_has_no_constructor_without_parameters() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                package p;
                import thaw.wire.*;
                @Described
                public class Made {
                  public int a;
                  public int b;
                  public Made(int a) { this.a = a; }
                  @Blank static Made blank() { return new Made(4); }
                }
                """)
            .clean();
    Shape<Object> shape = compiled.shape("p.Made");

    assertEquals(
        "{'a':4,'b':2}", CompiledSources.json(CompiledSources.read("{'b':2}", shape), shape));
  }

  @Test
  void nested_beans_and_types_that_describe_themselves_come_back() {
    CompiledSources.of(
            folder,
            """
            package p;
            import java.util.*;
            import thaw.wire.*;
            @Described
            public class Outer {
              public Inner inner;
              public List<Inner> inners;
              public Self self;
              public List<Self> selves;
              public ByHand byHand;
              static class Inner { public int x; }
              public static class Self implements Wired {
                static final Field N = Field.of(1, "n");
                int n;
                public void wire(Wire w) { n = w.int32(N, n); }
              }
              record ByHand(int y) {
                static final ObjectShape<ByHand> SHAPE = new ObjectShape<>() {
                  final Field Y = Field.of(1, "why");
                  protected ByHand blank() { return new ByHand(0); }
                  protected ByHand fields(Wire w, ByHand v) { return new ByHand(w.int32(Y, v.y)); }
                };
              }
            }
            """,
            """
            package p;
            import java.util.*;
            class Check {
              static Object sample() {
                Outer outer = new Outer();
                outer.inner = new Outer.Inner();
                outer.inner.x = 1;
                outer.inners = List.of(outer.inner);
                outer.self = new Outer.Self();
                outer.self.n = 2;
                outer.selves = List.of(outer.self);
                outer.byHand = new Outer.ByHand(3);
                return outer;
              }
            }
            """)
        .clean()
        .comesBack(
            "p.Outer",
            "{'inner':{'x':1},'inners':[{'x':1}],'self':{'n':2},'selves':[{'n':2}],"
                + "'byHand':{'why':3}}");
  }

  @Test
  void classes_of_no_package_and_classes_in_classes_are_found_by_their_names() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                class Plain {
                  @thaw.wire.Described static class In {
                    public int x = 1;
                    interface Face { @thaw.wire.Described record Deep(int y) {} }
                  }
                }
                """)
            .clean();

    assertEquals("Plain_InShape", compiled.shape("Plain$In").getClass().getName());
    assertEquals(
        "Plain_In_Face_DeepShape", compiled.shape("Plain$In$Face$Deep").getClass().getName());
    assertTrue(compiled.source("Plain_InShape").startsWith("/** The fields of {@code Plain.In}"));
  }
}
