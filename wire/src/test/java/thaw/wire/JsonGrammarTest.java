package thaw.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is JSON and what is not, where nobody asks for anything of it: RFC 8259, rule by rule. */
class JsonGrammarTest {
  /** Each rule of the RFC with its borders; ' stands for a quote. */
  private static final String GOOD =
      """
      null  true  false  0  -0  1  -1  10  0.0  -0.1  1.0  1e1  1E1  1e+1  1e-1  1.5E-3  0e0  0e+1  123456789012345678901234567890
      ''  'a'  'a b'  '\\''  '\\\\'  '\\/'  '\\b\\f\\n\\r\\t'  '\\u0000'  '\\u0041'  '\\uABCD'  '\\uabcd'  '\\ud83c\\udf75'  '\\ud83c'  '\\udf75'
      'é'  '\u007f'  '\u0080'  '\uD83C\uDF75'  '\u2028'  '\uFFFF'  '/'  '[1,2'  '{'  '// no comment'
      []  [ ]  [1]  [1,2]  [1,[2,[3]]]  [[],[]]  [null,true,false]  ['',{}]  [{}]  [{'a':1},{'a':2}]  [1\n,\r2\t]
      {}  { }  {'a':1}  {'a':1,'b':2}  {'a':{'a':{'a':{}}}}  {'':0}  {'a':[]}  {'a' : 1 , 'b' : [ 2 ] }  {'\\u0061':1}  {'a':'}'}
      """;

  private static final String BAD =
      """
      nul  nulll  True  NULL  tru  fals  n  undefined  NaN  Infinity  -Infinity  -  +1  .5  1.  -.5  00  01  -01  1e  1e+  1E-  1.e1  1.5.5  1e1.5  0x1  1_000  1a  --1  1+1  ٣
      '  'a  a'  'a''b'  '\\'  '\\x41'  '\\u'  '\\u12'  '\\u123'  '\\u12G4'  '\\u 123'  '\\a'  '\\\t'  '\u0001'  '\t'  '\n'  ´a´  a
      [  ]  [1  1]  [,]  [1,]  [,1]  [1,,2]  [1 2]  [1}  {1]  [1]]  [[1]  [1]2  [1],  ,[1]  [1;2]  [1:2]  ['a'  [nul]  [-]  []]  [][]
      {  }  {'a'}  {'a':}  {'a'  {'a':1  {'a':1,}  {,}  {,'a':1}  {'a':1,,'b':2}  {'a' 1}  {'a'::1}  {'a':1 'b':2}  {a:1}  {1:1}  {null:1}  {'a':1}}  {'a':1]  {'a','b'}  {'a':1:2}  {'a':1}{}
      /**/1  1//  #1  [1]x  \u00a01  1\u2003  \u000c1  \u000b1
      """;

  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private static List<String> cases(String table) {
    // Two spaces are between cases; what is in them has its own.
    return Stream.of(table.replace('\'', '"').split(" {2,}|\n(?=[^,])"))
        .filter(text -> !text.isBlank() || text.contains("\f"))
        .toList();
  }

  private static boolean isTaken(byte[] document) {
    JsonReader reader = new JsonReader();
    try {
      reader.reset(document);
      reader.skip();
      reader.finish();
      return true;
    } catch (WireException e) {
      assertTrue(e.offset() >= 0 && e.offset() <= document.length, e.getMessage());
      assertTrue(e.path().startsWith("$"), e.getMessage());
      return false;
    }
  }

  private static boolean isTakenByJackson(byte[] document) {
    try {
      return !STRICT.readTree(document).isMissingNode();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void what_the_rfc_has_is_taken_alone_and_in_others() {
    List<String> cases = cases(GOOD);
    assertTrue(cases.size() > 60, cases::toString);
    for (String text : cases) {
      assertTrue(isTaken(text.getBytes(UTF_8)), text);
      assertTrue(isTaken((" \r\n\t" + text + " \r\n\t").getBytes(UTF_8)), text);
      assertTrue(isTaken(("[0," + text + ",0]").getBytes(UTF_8)), text);
      assertTrue(isTaken(("{\"x\":" + text + ",\"y\":" + text + "}").getBytes(UTF_8)), text);
      assertTrue(isTakenByJackson(text.getBytes(UTF_8)), "Jackson: " + text);
    }
  }

  @Test
  void all_else_is_refused_alone_and_in_others() {
    List<String> cases = cases(BAD);
    assertTrue(cases.size() > 90, cases::toString);
    for (String text : cases) {
      assertFalse(isTaken(text.getBytes(UTF_8)), text);
      assertFalse(isTakenByJackson(text.getBytes(UTF_8)), "Jackson: " + text);
    }
    assertFalse(isTaken(new byte[0]), "nothing");
    assertFalse(isTaken(" ".getBytes(UTF_8)), "a space");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00e9", "\u0080", "\u00c0\u0080", "\u00c1\u00bf", "\u00e0\u009f\u00bf",
            "\u00ed\u00a0\u0080", "\u00ed\u00bf\u00bf",
        "\u00f0\u008f\u00bf\u00bf", "\u00f4\u0090\u0080\u0080", "\u00f5\u0080\u0080\u0080",
            "\u00ff", "\u00fe", "\u00c3", "\u00e2\u0082",
        "\u00f0\u009f\u008d", "\u00c3(", "\u00e2(\u00a1", "\u00f8\u0088\u0080\u0080\u0080"
      })
  void what_is_not_utf_8_is_refused(String bytes) {
    byte[] document = ("\"ab" + bytes + "\"").getBytes(ISO_8859_1);
    assertFalse(isTaken(document));
    byte[] name = ("{\"ab" + bytes + "\":1}").getBytes(ISO_8859_1);
    assertFalse(isTaken(name));
  }

  /** Random changes to documents: where Jackson and this reader disagree, one of them is wrong. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void what_jackson_takes_is_taken(long seed) {
    Random random = new Random(seed);
    byte[] sample =
        "{\"a\":[1,-2.5e3,\"x\\u0041\\n\"],\"b\":{\"c\":null,\"d\":true},\"e\":[{},[],\"\"],\"f\":0.1}"
            .getBytes(UTF_8);
    byte[] alphabet = "{}[]:,\"\\ \n\t0123456789.eE+-truefalsn/ux\u0001\u0000".getBytes(UTF_8);
    int taken = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] document = sample.clone();
      for (int change = random.nextInt(4); change >= 0; change--) {
        document[random.nextInt(document.length)] = alphabet[random.nextInt(alphabet.length)];
      }
      boolean expected = isTakenByJackson(document);
      if (hasTwice(document)) {
        continue; // nobody asks for these names, so only Jackson refuses
      }
      assertEquals(expected, isTaken(document), () -> new String(document, UTF_8));
      taken += expected ? 1 : 0;
    }
    assertTrue(taken > 1_000, () -> "too few documents are good, seed " + seed);
  }

  private static boolean hasTwice(byte[] document) {
    try {
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(document);
    } catch (IOException e) {
      return false;
    }
    return !isTakenByJackson(document);
  }

  @Test
  void long_and_deep_documents_take_time_in_proportion_to_their_size() {
    Limits deep = Limits.DEFAULT.withMaxDepth(100_000);
    byte[] nested = ("[".repeat(100_000) + "]".repeat(100_000)).getBytes(UTF_8);
    JsonReader reader = new JsonReader(deep);
    reader.reset(nested);
    reader.skip();
    reader.finish();

    // Each field that is looked for is the last one, of very many.
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      names.add("\"n" + i + "\":" + i);
    }
    byte[] wide = ("{" + String.join(",", names) + "}").getBytes(UTF_8);
    int[] sum = {0};
    Field[] last = new Field[1_000];
    for (int i = 0; i < last.length; i++) {
      last[i] = Field.of(i + 1, "n" + (99_999 - i));
    }
    Format.JSON.read(
        wide,
        (Wired)
            w -> {
              for (Field field : last) {
                sum[0] += w.int32(field, 0);
              }
            });
    assertEquals(99_999 * 1_000 - 999 * 1_000 / 2, sum[0]);
  }

  @Test
  @EnabledIfSystemProperty(
      named = "thaw.json.suite",
      matches = ".+",
      disabledReason = "the folder test_parsing of JSONTestSuite (github.com/nst) is not given")
  void the_public_suite() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("thaw.json.suite")))) {
      for (Path file : files.toList()) {
        char kind = file.getFileName().toString().charAt(0);
        boolean taken = isTaken(Files.readAllBytes(file));
        assertTrue(kind == 'i' || taken == (kind == 'y'), file::toString);
      }
    }
  }
}
