package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.wire.Descriptions;
import thaw.wire.Shape;
import thaw.wire.WireException;

/** Types of libraries whose documents are not as their classes are. */
class MixInsTest {
  @TempDir private Path library;
  @TempDir private Path folder;

  /** A library that knows nothing of thaw. */
  @BeforeEach
  void compile_a_library() throws IOException {
    Path source = library.resolve("Customer.java");
    Files.writeString(
        source,
        """
        package lib;
        import java.util.*;
        public class Customer {
          private String postalCode;
          private long credit;
          private Inner inner;
          private List<Part> parts;
          private String secret = "s";
          private java.net.URI site;
          public String getPostalCode() { return postalCode; }
          public void setPostalCode(String code) { postalCode = code; }
          public long getCredit() { return credit; }
          public void setCredit(long credit) { this.credit = credit; }
          public Inner getInner() { return inner; }
          public void setInner(Inner inner) { this.inner = inner; }
          public List<Part> getParts() { return parts; }
          public void setParts(Collection<Part> parts) { this.parts = new ArrayList<>(parts); }
          public String getSecret() { return secret; }
          public void setSecret(String secret) { this.secret = secret; }
          public java.net.URI getSite() { return site; }
          public void setSite(String site) { this.site = java.net.URI.create(site); }
          public class Inner { public int x = 1; }
          public static class Part { public int n; public Far far; }
        }
        """);
    Path far = library.resolve("Far.java");
    Files.writeString(far, "package lib; public record Far(int km, int hours) {}");
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", library.toString(), source.toString(), far.toString()));
  }

  private static final String MIX_INS =
      """
      package app;
      import lib.*;
      import thaw.wire.*;
      @DescribedTypes(value = Customer.class, parts = Far.class)
      @MixIn(value = Customer.class, names = "Credit postal-code")
      @MixIn(value = {Customer.Part.class, Customer.Inner.class})
      class Types {}
      """;

  private static final String MEMBERS =
      """
      package app;
      import lib.*;
      import thaw.wire.*;
      @MixIn(Customer.class)
      public abstract class CustomerMixIn {
        public static final Shape<Long> CENTS = new Shape<>() {
          public Long wire(Wire w, Long value) {
            return w.int64(value == null ? 0 : value * 100) / 100;
          }
        };
        @With(value = CustomerMixIn.class, constant = "CENTS") abstract long getCredit();
        @Ignored String secret;
        public static String getSite(Customer customer, Wire w) {
          if (w.reading()) return null;
          String site = String.valueOf(customer.getSite());
          if (site.equals("bad:site")) throw w.error("no site");
          return site;
        }
        @MixIn(Customer.Inner.class)
        public static class InnerMixIn {
          @Blank public static Customer.Inner blank() { return new Customer().new Inner(); }
        }
        @MixIn(Far.class)
        interface FarMixIn { @Key(name = "h") int hours(); }
      }
      """;

  @SuppressWarnings("unchecked")
  private Shape<Object> shape() throws ReflectiveOperationException, IOException {
    URL[] path = {folder.toUri().toURL(), library.toUri().toURL()};
    ClassLoader loader = new URLClassLoader(path, MixInsTest.class.getClassLoader());
    return (Shape<Object>) Descriptions.of(loader.loadClass("lib.Customer"), loader);
  }

  @Test
  void names_order_shapes_accessors_and_blanks_are_those_of_the_mix_ins() throws Exception {
    CompiledSources.with(List.of(library), folder, MIX_INS, MEMBERS).clean();
    Shape<Object> shape = shape();

    String json =
        "{'Credit':300,'postal-code':'1010','inner':{'x':2},"
            + "'parts':[{'n':4,'far':{'km':5,'h':6}}],'site':'a:b'}";
    assertEquals(json, CompiledSources.json(CompiledSources.read(json, shape), shape));
    assertEquals(
        "{'Credit':0,'postal-code':null,'inner':{'x':1},'parts':null,'site':'null'}",
        CompiledSources.json(CompiledSources.read("{'inner':{}}", shape), shape));
  }

  @Test
  void an_accessor_that_takes_the_wire_may_refuse_with_the_place() throws Exception {
    CompiledSources.with(List.of(library), folder, MIX_INS, MEMBERS).clean();
    Shape<Object> shape = shape();
    Object customer = CompiledSources.read("{'site':'bad:site'}", shape);

    WireException refused =
        assertThrows(WireException.class, () -> CompiledSources.json(customer, shape));
    assertEquals("no site", refused.getMessage().replaceAll(" at byte .*", ""));
  }

  private void refused(String mixIn, String... messages) {
    assertEquals(
        List.of(messages),
        CompiledSources.with(
                List.of(library),
                folder,
                "package app; import lib.*; import thaw.wire.*;\\n".replace("\\n", "\n") + mixIn)
            .messages());
  }

  @Test
  void what_a_mix_in_cannot_stand_for_is_an_error_there() {
    refused(
        "@DescribedTypes(Far.class) @MixIn(value = Far.class, names = \"Km Hourse\") class A {}",
        "2: lib.Far has no property that is called as the field Hourse; name one that has a getter"
            + " and a setter, and each once");
    refused(
        "@DescribedTypes(Far.class) @MixIn(Far.class) interface A { @Key(name = \"k\") int miles();"
            + " }",
        "2: lib.Far has nothing that miles stands for; call it as a field, a getter or a setter is"
            + " called");
    refused(
        "@DescribedTypes(Customer.Part.class) @MixIn(Customer.Part.class) interface A {"
            + " @Key(name = \"k\") int getM(); }",
        "2: lib.Customer.Part has nothing that getM stands for; call it as a field, a getter or a"
            + " setter is called");
    refused(
        "@MixIn(Far.class) interface A {}",
        "2: @MixIn names lib.Far, which is not described here; take it from there, or name the type"
            + " in @DescribedTypes");
    refused(
        "@Described record A(@With(value = B.class, constant = \"C\") int x) {} class B {}",
        "2: @With names app.B.C, which is no Shape<java.lang.Integer> that can be used here; name a"
            + " static field of that type");
    refused(
        "@Described record A(B b) {} @With(value = C.class, constant = \"C\") record B(int x) {}"
            + " class C extends Shape<B> { public B wire(Wire w, B b) { return b; } }",
        "2: @With on a type names a constant: C; call it SHAPE, or put @With on each property");
  }
}
