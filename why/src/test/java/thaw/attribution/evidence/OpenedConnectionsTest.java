package thaw.attribution.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;

class OpenedConnectionsTest {
  @TempDir private Path folder;

  private List<String> of(String expression) throws IOException {
    Sources.compile(
        folder,
        "package com.zaxxer.hikari; public class HikariDataSource { public void close() {} }");
    Sources.compile(
        folder,
        """
        package example;
        public class Handler {
          static Object made() throws Exception { return %s; }
        }
        """
            .formatted(expression));
    try (PackageClasses classes = PackageClasses.of(folder, Optional.empty())) {
      return OpenedConnections.of(classes, "example.Handler");
    }
  }

  @Test
  void the_places_that_make_pools_and_connections_are_told() throws IOException {
    assertEquals(
        List.of("example.Handler.made(Handler.java:3)"),
        of("new com.zaxxer.hikari.HikariDataSource()"));
    assertEquals(
        List.of("example.Handler.made(Handler.java:3)"),
        of("java.sql.DriverManager.getConnection(\"jdbc:x\")"));
    assertEquals(List.of(), of("new java.util.ArrayList<com.zaxxer.hikari.HikariDataSource>()"));
  }
}
