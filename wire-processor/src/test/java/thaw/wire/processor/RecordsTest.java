package thaw.wire.processor;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.wire.Described;
import thaw.wire.Format;
import thaw.wire.Shape;
import thaw.wire.WireException;

class RecordsTest {
  @TempDir private Path folder;

  @Test
  void all_scalars_come_back() {
    CompiledSources.of(
            folder,
            """
            package p;
            import java.math.*;
            import java.time.*;
            @thaw.wire.Described
            record Scalars(boolean a, byte b, short c, int d, long e, float f, double g, char h,
                Boolean a2, Byte b2, Short c2, Integer d2, Long e2, Float f2, Double g2,
                Character h2, String i, BigDecimal j, BigInteger k, Instant l, LocalDate m,
                LocalDateTime n, Duration o, java.util.UUID q, java.net.URI r, java.util.Date s,
                Thread.State t) {}
            """,
            """
            package p;
            import java.math.*;
            import java.time.*;
            class Check {
              static Object sample() {
                return new Scalars(true, (byte) -1, (short) 2, 3, 4L << 40, 1.5f, 0.1, 'x',
                    true, (byte) -1, (short) 2, 3, 4L << 40, 1.5f, 0.1,
                    'x', "text", new BigDecimal("1.10"), BigInteger.TEN, Instant.ofEpochSecond(1),
                    LocalDate.of(2026, 1, 2), LocalDateTime.of(2026, 1, 2, 3, 4),
                    Duration.ofMinutes(1), new java.util.UUID(0, 1),
                    java.net.URI.create("http://a/"), new java.util.Date(2000),
                    Thread.State.BLOCKED);
              }
            }
            """)
        .clean()
        .comesBack(
            "p.Scalars",
            "{'a':true,'b':-1,'c':2,'d':3,'e':4398046511104,'f':1.5,'g':0.1,'h':'x','a2':true,"
                + "'b2':-1,'c2':2,'d2':3,'e2':4398046511104,'f2':1.5,'g2':0.1,'h2':'x','i':'text',"
                + "'j':1.10,'k':10,'l':'1970-01-01T00:00:01Z','m':'2026-01-02',"
                + "'n':'2026-01-02T03:04','o':'PT1M',"
                + "'q':'00000000-0000-0000-0000-000000000001','r':'http://a/',"
                + "'s':'1970-01-01T00:00:02Z','t':'BLOCKED'}");
  }

  @Test
  void nulls_come_back_and_what_is_missing_is_zero() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                package p;
                import java.util.*;
                @thaw.wire.Described
                record Mixed(int a, Integer b, String c, List<String> d, Map<String, Integer> e,
                    Thread.State f, Optional<String> g, OptionalInt h, byte[] i, char j,
                    Mixed k) {}
                """,
                """
                package p;
                import java.util.*;
                class Check {
                  static Object sample() {
                    return new Mixed(0, null, null, null, null, null, Optional.empty(),
                        OptionalInt.empty(), null, '\\0', null);
                  }
                }
                """)
            .clean();
    String json =
        "{'a':0,'b':null,'c':null,'d':null,'e':null,'f':null,'g':null,'h':null,'i':null,"
            + "'j':'\\u0000','k':null}";

    compiled.comesBack("p.Mixed", json);
    Shape<Object> shape = compiled.shape("p.Mixed");
    assertEquals(compiled.call("p.Check", "sample"), CompiledSources.read("{}", shape));
    assertEquals(
        json, CompiledSources.json(CompiledSources.read("{'a':null,'j':null}", shape), shape));
    assertNull(CompiledSources.read("null", shape));
  }

  @Test
  void containers_come_back() {
    CompiledSources.of(
            folder,
            """
            package p;
            import java.util.*;
            import java.util.concurrent.*;
            @thaw.wire.Described
            record All(List<String> a, Set<Integer> b, Collection<Long> c, SortedSet<String> d,
                Deque<String> e, ArrayList<String> f, Map<String, Integer> g,
                Map<Thread.State, String> h, Map<Integer, Line> i, SortedMap<String, Line> j,
                EnumMap<Thread.State, String> k, ConcurrentMap<Long, String> l, int[] m,
                boolean[] n, double[][] o, String[] q, Line[] r, List<Line[]> s,
                List<? extends Line> t, Map<String, ? extends List<? extends Line>> u,
                Optional<Line> v, OptionalLong w, OptionalDouble x, Optional<List<String>> y,
                char[] z, List<Map<String, Set<Line>>> aa, Map<UUID, String> bb,
                HashMap<String, String> cc, List<byte[]> dd) {
              record Line(String name) {}
            }
            """,
            """
            package p;
            import java.util.*;
            import java.util.concurrent.*;
            class Check {
              static Object sample() {
                All.Line line = new All.Line("x");
                return new All(List.of("a"), Set.of(1), List.of(2L), new TreeSet<>(List.of("b", "a")),
                    new ArrayDeque<>(List.of("e")), new ArrayList<>(List.of("f")), Map.of("g", 1),
                    Map.of(Thread.State.NEW, "h"), Map.of(1, line),
                    new TreeMap<>(Map.of("b", line, "a", line)),
                    new EnumMap<>(Map.of(Thread.State.NEW, "k")),
                    new ConcurrentHashMap<>(Map.of(5L, "l")), new int[] {1, 2},
                    new boolean[] {true}, new double[][] {{1.5}, {}, null}, new String[] {"q", null},
                    new All.Line[] {line}, List.<All.Line[]>of(new All.Line[] {line}),
                    List.of(line), Map.of("u", List.of(line)), Optional.of(line),
                    OptionalLong.of(1), OptionalDouble.of(1.5), Optional.of(List.of("y")),
                    new char[] {'z'}, List.of(Map.of("aa", Set.of(line))),
                    Map.of(new UUID(0, 1), "bb"), new HashMap<>(Map.of("c", "c")),
                    List.of(new byte[] {1}));
              }
            }
            """)
        .clean()
        .comesBack(
            "p.All",
            "{'a':['a'],'b':[1],'c':[2],'d':['a','b'],'e':['e'],'f':['f'],'g':{'g':1},"
                + "'h':{'NEW':'h'},'i':{'1':{'name':'x'}},"
                + "'j':{'a':{'name':'x'},'b':{'name':'x'}},'k':{'NEW':'k'},'l':{'5':'l'},"
                + "'m':[1,2],'n':[true],'o':[[1.5],[],null],'q':['q',null],'r':[{'name':'x'}],"
                + "'s':[[{'name':'x'}]],'t':[{'name':'x'}],'u':{'u':[{'name':'x'}]},"
                + "'v':{'name':'x'},'w':1,'x':1.5,'y':['y'],'z':'z',"
                + "'aa':[{'aa':[{'name':'x'}]}],"
                + "'bb':{'00000000-0000-0000-0000-000000000001':'bb'},'cc':{'c':'c'},"
                + "'dd':['AQ==']}");
  }

  @Test
  void names_and_numbers_are_those_of_the_annotations_and_count_on_from_them() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                package p;
                import thaw.wire.*;
                @Described
                record Named(@Key(name = "a \\"b\\"\\n\\u00e9") int a, @Key(number = 7) int bC, int d,
                    @Ignored String no, @Key(number = 2, name = "E") int e) {}
                """,
                """
                package p;
                class Check {
                  static Object sample() { return new Named(1, 2, 3, null, 5); }
                }
                """)
            .clean();

    compiled.comesBack("p.Named", "{'a \\'b\\'\\u000a\u00e9':1,'bC':2,'d':3,'E':5}");
    String source = compiled.source("p.NamedShape");
    assertTrue(source.contains("thaw.wire.Field.of(7, \"bC\")"), source);
    assertTrue(source.contains("thaw.wire.Field.of(8, \"d\")"), source);
    assertTrue(source.contains("thaw.wire.Field.of(2, \"E\")"), source);
    assertEquals(
        "Named[a=0, bC=0, d=0, no=null, e=0]",
        String.valueOf(CompiledSources.read("{'no':'x'}", compiled.shape("p.Named"))));
  }

  @Test
  void a_blank_has_what_is_missing() {
    for (String blank :
        new String[] {
          "@Blank static final Limit NONE = new Limit(10, \"ten\");",
          "@Blank static Limit none() { return new Limit(10, \"ten\"); }"
        }) {
      CompiledSources compiled =
          CompiledSources.of(
                  folder,
                  "package p; import thaw.wire.*; @Described record Limit(int n, String name) {"
                      + " Limit { java.util.Objects.requireNonNull(name); } "
                      + blank
                      + "}")
              .clean();

      assertEquals(
          "Limit[n=1, name=ten]",
          String.valueOf(CompiledSources.read("{'n':1}", compiled.shape("p.Limit"))));
    }
  }

  @Test
  void a_record_that_is_read_over_another_one_keeps_what_is_missing() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                package p;
                import thaw.wire.*;
                import java.util.*;
                @Described
                record Part(int a, String b, Optional<String> c, @Ignored int d, List<String> e) {}
                """,
                """
                package p;
                import java.util.*;
                class Check {
                  static Object sample() {
                    return new Part(1, "b", Optional.of("c"), 4, List.of("e"));
                  }
                }
                """)
            .clean();
    Object read =
        Format.JSON
            .reader()
            .reset("{\"a\":5}".getBytes(StandardCharsets.UTF_8))
            .read(compiled.call("p.Check", "sample"), compiled.shape("p.Part"));

    assertEquals("Part[a=5, b=b, c=Optional[c], d=4, e=[e]]", String.valueOf(read));
  }

  @Test
  void recursive_types_come_back() {
    CompiledSources.of(
            folder,
            """
            package p;
            import java.util.*;
            @thaw.wire.Described
            record Tree(String name, List<Tree> children, Map<String, List<Tree>> more, Other o) {
              record Other(Tree tree, List<List<Tree>> trees) {}
            }
            """,
            """
            package p;
            import java.util.*;
            class Check {
              static Object sample() {
                Tree leaf = new Tree("leaf", null, null, null);
                return new Tree("root", List.of(leaf), Map.of("k", List.of(leaf)),
                    new Tree.Other(leaf, List.of(List.of(leaf))));
              }
            }
            """)
        .clean()
        .comesBack(
            "p.Tree",
            "{'name':'root','children':[LEAF],'more':{'k':[LEAF]},'o':{'tree':LEAF,'trees':[[LEAF]]}}"
                .replace("LEAF", "{'name':'leaf','children':null,'more':null,'o':null}"));
  }

  @Test
  void generic_types_come_back_with_the_shapes_of_their_arguments() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                package p;
                import java.util.*;
                @thaw.wire.Described
                record Page<T, N extends Number>(List<T> items, N next, Map<String, Set<T>> by,
                    Page<T, N> more, TreeSet<N> sorted, Pair<T> pair) {
                  record Pair<A>(A one, A other) {}
                }
                """,
                """
                package p;
                import java.util.*;
                @thaw.wire.Described
                record Pages(Page<String, Integer> a, List<Page<Line, Long>> b,
                    Page.Pair<Page.Pair<Line>> c) {
                  record Line(int n) {}
                }
                """,
                """
                package p;
                import java.util.*;
                class Check {
                  static final thaw.wire.Shape<Page<String, Integer>> SHAPE =
                      new PageShape<>(thaw.wire.Shapes.STRING, thaw.wire.Shapes.INT32);
                  static Page<String, Integer> page() {
                    return new Page<>(List.of("x"), 1, Map.of("k", Set.of("y")),
                        new Page<>(List.of(), null, null, null, null, null),
                        new TreeSet<>(Set.of(3, 2)), new Page.Pair<>("a", "b"));
                  }
                  static Object sample() {
                    Pages.Line line = new Pages.Line(7);
                    return new Pages(page(),
                        List.of(new Page<>(List.of(line), 1L, null, null, null, null)),
                        new Page.Pair<>(new Page.Pair<>(line, null), null));
                  }
                }
                """)
            .clean();
    String page =
        "{'items':['x'],'next':1,'by':{'k':['y']},'more':{'items':[],'next':null,'by':null,"
            + "'more':null,'sorted':null,'pair':null},'sorted':[2,3],"
            + "'pair':{'one':'a','other':'b'}}";

    compiled.comesBack(
        "p.Pages",
        "{'a':"
            + page
            + ",'b':[{'items':[{'n':7}],'next':1,'by':null,'more':null,'sorted':null,"
            + "'pair':null}],'c':{'one':{'one':{'n':7},'other':null},'other':null}}");
    assertEquals(
        page,
        CompiledSources.json(
            compiled.call("p.Check", "page"), compiled.shapeIn("p.Check", "SHAPE")));
  }

  @Test
  void constants_of_enums_may_have_other_names_in_documents() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                package p;
                import java.util.*;
                import thaw.wire.*;
                @Described
                record Paint(Color a, List<Color> b, Map<Color, Integer> c) {
                  enum Color { @Key(name = "rot") RED, GREEN { } }
                }
                """,
                """
                package p;
                import java.util.*;
                class Check {
                  static Object sample() {
                    return new Paint(Paint.Color.RED, List.of(Paint.Color.GREEN),
                        Map.of(Paint.Color.RED, 1));
                  }
                }
                """)
            .clean();

    compiled.comesBack("p.Paint", "{'a':'rot','b':['GREEN'],'c':{'rot':1}}");
    assertTrue(
        assertThrows(
                WireException.class,
                () -> CompiledSources.read("{'a':'RED'}", compiled.shape("p.Paint")))
            .getMessage()
            .startsWith("no constant of that name: RED at byte"));
  }

  @Test
  void fields_and_constants_have_the_tags_and_codes_of_fix() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                """
                package p;
                import java.util.*;
                import thaw.wire.*;
                @Described
                record Order(@Key(number = 11) String id, @Key(number = 54) Side side,
                    @Key(number = 96) byte[] raw,
                    @Key(number = 5096, length = 5090) byte[] own,
                    @Key(number = 386, elements = 336) List<String> sessions,
                    @Key(number = 453) List<Party> parties,
                    @Key(number = 10001) Instrument instrument,
                    @Key(number = 10002) Instrument missing) {
                  enum Side {
                    @Key(code = "1") BUY, @Key(name = "sell", number = 7, code = "2") SELL }
                  record Party(@Key(number = 448) String id, @Key(number = 452) Integer role) {}
                  record Instrument(@Key(number = 55) String symbol) {}
                }
                """)
            .clean();
    Shape<Object> shape = compiled.shape("p.Order");
    String json =
        "{'id':'x','side':'sell','raw':'AQ==','own':'AQI=','sessions':['a','b'],"
            + "'parties':[{'id':'p','role':3}],'instrument':{'symbol':'IBM'},'missing':null}";
    Object order = CompiledSources.read(json, shape);
    String fix = "11=x|54=2|95=1|96=||5090=2|5096=|\2|386=2|336=a|336=b|453=1|448=p|452=3|55=IBM|";
    assertEquals(fix, new String(Format.FIX.write(order, shape), ISO_8859_1).replace('\1', '|'));
    byte[] protobuf = Format.PROTOBUF.write(order, shape);
    assertEquals("5a 01 78 b0 03 07", HexFormat.of().withDelimiter(" ").formatHex(protobuf, 0, 6));
    Object read = Format.FIX.read(Format.FIX.write(order, shape), shape);
    assertEquals(json, CompiledSources.json(read, shape));
    byte[] wrong = "54=sell\1".getBytes(ISO_8859_1);
    assertThrows(WireException.class, () -> Format.FIX.read(wrong, shape));
  }

  @Test
  void objects_are_as_the_document_has_them_where_it_tells() {
    CompiledSources compiled =
        CompiledSources.of(
                folder,
                "package p; import java.util.*; @thaw.wire.Described"
                    + " record Open(Object any, Map<String, Object> map, List<?> list) {}")
            .clean();
    String json = "{'any':{'a':[1,'b',null,true]},'map':{'x':1.5},'list':['y']}";
    Shape<Object> shape = compiled.shape("p.Open");

    assertEquals(json, CompiledSources.json(CompiledSources.read(json, shape), shape));
  }

  @Test
  void the_compiler_finds_the_processor_in_its_jar() throws Exception {
    Path source = folder.resolve("P.java");
    Files.writeString(source, "@thaw.wire.Described record P(int x) {}");
    String wire = place(Described.class);
    String processor = place(DescriptionProcessor.class) + File.pathSeparator + wire;

    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                folder.toString(),
                "-cp",
                wire,
                "-processorpath",
                processor,
                source.toString());

    assertEquals(0, result);
    assertTrue(Files.exists(folder.resolve("PShape.class")));
  }

  private static String place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  @Test
  void nothing_of_a_value_is_made_when_it_is_written() {
    String source =
        CompiledSources.of(folder, "package p; @thaw.wire.Described record P(int x, String y) {}")
            .clean()
            .source("p.PShape");
    String write = source.substring(source.indexOf("void write("), source.indexOf("p.P read("));

    assertTrue(write.contains("w.int32(X, value.x());") && !write.contains("new "), write);
    assertTrue(!source.contains("->") && !source.contains("::"), source);
  }
}
