package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each mistake is an error of the compiler, at its line, with the remedy. */
class ProcessorMistakesTest {
  @TempDir private Path folder;

  /** Compiles a file whose first lines are given, and expects just these errors. */
  private void refused(String source, String... messages) {
    assertEquals(
        List.of(messages),
        CompiledSources.of(folder, "package p; import java.util.*; import thaw.wire.*;\n" + source)
            .messages());
  }

  @Test
  void what_has_no_fields() {
    refused(
        "@Described enum E { A }",
        "2: p.E is neither a record nor a class nor an interface, and has no fields to describe; take @Described"
            + " from it: constants of enums are written by their names");
    refused(
        "@Described @interface A {}",
        "2: p.A is neither a record nor a class nor an interface, and has no fields to describe; take @Described"
            + " from it: constants of enums are written by their names");
    refused(
        "@DescribedTypes(String.class) class A {}",
        "2: @DescribedTypes names java.lang.String, which has no fields to describe; name records,"
            + " beans and sealed types only");
    refused(
        "@DescribedTypes(int[].class) class A {}",
        "2: @DescribedTypes names int[], which has no fields to describe; name records, beans and"
            + " sealed types only");
  }

  @Test
  void what_cannot_be_named() {
    refused(
        "class A {\n@Described private record B() {} }",
        "3: p.A.B cannot be named outside of its class; take private from it");
    refused(
        "class A {\n@Described class B { public int x; } }",
        "3: p.A.B is an inner class, which belongs to an object; make it static");
    refused(
        "class A { private record C() {}\n@Described record B(C c) {} }",
        "3: p.A.C cannot be named outside of its class; let it be seen by its package");
  }

  @Test
  void what_cannot_be_made() {
    refused(
        "@Described class A {\n  A(int x) {}\n public int x; }",
        "2: p.A has no constructor without parameters that can be called; add one, make it a"
            + " record, or have a static method make it that is annotated with @Blank");
    refused(
        "@Described class A { private A() {}\n static Object newBuilder() { return null; } }",
        "2: p.A is made by a builder, which cannot be described; make it a record, or write its"
            + " shape by hand and name it with @With");
    refused(
        "@Described class A {\n W w; public W getW() { return w; } public void setW(W w) {}\n"
            + "static abstract class W implements Wired {} }",
        "3: p.A.W describes itself, but cannot be made; give it a constructor without parameters,"
            + " or a constant SHAPE");
  }

  @Test
  void types_of_fields_without_a_shape() {
    refused(
        "@Described record A(\nThread t) {}",
        "3: no shape for java.lang.Thread; name it in @DescribedTypes, or give a shape with @With");
    refused(
        "@Described record A(\n@SuppressWarnings(\"rawtypes\") List t) {}",
        "3: java.util.List says not what is in it; name the type of its elements:"
            + " java.util.List<String>, for example");
    refused(
        "@Described record A(\nList<? super String> t) {}",
        "3: the type ? super java.lang.String says not what is in there; name the type instead, or give a shape with"
            + " @With");
    refused(
        "@Described record A(\nList<Optional<String>> t) {}",
        "3: an optional value cannot be inside another one, or be an element; let the elements be"
            + " null instead");
    refused(
        "@Described record A(\n@SuppressWarnings(\"rawtypes\") Optional t) {}",
        "3: Optional says not what is in it; name it: Optional<String>, for example");
    refused(
        "@Described record A(\nMap<Thread, String> t) {}",
        "3: keys of a map cannot be of the type java.lang.Thread; take strings, enums, numbers"
            + " without fraction, or a type with a TextShape in @DescribedTypes(with = ...)");
    refused(
        "@Described record A(\nAbstractList<String> t) {}",
        "3: no java.util.AbstractList can be made when one is read; take List, Set or Map, or a"
            + " class that has a constructor without parameters, or give a shape with @With");
    refused(
        "@Described record A<T>(\nT[] t) {}",
        "3: an array of a type parameter cannot be made; make it a list");
  }

  @Test
  void generic_types() {
    refused(
        "@Described record A(\n@SuppressWarnings(\"rawtypes\") B b) { record B<T>(T t) {} }",
        "3: p.A.B is there without its type arguments; name them: p.A.B<T>");
    refused(
        "class C {}\nclass D { @Described record A<T>(\nB<T> b) {}\n record B<T>(A<T> a, T t) {} }",
        "4: the generic types p.D.B and p.D.A contain each other; make one of them a type without"
            + " parameters, or give a shape with @With",
        "5: the generic types p.D.A and p.D.B contain each other; make one of them a type without"
            + " parameters, or give a shape with @With");
    refused(
        "@Described record A<T>(\nA<List<T>> a) {}",
        "3: the generic types p.A and p.A contain each other; make one of them a type without"
            + " parameters, or give a shape with @With");
    refused(
        "@Described sealed interface A<T> {\n record B<T>(T t) implements A<T> {} }",
        "2: the alternatives of a type with type parameters cannot be described; make it a type"
            + " without parameters, or write its shape by hand and name it with @With");
  }

  @Test
  void names_and_numbers() {
    refused(
        "@Described record A(int a,\n@Key(name = \"a\") int b) {}",
        "3: two fields are called \"a\"; give one of them another name with @Key(name = ...)");
    refused(
        "@Described record A(@Key(number = 2) int a,\n@Key(number = 1) int b,\nint c) {}",
        "4: the fields a and c both have the number 2; give one of them another number with"
            + " @Key(number = ...); without it, a field's number is one more than that of the field"
            + " before");
    refused(
        "@Described record A(\n@Key(number = -1) int a) {}",
        "3: the number of a field cannot be -1; take one of 1 to 268435455");
    refused(
        "@Described record A(\n@Key(number = 1 << 28) int a) {}",
        "3: the number of a field cannot be 268435456; take one of 1 to 268435455");
    refused(
        "@Described record A(E e) {} enum E { B, C,\n@Key(number = 1) D }",
        "3: the constants C and D both have the number 1; give one of them another number with"
            + " @Key(number = ...); without it, a constant's number is one more than that of the"
            + " constant before");
    refused(
        "@Described record A(\n@Unknown byte[] rest, int a) {}",
        "3: the fields that are not known come behind all others; make this the last component or"
            + " property");
    refused(
        "@Described record A(int a,\n@Unknown String rest) {}",
        "3: @Unknown is on a java.lang.String; make it a byte[]");
    refused(
        "@Described record A(E e) {} enum E { B,\n@Key(name = \"B\") C }",
        "3: two constants of p.E are called \"B\"; give one of them another name with @Key(name ="
            + " ...)");
    refused(
        "@Described record A(E e) {} enum E { @Key(code = \"1\") B,\n@Key(code = \"1\") C }",
        "3: two constants of p.E have the code \"1\"; give one of them another code with @Key(code"
            + " = ...)");
    refused(
        "@Described record A(E e) {}\nenum E { @Key(code = \"1\") B, C }",
        "3: some constants of p.E have a code, and others do not; give each of them one with"
            + " @Key(code = ...)");
    refused(
        "@Described record A(E e) {} enum E {\n@Key(length = 2) B }",
        "3: the constant B of an enum has a tag of data or of elements; give the tag to fields: a"
            + " constant has a name, a number and a code");
    refused(
        "@Described record A(\n@Key(code = \"1\") int a) {}",
        "3: a field has no code: \"1\"; give codes to the constants of the enum");
    refused(
        "@Described record A(\n@Key(length = -1) byte[] a) {}",
        "3: a tag cannot be -1; take one of 1 to 268435455");
  }

  @Test
  void properties_of_beans() {
    refused(
        "@Described class A {\n public void setX(int x) {} }",
        "3: the property x has a setter, but no getter of the same type; add the getter, or"
            + " @Ignored to the setter");
    refused(
        "@Described class A {\n public long getX() { return 1; }\n public void setX(int x) {} }",
        "4: the property x has a setter, but no getter of the same type; add the getter, or"
            + " @Ignored to the setter");
    refused(
        "@Described class A {\n@Key(number = 3) private int x; }",
        "3: the property x cannot be read and written; give it a getter and a setter, or make its"
            + " field public");
    refused(
        "@Described class A {\n@Key(number = 3) public static int x; }",
        "3: @Key and @With mean nothing on x: it is static; put them on the field, the getter or"
            + " the setter of a property");
    refused(
        "@Described class A {\n@Key(number = 3) int getX() { return 1; } }",
        "3: @Key and @With mean nothing on getX: it is not public; put them on the field, the"
            + " getter or the setter of a property");
    refused(
        "@Described class A {\n@Key(number = 3) public int x() { return 1; } }",
        "3: @Key and @With mean nothing on x: it is neither a getter nor a setter; put them on the"
            + " field, the getter or the setter of a property");
    refused(
        "@Described class A {\n private int x; }",
        "2: no property of p.A can be read and written; give each a getter and a setter, make it a"
            + " public field, or make the class a record");
  }

  @Test
  void shapes_by_hand() {
    refused(
        "@Described record A(\n@With(S.class) String s) {}\n"
            + "abstract class S extends Shape<Integer> {}",
        "3: @With has p.S, which is no Shape<java.lang.String>; name a shape of that type");
    refused(
        "@Described record A(\n@With(S.class) String s) {}\n"
            + "abstract class S extends Shape<String> {}",
        "3: no instance of the shape p.S can be had here; give it a constant SHAPE, or a"
            + " constructor without parameters, that the package p may use");
    refused(
        "@DescribedTypes(with = S.class) class A {}\n" + "abstract class S extends Shape<int[]> {}",
        "2: p.S says not of which class it is a shape; let it extend Shape<T> of a class T");
    refused(
        "@Described\n@With(S.class) record A(String s) {}\nabstract class S extends Shape<A> {}",
        "3: p.A has a shape by @With already; take @Described or @With from it");
    refused(
        "@Described record A(String s) {}\nclass AShape {}",
        "2: there is a class p.AShape already; rename it, or name it with @With instead of"
            + " describing p.A");
  }

  @Test
  void blanks() {
    String remedy = "; let it be a static method without parameters that gives a p.A";
    refused(
        "@Described record A(int x) {\n@Blank A a() { return this; } }",
        "3: a blank must be static, and not private" + remedy);
    refused(
        "@Described record A(int x) {\n@Blank private static A a() { return null; } }",
        "3: a blank must be static, and not private" + remedy);
    refused(
        "@Described record A(int x) {\n@Blank static Object a() { return null; } }",
        "3: a blank must be a p.A" + remedy);
    refused(
        "@Described record A(int x) {\n@Blank static A a(int x) { return null; } }",
        "3: a blank must be a p.A" + remedy);
    refused(
        "@Described record A(int x) {\n@Blank static final int a = 0; }",
        "3: a blank must be a p.A" + remedy);
    refused(
        "@Described record A(int x) {\n@Blank static A a = null;\n@Blank static A b = null; }",
        "4: p.A has two blanks; take @Blank from one of them");
    refused(
        "@Described class A { public int x;\n@Blank static final A a = new A(); }",
        "3: the blank of a class is filled, so that a constant cannot be it" + remedy);
  }

  @Test
  void alternatives() {
    refused(
        "@Described interface A {}",
        "2: p.A is abstract, and nothing says what there is of it; seal it, or name all concrete"
            + " types with @Described(alternatives = ...)");
    refused(
        "@Described(alternatives = B.class) interface A {}\ninterface B extends A {}",
        "2: the alternative p.B is abstract itself; seal it, or name all concrete types with"
            + " @Described(alternatives = ...)");
    refused(
        "@Described(alternatives = B.class) interface A {}\nrecord B() {}",
        "2: p.B is no A; name types below it as its alternatives");
    refused(
        "@Described sealed interface A { enum E implements A { X } }",
        "2: the alternative p.A.E is an enum, which has no fields; make it a record");
    refused(
        "@Described sealed interface A { @Described(as = \"C\") record B() implements A {}\n"
            + "record C() implements A {} }",
        "2: p.A.B and p.A.C are both called C; give one of them another name with @Described(as ="
            + " ...)");
    refused(
        "@Described sealed interface A { record B(\nString type) implements A {} }",
        "3: a field of p.A.B is called as the discriminator of A: type; give one of them another"
            + " name, with @Key(name = ...) or @Described(discriminator = ...)");
    refused(
        "@Described(discriminatorNumber = 1) sealed interface A { record B(\nint x) implements A"
            + " {} }",
        "3: a field of p.A.B has the number of the discriminator of A: 1; give one of them another"
            + " number, with @Key(number = ...) or @Described(discriminatorNumber = ...)");
    refused(
        "@Described(discriminatorNumber = 0) sealed interface A { record B(int x) implements A {}"
            + " }",
        "2: the number of a discriminator cannot be 0; take one of 1 to 268435455 with"
            + " @Described(discriminatorNumber = ...)");
    refused(
        "@Described sealed interface A { record B(int x) implements A {\n"
            + "static final ObjectShape<B> SHAPE = null; } }",
        "2: the alternative p.A.B of A has no description that the processor has written; annotate"
            + " it with @Described, or name it in @DescribedTypes; it cannot have type parameters"
            + " or a shape of its own");
  }
}
