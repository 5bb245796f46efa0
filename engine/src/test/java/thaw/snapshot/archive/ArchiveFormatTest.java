package thaw.snapshot.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;

@SideBySide
class ArchiveFormatTest {
  @TempDir Path folder;

  private String java(List<String> options) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", folder.resolve("a.jar").toString(), "com.example.Main"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), said);
    return said;
  }

  @Test
  void an_archive_has_no_code_of_the_cpu_that_it_was_made_on() throws Exception {
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        public class Main {
          public static void main(String[] words) {
            System.out.println(String.format("%d", words.length));
          }
        }
        """);
    Process jar =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/jar").toString(),
                "cf",
                folder.resolve("a.jar").toString(),
                "-C",
                folder.resolve("classes").toString(),
                ".")
            .inheritIO()
            .start();
    assertEquals(0, jar.waitFor());
    Path archive = folder.resolve(ArchiveFormat.AOT_CACHE.fileName());
    java(ArchiveFormat.AOT_CACHE.write(archive));
    assertTrue(Files.size(archive) > 0);
    List<String> start = new ArrayList<>(ArchiveFormat.AOT_CACHE.require(archive));
    start.add("-Xlog:aot+codecache*=info");
    String said = java(start);
    assertTrue(said.contains("AOT Code Cache is empty"), said);
    assertFalse(said.contains("[warning]"), said);
  }
}
