package thaw.app.packaging;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.cli.Transcript;
import thaw.fixture.Sources;

/**
 * A small function that is packaged, as a user does it; it says which JVM runs it and whether it
 * sees a shell. The adapters of {@code seven} and {@code six} have names with one hash, of which a
 * JVM that maps its AOT cache warns in its log, and does without the second one.
 *
 * @param folder where its jar is
 */
record PackagedHandler(Path folder) {
  static final String SOURCE =
      """
      package com.example;
      import java.util.*;
      public class Handler {
        public Map<String, Object> handle(Map<String, Object> event) throws Exception {
          try (var in = Handler.class.getResourceAsStream("/words.txt")) {
            String word = new String(in.readAllBytes());
            boolean shell = java.nio.file.Files.exists(java.nio.file.Path.of("/bin/sh"));
            return Map.of(
                "said", word + event.get("name"),
                "by", System.getProperty("java.home"),
                "shell", shell);
          }
        }
        static void seven(
            Object a, Object b, Object c, Object d, Object e, Object f, Object g,
            int h, int i, Object j, Object k, Object l) {}
        static void six(
            Object a, Object b, Object c, Object d, Object e, Object f,
            int g, int h, Object i, Object j, Object k, Object l) {}
      }
      """;

  Path jar() throws Exception {
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(classes, SOURCE);
    Files.writeString(classes.resolve("words.txt"), "hello ");
    return Sources.jar(classes, folder.resolve("App.jar"));
  }

  Transcript packaged(Path jar, String way, Path out, Object... further) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "package",
                jar,
                "--handler",
                "com.example.Handler::handle",
                "--to",
                way,
                "--event",
                "{\"name\":\"Pepper\"}",
                "--out",
                out));
    words.addAll(List.of(further));
    return Transcript.of(words.toArray());
  }
}
