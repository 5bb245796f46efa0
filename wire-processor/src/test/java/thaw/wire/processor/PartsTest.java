package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.wire.Descriptions;
import thaw.wire.Shape;
import thaw.wire.WireException;

/** Types that are described in the class of the one that refers to them. */
class PartsTest {
  private static final String ORDER =
      """
      package p;
      import java.util.*;
      import thaw.wire.*;
      @Described
      record Order(String id, List<Line> lines, Bill.Line total, Map<String, Payment> payments,
          Tree tree, Note note, Box box, String[] tags, Line[] more) {
        record Line(String article, int id, Order of) {
          @Blank static final Line BLANK = new Line("none", 1, null);
        }
      }
      """;

  private static final String BILL =
      "package p; class Bill { record Line(int id, String article) {} }";

  private static final String PAYMENT =
      """
      package p;
      sealed interface Payment {
        record Cash(int amount) implements Payment {}
        record Card(String id, Payment instead) implements Payment {}
      }
      """;

  private static final String TREE =
      "package p; import java.util.*; record Tree(List<Tree> branches, Optional<String> id) {}";

  private static final String BOX =
      """
      package p;
      class Box {
        private Box inside;
        public int id = 7;
        public Box getInside() { return inside; }
        public void setInside(Box inside) { this.inside = java.util.Objects.requireNonNull(inside); }
      }
      """;

  private static final String NOTE = "package p; @thaw.wire.Described record Note(String text) {}";

  private static final String CHECK =
      """
      package p;
      import java.util.*;
      class Check {
        static Object sample() {
          Order.Line line = new Order.Line("tea", 2, null);
          Payment cash = new Payment.Cash(5);
          Box box = new Box();
          box.setInside(new Box());
          return new Order("o", List.of(line), new Bill.Line(3, "sum"),
              new TreeMap<>(Map.of("a", cash, "b", new Payment.Card("c", cash))),
              new Tree(List.of(new Tree(List.of(), Optional.empty())), Optional.of("t")),
              new Note("n"), box, new String[] {"x"},
              new Order.Line[] {new Order.Line("cup", 4, new Order(null, null, null, null, null,
                  null, null, null, null))});
        }
      }
      """;

  private static final String EMPTY =
      "'lines':null,'total':null,'payments':null,'tree':null,'note':null,'box':null,'tags':null,"
          + "'more':null}";

  @TempDir private Path folder;

  private CompiledSources compiled() {
    return CompiledSources.of(folder, ORDER, BILL, PAYMENT, TREE, BOX, NOTE, CHECK).clean();
  }

  private List<String> classes() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains("Shape") && name.endsWith(".class"))
          .sorted()
          .toList();
    }
  }

  @Test
  void all_that_a_type_refers_to_is_in_its_class_and_comes_back() throws IOException {
    CompiledSources compiled = compiled();

    assertEquals(List.of("NoteShape.class", "OrderShape.class"), classes());
    compiled.comesBack(
        compiled.shape("p.Order"),
        "{'id':'o','lines':[{'article':'tea','id':2,'of':null}],"
            + "'total':{'id':3,'article':'sum'},"
            + "'payments':{'a':{'type':'Cash','amount':5},"
            + "'b':{'type':'Card','id':'c','instead':{'type':'Cash','amount':5}}},"
            + "'tree':{'branches':[{'branches':[],'id':null}],'id':'t'},"
            + "'note':{'text':'n'},'box':{'inside':{'inside':null,'id':7},'id':7},'tags':['x'],"
            + "'more':[{'article':'cup','id':4,'of':{'id':null,"
            + EMPTY
            + "}]}");
  }

  @Test
  void what_is_missing_in_a_part_is_what_its_blank_has() {
    Shape<Object> shape = compiled().shape("p.Order");

    assertEquals(
        "{'id':null,'lines':[{'article':'none','id':1,'of':null}],'total':{'id':0,'article':null},"
            + "'payments':null,'tree':null,'note':null,'box':{'inside':null,'id':7},'tags':null,"
            + "'more':null}",
        CompiledSources.json(
            CompiledSources.read("{'lines':[{}],'total':{},'box':{}}", shape), shape));
  }

  @Test
  void what_is_wrong_in_a_part_is_told_with_its_place() {
    Shape<Object> shape = compiled().shape("p.Order");

    WireException refused =
        assertThrows(
            WireException.class,
            () -> CompiledSources.read("{'payments':{'a':{'type':'Check'}}}", shape));
    assertEquals("$.payments.a.type", refused.path());
  }

  @Test
  void a_type_that_is_asked_for_has_a_class_of_its_own() throws Exception {
    CompiledSources compiled = compiled();

    assertNotNull(compiled.shape("p.Note"));
    assertNull(
        Descriptions.of(compiled.loader().loadClass("p.Order$Line"), compiled.loader()),
        "a part has none");
    assertFalse(compiled.source("p.OrderShape").contains("writeNote"));
  }

  @Test
  void a_generic_type_and_one_of_another_package_have_classes_of_their_own() throws IOException {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                "package q; public class Shy { public int x = 3; Shy() {} "
                    + "public static Object shy() { return new Shy(); } }",
                "package p; @thaw.wire.Described record All(Page<Leaf> page, q.Shy shy) {}",
                "package p; record Page<T>(T content, Leaf first) {}",
                "package p; record Leaf(int n) {}",
                "package p; class Check { static Object sample() { return new All(new Page<>("
                    + "new Leaf(1), new Leaf(2)), (q.Shy) q.Shy.shy()); } }")
            .clean();

    assertTrue(
        classes().containsAll(List.of("PageShape.class", "ShyShape.class")), classes().toString());
    String json = "{'page':{'content':{'n':1},'first':{'n':2}},'shy':{'x':3}}";
    Shape<Object> shape = compiled.shape("p.All");
    assertEquals(json, CompiledSources.json(CompiledSources.read(json, shape), shape));
  }
}
