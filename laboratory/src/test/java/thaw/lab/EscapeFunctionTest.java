package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.Sources;

/** {@code thaw lab escape} of a function, in its real environment. */
class EscapeFunctionTest {
  @TempDir static Path project;
  @TempDir Path folder;

  @BeforeAll
  static void a_function() throws IOException {
    // A busy machine must not end before it has compiled.
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Keeping:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              Handler: com.example.Keeping::handle
              CodeUri: classes
              Environment:
                Variables:
                  JAVA_TOOL_OPTIONS: -XX:-BackgroundCompilation
        """);
    Sources.compile(
        project.resolve("classes"),
        """
        package com.example;
        public class Keeping {
          static Object last;
          public int handle(java.util.Map<String, Integer> event) {
            int times = event.get("times");
            if (times < 0) throw new IllegalArgumentException("negative");
            int sum = 0;
            for (int i = 0; i < times; i++) {
              keep(i);
              sum += new int[] {i}[0];
            }
            return sum;
          }
          private static void keep(int i) { last = new Object[] {null, null}; }
        }
        """);
  }

  @Test
  void it_runs_with_the_optimising_compiler_until_its_methods_are_compiled() {
    Transcript run = escape("--event", "{\"times\": 400000}", "--invocations", "60");
    assertEquals(0, run.exit(), run::err);
    assertTrue(run.out().contains("Keeping.keep (Keeping.java:14)"), run::out);
    assertTrue(run.out().contains("stored in the static field Keeping.last"), run::out);
    assertTrue(run.err().contains("On Lambda, functions on demand stop at C1"), run::err);
    assertTrue(Files.exists(folder.resolve("out/escape.json")));
  }

  @Test
  void as_on_lambda_nothing_is_removed() {
    Transcript run = escape("--event", "{\"times\": 20000}", "--invocations", "10", "--c1");
    assertEquals(0, run.exit(), run::err);
    assertTrue(run.out().contains("no escape analysis: only C1"), run::out);
    assertTrue(run.out().contains(", 0 removed, "), run::out);
  }

  @Test
  void one_that_fails_is_a_mistake() {
    Transcript run = escape("--event", "{\"times\": -1}");
    assertEquals(2, run.exit(), run::err);
    assertTrue(
        run.err().contains("the function failed: java.lang.IllegalArgumentException: negative"),
        run::err);
  }

  private Transcript escape(Object... arguments) {
    Object[] all = new Object[arguments.length + 5];
    all[0] = "lab";
    all[1] = "escape";
    all[2] = project;
    all[3] = "--out";
    all[4] = folder.resolve("out");
    System.arraycopy(arguments, 0, all, 5, arguments.length);
    return Transcript.of(all);
  }
}
