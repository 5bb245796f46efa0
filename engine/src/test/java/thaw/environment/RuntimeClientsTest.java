package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.FirstCases;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;

/** Process tests: all kinds of handlers, with AWS's runtime client and with Thaw's. */
@SideBySide
class RuntimeClientsTest {
  private static final String TYPES =
      """
      package kinds;
      import java.util.*;
      public class Types {
        public static class Pet {
          private String name;
          private int age = 1;
          private Boolean wild;
          private List<Pet> young;
          public String getName() { return name; }
          public void setName(String name) { this.name = name; }
          public int getAge() { return age; }
          public void setAge(int age) { this.age = age; }
          public Boolean getWild() { return wild; }
          public void setWild(Boolean wild) { this.wild = wild; }
          public List<Pet> getYoung() { return young; }
          public void setYoung(List<Pet> young) { this.young = young; }
        }
        public record Point(int x, double y, String label) {}
        public enum Size { SMALL, LARGE }
        public static class Box<T> {
          private T content;
          public T getContent() { return content; }
          public void setContent(T content) { this.content = content; }
        }
        public static class Numbers {
          public byte b; public short s; public int i; public long l; public float f; public double d;
          public java.math.BigDecimal decimal; public java.math.BigInteger integer; public char c;
          public byte[] bytes; public Date date; public Set<Integer> set; public int[] array;
        }
      }
      """;

  private static final String KINDS =
      """
      package kinds;
      import com.amazonaws.services.lambda.runtime.*;
      import java.io.*;
      import java.math.*;
      import java.nio.charset.StandardCharsets;
      import java.util.*;
      import kinds.Types.*;
      public class Kinds extends Above implements Beside {
        public String none() { return "ok"; }
        public String context(Context context) { return context.getFunctionName(); }
        public Object object(Object event, Context context) {
          return event == null ? "null" : event.getClass().getSimpleName() + " " + event;
        }
        public Object echo(Object event) { return event; }
        public String string(String event) { return event + "!"; }
        public int integer(int event, Context context) { return event + 1; }
        public Integer boxed(Integer event) { return event; }
        public long number(long event) { return event - 1; }
        public Double real(Double event) { return event; }
        public boolean flag(boolean event) { return !event; }
        public BigDecimal decimal(BigDecimal event) { return event; }
        public List<Integer> list(List<Integer> event) { event.add(event.get(0) + 1); return event; }
        public List<Pet> pets(List<Pet> event) { event.get(0).setAge(9); return event; }
        public Map<String, Integer> map(Map<String, Integer> event) {
          event.replaceAll((key, value) -> value + 1);
          return event;
        }
        public Map<String, Object> open(Map<String, Object> event) {
          Map<String, Object> types = new TreeMap<>();
          event.forEach((key, value) ->
              types.put(key, value == null ? null : value.getClass().getSimpleName()));
          return types;
        }
        public Map<String, Pet> named(Map<String, Pet> event) { return event; }
        public Set<String> set(Set<String> event) { return new TreeSet<>(event); }
        public Pet pet(Pet event, Context context) { event.setAge(event.getAge() + 1); return event; }
        public Point point(Point event) { return new Point(event.x() + 1, event.y(), event.label()); }
        public Size size(Size event) { return event == Size.SMALL ? Size.LARGE : Size.SMALL; }
        public Box<Pet> box(Box<Pet> event) { event.getContent().setAge(7); return event; }
        public Numbers numbers(Numbers event) { return event; }
        public void nothing(Object event) {}
        public Pet nullPet(Object event) { return null; }
        public static String fixed(String event) { return "fixed " + event; }
        public void streams(InputStream in, OutputStream out) throws IOException { in.transferTo(out); }
        public void in(InputStream in) throws IOException { in.readAllBytes(); }
        public void out(OutputStream out) throws IOException { out.write("{}".getBytes()); }
        public void outContext(OutputStream out, Context context) throws IOException {
          out.write(context.getFunctionVersion().getBytes(StandardCharsets.UTF_8));
        }
        public void full(InputStream in, OutputStream out, Context context) throws IOException {
          out.write(in.readAllBytes());
          out.write(context.getFunctionName().getBytes(StandardCharsets.UTF_8));
        }
        public void unwritten(InputStream in, OutputStream out) {}
        public String overloaded() { return "none"; }
        public String overloaded(String event) { return "one"; }
        public String overloaded(String event, Context context) { return "two"; }
        public String varied(String... event) { return String.join("+", event); }
        public double notANumber(Object event) { return Double.NaN; }
        public List<Object> oddNumbers(Object event) {
          return Arrays.asList(1e21, 1e-7, -0.0, 0.1 + 0.2, 1.1f, Double.MIN_VALUE, Long.MIN_VALUE,
              Double.POSITIVE_INFINITY, new BigDecimal("1.10"), new BigInteger("9".repeat(30)), (byte) 1, 'c');
        }
        public Optional<String> optional(Object event) { return Optional.of("there"); }
        public String place(Object event) throws Exception {
          ClassLoader mine = Kinds.class.getClassLoader();
          return (mine == Thread.currentThread().getContextClassLoader())
              + " " + Thread.currentThread().getName()
              + " " + new String(mine.getResourceAsStream("kinds/resource.txt").readAllBytes())
              + " " + Class.forName("lib.InJar").getMethod("name").invoke(null)
              + " " + new File("kinds/resource.txt").exists()
              + " " + System.getProperty("user.dir").equals(System.getenv("LAMBDA_TASK_ROOT"));
        }
      }
      class Above { public String inherited(String event) { return "above " + event; } }
      interface Beside { default String defaulted(String event) { return "beside " + event; } }
      """;

  private static final String CLASSES =
      """
      package kinds;
      import com.amazonaws.services.lambda.runtime.*;
      import java.io.*;
      import java.util.*;
      import kinds.Types.*;
      public class Classes {
        public static class PetHandler implements RequestHandler<Pet, String> {
          public String handleRequest(Pet pet, Context context) { return pet.getName(); }
        }
        public static class StreamHandler implements RequestStreamHandler {
          public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
            in.transferTo(out);
          }
        }
        public static class ListHandler implements RequestHandler<List<Pet>, Map<String, Pet>> {
          public Map<String, Pet> handleRequest(List<Pet> pets, Context context) {
            Map<String, Pet> named = new TreeMap<>();
            for (Pet pet : pets) { named.put(pet.getName(), pet); }
            return named;
          }
        }
        public static abstract class Base<E, R> implements RequestHandler<E, R> {
          public R handleRequest(E event, Context context) { return answer(event); }
          abstract R answer(E event);
        }
        public static class Heir extends Base<Pet, Integer> {
          Integer answer(Pet pet) { return pet.getAge(); }
        }
        public static class Both implements RequestHandler<String, String>, RequestStreamHandler {
          public String handleRequest(String event, Context context) { return "object"; }
          public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
            out.write("stream".getBytes());
          }
        }
        public static class Raw implements RequestHandler {
          public Object handleRequest(Object event, Context context) { return event; }
        }
        public static class Bounded<T extends Pet> implements RequestHandler<T, String> {
          public String handleRequest(T pet, Context context) { return pet.getName(); }
        }
      }
      """;

  private static final String IN_JAR =
      "package lib; public class InJar { public static String name() { return \"jar\"; } }";

  @TempDir static Path folder;
  private static BothClients clients;
  private static Path task;

  @BeforeAll
  static void functions() throws Exception {
    task = Sources.compile(folder.resolve("task"), TYPES, KINDS, CLASSES);
    Files.writeString(task.resolve("kinds/resource.txt"), "resource");
    Sources.jar(Sources.compile(folder.resolve("jar"), IN_JAR), task.resolve("lib/in.jar"));
    clients = BothClients.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    clients.close();
  }

  @FirstCases(value = 3, rest = "each is one more kind of handler or type with the same clients")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          none       | {}                                       | "ok"
          context    | {}                                       | "tested"
          object     | {"a":[1,2.5,null,true]} ;; [1] ;; "text" ;; 12345678901 ;; null | "LinkedHashMap {a=[1, 2.5, null, true]}" ;; "ArrayList [1]" ;; "String text" ;; "Long 12345678901" ;; "null"
          echo       | {"b":1,"a":{"z":[],"y":{}}} ;; 1.50 ;; -0 ;; 1e3 ;; false | {"b":1,"a":{"z":[],"y":{}}} ;; 1.5 ;; 0 ;; 1000.0 ;; false
          string     | "a\\u00e9\\n" ;; "" ;; null | "aé\\n!" ;; "!" ;; "null!"
          integer    | 41 ;; -2147483648 | 42 ;; -2147483647
          number     | 9223372036854775807 | 9223372036854775806
          real       | 1 ;; 2.50 ;; 1e400 ;; 4.9e-324 | 1.0 ;; 2.5 ;; "Infinity" ;; 4.9E-324
          flag       | true | false
          list       | [1] | [1,2]
          pets       | [{"name":"A"}] | [{"name":"A","age":9}]
          map        | {"b":1,"a":2} | {"b":2,"a":3}
          open       | {"i":1,"l":12345678901,"d":1.5,"s":"","n":null,"o":{},"a":[],"t":true,"big":123456789012345678901} | {"a":"ArrayList","big":"BigInteger","d":"Double","i":"Integer","l":"Long","o":"LinkedHashMap","s":"String","t":"Boolean"}
          named      | {"p":{"name":"P","age":2,"wild":true,"young":[]}} | {"p":{"name":"P","age":2,"wild":true,"young":[]}}
          pet        | {"name":"Pepper"} ;; {"age":3,"unknown":{"deep":[1]},"young":[{"name":"x"}]} ;; {} | {"name":"Pepper","age":2} ;; {"age":4,"young":[{"name":"x","age":1}]} ;; {"age":2}
          point      | {"x":1,"y":2.5,"label":"a"} ;; {"label":null} | {"x":2,"y":2.5,"label":"a"} ;; {"x":1,"y":0.0}
          size       | "SMALL" ;; "LARGE" | "LARGE" ;; "SMALL"
          box        | {"content":{"name":"in"}} | {"content":{"name":"in","age":7}}
          nothing    | {} | null
          nullPet    | {} | null
          fixed      | "x" | "fixed x"
          streams    | {"a":1} | {"a":1}
          out        | {} | {}
          outContext | {} | $LATEST
          full       | 5 | 5tested
          overloaded | "x" | "two"
          inherited  | "x" | "above x"
          varied     | ["a","b"] | "a+b"
          notANumber | {} | "NaN"
          place      | {} | "true main resource jar true true"
          """)
  void a_method_answers_the_same(String method, String events, String answers) throws Exception {
    assertAnswers("kinds.Kinds::" + method, events, answers);
  }

  @FirstCases(value = 3, rest = "each is one more kind of handler or type with the same clients")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          PetHandler                 | {"name":"x"}   | "x"
          PetHandler::handleRequest  | {"name":"x"}   | "x"
          StreamHandler              | any text       | any text
          StreamHandler::handleRequest | any text     | any text
          ListHandler                | [{"name":"x"}] | {"x":{"name":"x","age":1}}
          Heir                       | {"age":5}      | 5
          Both                       | "x"            | stream
          """)
  void a_class_answers_the_same(String name, String events, String answers) throws Exception {
    assertAnswers("kinds.Classes$" + name, events, answers);
  }

  /** What they say, nobody wants to know by heart: that it is the same is all. */
  @FirstCases(value = 3, rest = "each is one more kind of handler or type with the same clients")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          Kinds::in            | {}
          Kinds::defaulted     | "x"
          Kinds::set           | ["b","a","b"]
          Kinds::boxed         | 7 ;; null
          Kinds::decimal       | 1.10 ;; 123456789012345678901234567890.5 ;; "1.1"
          Kinds::unwritten     | {}
          Kinds::optional      | {}
          Kinds::oddNumbers    | {}
          Kinds::numbers       | {"b":1,"s":2,"i":3,"l":4,"f":1.5,"d":2.5,"decimal":1.10,"integer":5,"c":"x"} ;; {"i":"12","l":"3","d":"1e2"} ;; {"i":1.9,"l":2.0} ;; {"i":12345678901} ;; {"b":300} ;; {"c":65} ;; {"d":"NaN"} ;; {"decimal":"1.20"} ;; {"bytes":"AQID","date":"2020-01-02T03:04:05.678Z","set":[1,1],"array":[3,2]}
          Kinds::pet           | [] ;; "x" ;; 5 ;; {"name":5} ;; {"name":{}} ;; {"age":"x"} ;; {"age":null} ;; {"age":true} ;; {"name":"a","name":"b"} ;; {"Name":"x"} ;; null ;; {"young":{}}
          Kinds::size          | "MEDIUM" ;; 1 ;; "" ;; null
          Kinds::integer       | "12" ;; 1.5 ;; true ;; null ;; {}
          Kinds::string        | 5 ;; {} ;; true ;; [1]
          Kinds::map           | {"a":"5"} ;; {"a":1.5} ;; []
          Kinds::echo          | {"a":1,"a":2} ;; "\\ud83d\\ude00 \\ud800" ;; 1e999 ;; 123456789012345678901234567890
          Kinds::list          | 5
          Classes$Raw          | {"a":1}
          Classes$Bounded      | {"name":"x"}
          """)
  void what_fits_badly_is_treated_the_same(String name, String events) throws Exception {
    clients.same(asked("kinds." + name, events));
  }

  @Test
  void six_mib_pass_both_ways_in_any_kind_of_handler() throws Exception {
    String text = "\"" + "é".repeat(1_500_000) + "x".repeat(3_000_000) + "\"";
    for (String method : List.of("echo", "streams", "string")) {
      BothClients.Seen seen =
          clients.same(BothClients.Asked.of(task, "kinds.Kinds::" + method, text, "\"after\""));
      assertEquals(
          (method.equals("string") ? 4_500_006 : 4_500_005) + " characters",
          seen.answer().replaceFirst(",.*", ""));
    }
  }

  @FirstCases(value = 3, rest = "each is one more kind of handler or type with the same clients")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          Kinds::pet     | {"name":"x" ;; {"name":} ;; nonsense ;; {'name':'x'} ;; {"name":"x"}} ;; {"name":"a\\qb"} ;; [1,] ;; {"age":01} ;; {"age":+1} ;; // x
          Kinds::echo    | {"a":1} trailing ;; NaN ;; nul ;; "open
          """)
  void an_event_that_is_not_json_is_refused_the_same(String name, String events) throws Exception {
    clients.same(asked("kinds." + name, events));
  }

  private static void assertAnswers(String handler, String events, String answers)
      throws Exception {
    BothClients.Seen seen = clients.same(asked(handler, events));
    assertEquals(
        Stream.of(answers.split(" ;; ")).map(answer -> "ok " + answer).toList(), seen.answers());
  }

  private static BothClients.Asked asked(String handler, String events) {
    return BothClients.Asked.of(task, handler, events.split(" ;; "));
  }
}
