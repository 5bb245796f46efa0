package thaw.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import thaw.fixture.Sources;

class CodeSuspectsTest {
  @TempDir private Path folder;

  private List<String> suspects(String handler) throws IOException {
    Sources.compile(folder, CODE);
    try (Stream<Path> files = Files.walk(folder)) {
      List<ClassNode> classes =
          files
              .filter(file -> file.toString().endsWith(".class"))
              .map(CodeSuspectsTest::read)
              .toList();
      return new CodeSuspects(classes)
          .find("com.example.Shop::" + handler).stream()
              .map(suspect ->
                  suspect.subject().replaceFirst(".*#", "")
                      + (suspect.type().isEmpty() ? "" : " " + suspect.type()))
              .sorted()
              .toList();
    }
  }

  private static ClassNode read(Path file) {
    try {
      ClassNode type = new ClassNode();
      new ClassReader(Files.readAllBytes(file)).accept(type, ClassReader.SKIP_FRAMES);
      return type;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void unsafe_types_in_static_fields_are_seen_with_the_type_that_was_made() throws IOException {
    assertEquals(
        List.of("CACHE java.util.HashMap", "FORMAT java.text.SimpleDateFormat"),
        suspects("shared"));
  }

  @Test
  void a_static_field_that_a_request_writes_is_seen() throws IOException {
    assertEquals(List.of("total"), suspects("counts"));
  }

  @Test
  void what_the_handler_leads_to_is_seen_and_what_a_request_makes_is_not() throws IOException {
    assertEquals(List.of("lines java.util.ArrayList"), suspects("leads"));
  }

  @Test
  void a_lambda_is_part_of_the_request() throws IOException {
    assertEquals(List.of("CACHE java.util.HashMap"), suspects("inLambda"));
  }

  @Test
  void guarded_state_and_maps_that_are_only_read_are_not_seen() throws IOException {
    assertEquals(List.of(), suspects("sound"));
  }

  private static final String CODE =
      """
      package com.example;
      import java.text.SimpleDateFormat;
      import java.util.*;
      public class Shop {
        private static final Map<String, String> CACHE = new HashMap<>();
        private static final Map<String, String> NAMES = new HashMap<>();
        private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy");
        private static final Map<String, String> GUARDED = new HashMap<>();
        private static final List<String> SAFE = Collections.synchronizedList(new ArrayList<>());
        private static volatile String last;
        private static int total;
        private final Basket basket = new Basket();
        static { NAMES.put("ann", "Ann"); }
        static class Basket {
          private final List<String> lines = new ArrayList<>();
          void add(String line) { lines.add(line); }
        }
        static class Request {
          private final StringBuilder text = new StringBuilder();
          void add(String part) { text.append(part); }
        }
        public String shared(Map<String, String> event) {
          CACHE.put("time", FORMAT.format(new Date()));
          return "done";
        }
        public String counts(Map<String, String> event) { return "" + total++; }
        public String leads(Map<String, String> event) {
          basket.add("line");
          new Request().add("part");
          return "done";
        }
        public String inLambda(Map<String, String> event) {
          event.forEach((key, value) -> CACHE.put(key, value));
          return "done";
        }
        public String sound(Map<String, String> event) {
          last = NAMES.get("ann");
          SAFE.add(last);
          synchronized (GUARDED) { GUARDED.put("last", last); }
          if (known(last).isEmpty()) { return ""; }
          guarded();
          List<String> own = new ArrayList<>();
          own.add(last);
          return String.join("", own);
        }
        private String known(String name) {
          synchronized (GUARDED) {
            if (GUARDED.containsKey(name)) { return GUARDED.get(name); }
            GUARDED.put(name, name);
            return name;
          }
        }
        private synchronized void guarded() { basket.add("line"); }
      }
      """;
}
