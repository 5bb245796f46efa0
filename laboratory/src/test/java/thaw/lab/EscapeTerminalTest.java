package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.escape.At;
import thaw.escape.EscapeReport;
import thaw.escape.Loss;
import thaw.escape.MethodName;
import thaw.escape.Reason;
import thaw.escape.Site;
import thaw.presentation.text.Text;

class EscapeTerminalTest {
  private static final MethodName READ = new MethodName("com.example.Pet", "read", "()V");
  private static final MethodName INT32 = new MethodName("com.example.Wire", "int32", "()V");
  private static final long MIB = 1 << 20;

  @Test
  void sites_of_one_method_with_one_reason_are_one_entry() {
    List<Loss> losses = new ArrayList<>();
    for (int i = 0; i < 18; i++) {
      losses.add(lambda(17 - i, OptionalLong.of(2 * MIB)));
    }
    losses.add(stored(OptionalLong.of(MIB)));
    String text = text(report(losses, OptionalLong.of(37 * MIB)), false);
    assertEquals(
        """
        3 compiled methods of yours: 65 allocations, 46 removed, 19 stay
        JVM 25.0.3+9-LTS
        counted: 37 MiB by what stays, 5.0 MiB inside of methods that yours call (not looked at)

        Pet.read (Pet.java:10-27)                                                                     36 MiB
          18 x capturing lambda: Pet::set0, Pet::set1, Pet::set2 ...
          why     handed to Wire.int32, which was not inlined: "size > DesiredMethodLimit" (there is too
                  much in this compilation already)
          remedy  split the method: no more than 8,000 bytes of bytecode are inlined into one compilation;
                  or pass the target as a parameter to a lambda that captures nothing

        Pet.read (Pet.java:40)                                                                       1.0 MiB
          object: Point
          why     stored in Pet.last (inferred from the bytecode)
          remedy  it has to be there when it is stored; keep its values instead, or reuse one object
          seen where it is inlined into Wire.int32

        note: a note
        all of it: out/escape.json
        """,
        text);
    assertTrue(text.lines().allMatch(line -> Text.width(line) <= 100));
  }

  @Test
  void what_allocates_little_is_only_counted() {
    List<Loss> losses =
        List.of(lambda(1, OptionalLong.of(1000 * MIB)), stored(OptionalLong.of(MIB)));
    EscapeReport report = report(losses, OptionalLong.of(1001 * MIB));
    String small = "1 other site: stays, allocates little";
    assertTrue(text(report, false).contains(small + " (--all lists them)\n"));
    assertTrue(
        text(report, true)
            .contains(small + "\n  Pet.read (Pet.java:40) object: Point: stored in Pet.last"));
  }

  @Test
  void without_a_count_no_figure_is_shown() {
    String text = text(report(List.of(stored(OptionalLong.empty())), OptionalLong.empty()), false);
    assertTrue(text.contains("\nPet.read (Pet.java:40)\n"), text);
    assertTrue(!text.contains("MiB"), text);
  }

  @Test
  void the_json_has_its_members_in_this_order(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("escape.json");
    EscapeReport report =
        report(
            List.of(lambda(1, OptionalLong.of(2)), stored(OptionalLong.empty())),
            OptionalLong.of(3));
    EscapeJson.write(report, file);
    assertEquals(
        """
        {
          "format": "thaw-escape-1",
          "jvms": [
            "25.0.3+9-LTS"
          ],
          "arguments": "",
          "methods": 3,
          "sites": 48,
          "removed": 46,
          "ownBytes": 3,
          "calledBytes": 5242880,
          "losses": [
            { "class": "com.example.Pet", "method": "read", "descriptor": "()V", "bci": 1, "file": "Pet.java", "line": 11, "kind": "capturing lambda", "type": "IntConsumer", "detail": "Pet::set1", "compiledIn": "com.example.Pet.read", "bytes": 2, "reasons": [ { "key": "caller-too-big", "inferred": false, "words": "handed to Wire.int32, which was not inlined: \\"size > DesiredMethodLimit\\" (there is too much in this compilation already)", "remedy": "split the method: no more than 8,000 bytes of bytecode are inlined into one compilation; or pass the target as a parameter to a lambda that captures nothing" } ] },
            { "class": "com.example.Pet", "method": "read", "descriptor": "()V", "bci": 99, "file": "Pet.java", "line": 40, "kind": "object", "type": "Point", "detail": "", "compiledIn": "com.example.Wire.int32", "reasons": [ { "key": "stored", "inferred": true, "words": "stored in Pet.last", "remedy": "it has to be there when it is stored; keep its values instead, or reuse one object" } ] }
          ],
          "quiet": [],
          "uncompiled": [],
          "notes": [
            "a note"
          ]
        }
        """,
        Files.readString(file));
  }

  private static String text(EscapeReport report, boolean all) {
    return EscapeTerminal.render(report, Path.of("out/escape.json"), all, 100, false);
  }

  private static EscapeReport report(List<Loss> losses, OptionalLong own) {
    return new EscapeReport(
        List.of("25.0.3+9-LTS"),
        "",
        3,
        46 + losses.size(),
        46,
        losses,
        List.of(),
        List.of(),
        own,
        own.isEmpty() ? own : OptionalLong.of(5 * MIB),
        List.of("a note"));
  }

  private static Loss lambda(int number, OptionalLong bytes) {
    Site site =
        new Site(
            new At(READ, number),
            Site.Kind.LAMBDA,
            "IntConsumer",
            "Pet::set" + number,
            10 + number);
    Reason reason = Reason.notInlined(INT32, "size > DesiredMethodLimit", "");
    return new Loss(site, "Pet.java", List.of(reason), READ, bytes);
  }

  private static Loss stored(OptionalLong bytes) {
    Site site = new Site(new At(READ, 99), Site.Kind.OBJECT, "Point", "", 40);
    return new Loss(site, "Pet.java", List.of(Reason.stored("Pet.last", false)), INT32, bytes);
  }
}
