package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.PackageClasses;
import thaw.explanation.WhyExamples;
import thaw.fixture.Sources;
import thaw.recording.Frame;

class SecondContextTest {
  private static final String CONTEXT =
      "org.springframework.context.support.AbstractApplicationContext";

  @TempDir static Path folder;

  @BeforeAll
  static void function() throws Exception {
    Sources.compile(
        Files.createDirectories(folder.resolve("task")),
        """
        package com.example;
        public class Twice {
          public String run(String event) {
            return event;
          }
        }
        """);
  }

  private static ProfileSample sample(PhaseName phase, String... leafFirst) {
    List<Frame> frames = new ArrayList<>();
    for (String each : leafFirst) {
      int dot = each.lastIndexOf('.');
      frames.add(new Frame.Java(each.substring(0, dot), each.substring(dot + 1), 0));
    }
    return new ProfileSample(
        1, 0, "main", true, phase, Cause.USER_CODE, 1, "function", "function", frames);
  }

  private static Explanation explanation(List<Explanation.LoadedClass> late, ProfileSample... of) {
    Explanation empty = WhyExamples.empty();
    return empty
        .withMethods(
            List.of(new Explanation.MethodTime(CONTEXT + ".refresh", "spring-context", 700, 1, 0)))
        .withClasses(new Explanation.Classes(late.size(), List.of(), List.of(), late))
        .withProfile(List.of(of));
  }

  private static List<SecondContext> found(Explanation explanation) {
    try (PackageClasses classes = PackageClasses.of(folder.resolve("task"), Optional.empty())) {
      return SecondContext.of(explanation, classes);
    }
  }

  @Test
  void a_context_that_a_restored_start_makes_is_told_with_the_line_that_asks_for_it() {
    List<SecondContext> found =
        found(
            explanation(
                List.of(),
                sample(
                    PhaseName.FIRST_INVOCATION,
                    "org.springframework.beans.Beans.create",
                    CONTEXT + ".refresh",
                    "org.springframework.boot.SpringApplication.run",
                    "java.lang.reflect.Method.invoke",
                    "com.example.Twice.run",
                    "com.amazonaws.services.lambda.runtime.api.client.EventHandlerLoader.call")));
    assertEquals(1, found.size());
    assertEquals("com.example.Twice.run(Twice.java:4)", found.getFirst().place());
    assertEquals(700, found.getFirst().millis());
  }

  @Test
  void where_nobody_else_asks_it_is_the_frameworks_own_entry() {
    List<SecondContext> found =
        found(
            explanation(
                List.of(),
                sample(
                    PhaseName.FIRST_INVOCATION,
                    CONTEXT + ".refresh",
                    "org.springframework.cloud.function.adapter.aws.FunctionInvoker.handleRequest",
                    "com.amazonaws.services.lambda.runtime.api.client.EventHandlerLoader.call")));
    assertEquals(
        "org.springframework.cloud.function.adapter.aws.FunctionInvoker.handleRequest",
        found.getFirst().place());
  }

  @Test
  void a_container_whose_classes_come_only_then_was_not_there_before() {
    Explanation.LoadedClass late =
        new Explanation.LoadedClass(
            CONTEXT, "spring-context", PhaseName.FIRST_INVOCATION, false, 1);
    assertTrue(
        found(explanation(List.of(late), sample(PhaseName.FIRST_INVOCATION, CONTEXT + ".refresh")))
            .isEmpty());
  }
}
