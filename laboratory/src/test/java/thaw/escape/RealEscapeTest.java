package thaw.escape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** Readers of a wire format in real JVMs, with what they really allocate. */
@Thorough("It has the optimising compiler analyse programs; EscapeScanTest reads what it says")
class RealEscapeTest {
  @TempDir static Path classes;
  @TempDir Path folder;

  static Stream<Jdk> jdks() {
    return Jdks.find(Map.of(), classes).all().stream().filter(jdk -> jdk.feature() >= 17);
  }

  @BeforeAll
  static void readers() throws IOException {
    Sources.compile(classes, source());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void the_optimising_compiler_loses_what_is_too_much_and_what_has_many_receivers(Jdk jdk)
      throws IOException, InterruptedException {
    EscapeReport report = run(jdk);
    assertEquals(16, report.sites() - 64 - 2, "sixteen fields");
    List<Loss> large = in(report.losses(), "read64");
    assertTrue(large.size() >= 8 && large.size() < 64, () -> large.size() + " of 64 stay");
    assertTrue(
        large.stream().allMatch(loss -> loss.reason().key().equals("caller-too-big")),
        large::toString);
    assertTrue(large.stream().mapToLong(loss -> loss.bytes().orElse(0)).sum() > 0);
    List<Loss> three = in(report.losses(), "readThree");
    assertEquals(2, three.size());
    assertTrue(
        three.stream().allMatch(loss -> loss.reason().key().equals("megamorphic")),
        three::toString);
    assertEquals(Site.Kind.LAMBDA, three.getFirst().site().kind());
    assertEquals(
        Set.of("Readers::set0", "Readers::set1"),
        three.stream().map(loss -> loss.site().detail()).collect(Collectors.toSet()));
    assertEquals(large.size() + three.size(), report.losses().size(), "the others lose nothing");
    assertEquals(16 + 64 - large.size(), report.removed());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void the_simple_compiler_loses_all(Jdk jdk) throws IOException, InterruptedException {
    EscapeReport report = run(jdk, "-XX:TieredStopAtLevel=1");
    assertEquals(0, report.removed());
    List<Loss> losses = new ArrayList<>(in(report.losses(), "read16"));
    assertEquals(16, losses.size());
    assertTrue(
        losses.stream().allMatch(loss -> loss.reason().kind() == Reason.Kind.NO_ANALYSIS),
        losses::toString);
    assertTrue(in(report.losses(), "plain64").isEmpty(), "it captures nothing");
  }

  private EscapeReport run(Jdk jdk, String... options) throws IOException, InterruptedException {
    Path written = Files.createDirectory(folder.resolve("written"));
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(List.of(options));
    command.add("-XX:-BackgroundCompilation"); // a busy machine must not end before it has compiled
    command.addAll(TracingFlags.to(written, true));
    command.addAll(List.of("-cp", classes.toString(), "example.Readers"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    try {
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), "not done");
    } finally {
      process.destroyForcibly();
    }
    String output = Files.readString(folder.resolve("output"));
    assertEquals(0, process.exitValue(), output);
    assertEquals("done\n", output, "the traces go to the log");
    try (AnalyzedProgram program = AnalyzedProgram.of(List.of(classes), List.of())) {
      return EscapeScan.of(program, TracingFlags.written(written));
    }
  }

  private static List<Loss> in(List<Loss> losses, String method) {
    return losses.stream().filter(loss -> loss.site().at().method().name().equals(method)).toList();
  }

  private static String source() {
    StringBuilder text = new StringBuilder("package example;\nimport java.util.function.*;\n");
    text.append(
        """
        public final class Readers {
          static final class Wire {
            final byte[] data = new byte[256];
            int at;
            Wire read(int key) { at = key; return this; }
            private int number() {
              int v = 0;
              int p = at & 255;
              byte b = data[p];
              if (b == '-') {
                v = -1;
              } else {
                while (b >= '0' && b <= '9' && p < 255) {
                  v = v * 10 + (b - '0');
                  b = data[++p];
                }
              }
              at = p;
              return v;
            }
            Wire int32(IntConsumer to) { to.accept(number()); return this; }
            <T> Wire int32(T target, ObjIntConsumer<T> to) { to.accept(target, number()); return this; }
          }
          interface Source { Source read(int key); Source int32(IntConsumer to); }
          static final class One implements Source {
            int at;
            public Source read(int key) { at = key; return this; }
            public Source int32(IntConsumer to) { to.accept(at); return this; }
          }
          static final class Two implements Source {
            int at;
            public Source read(int key) { at = key + 1; return this; }
            public Source int32(IntConsumer to) { to.accept(at + 1); return this; }
          }
          static final class Three implements Source {
            int at;
            public Source read(int key) { at = key + 2; return this; }
            public Source int32(IntConsumer to) { to.accept(at + 2); return this; }
          }
          void readThree(Source s) { s.read(0).int32(this::set0); s.read(1).int32(this::set1); }
        """);
    for (int i = 0; i < 64; i++) {
      text.append("int f%d; void set%d(int v) { f%d = v; }\n".formatted(i, i, i));
    }
    method(text, "read16", 16, "w.read(%d).int32(this::set%d);\n");
    method(text, "read64", 64, "w.read(%d).int32(this::set%d);\n");
    method(text, "plain64", 64, "w.read(%d).int32(this, Readers::set%d);\n");
    return text.append(
            """
              public static void main(String[] arguments) {
                Readers r = new Readers();
                Wire w = new Wire();
                Source[] sources = {new One(), new Two(), new Three()};
                many16(r, w);
                many64(r, w);
                manyPlain(r, w);
                manyThree(r, sources);
                System.out.println("done");
              }
              static void many16(Readers r, Wire w) { for (int i = 0; i < 30_000; i++) r.read16(w); }
              static void many64(Readers r, Wire w) { for (int i = 0; i < 40_000; i++) r.read64(w); }
              static void manyPlain(Readers r, Wire w) { for (int i = 0; i < 20_000; i++) r.plain64(w); }
              static void manyThree(Readers r, Source[] s) {
                for (int i = 0; i < 300_000; i++) r.readThree(s[i % 3]);
              }
            }
            """)
        .toString();
  }

  private static void method(StringBuilder text, String name, int fields, String line) {
    text.append("void ").append(name).append("(Wire w) {\n");
    for (int i = 0; i < fields; i++) {
      text.append(line.formatted(i, i));
    }
    text.append("}\n");
  }
}
