package thaw.function.handler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;
import thaw.function.packaging.CodeSource;

class ExampleEventTest {
  @TempDir Path folder;

  private Optional<String> of(String type, String... sources) throws IOException {
    Sources.compile(folder, sources);
    return ExampleEvent.of(new CodeSource.Folder(folder), type);
  }

  @Test
  void properties_with_accessors_have_values_of_their_types() throws IOException {
    assertEquals(
        Optional.of(
            "{\"key\":\"key\",\"orderId\":\"1\",\"count\":1,\"open\":true,\"lines\":[{\"email\":\"a@example.com\"}],"
                + "\"names\":{\"key\":[\"names\"]},\"data\":\"YQ==\",\"kind\":\"NEW\"}"),
        of(
            "a.Order",
            "package a; public class Base { public String key; String hidden; }",
            "package a; public enum Kind { NEW, OLD }",
            """
            package a;
            public class Line {
              private String email;
              private Order order;
              public String getEmail() { return email; }
              public Order getOrder() { return order; }
            }
            """,
            """
            package a;
            import java.util.*;
            public class Order extends Base {
              static String all;
              private String orderId;
              private int count;
              private boolean open;
              private List<Line> lines;
              public Map<String, Set<String>> names;
              public byte[] data;
              public Kind kind;
              public Thread thread;
              public void setOrderId(String id) { orderId = id; }
              public void setCount(int value) { count = value; }
              public boolean isOpen() { return open; }
              public void setLines(List<Line> values) { lines = values; }
            }
            """));
  }

  @Test
  void records_and_names_of_jackson_are_understood() throws IOException {
    String annotations =
        """
        package com.fasterxml.jackson.annotation;
        import java.lang.annotation.*;
        @Retention(RetentionPolicy.RUNTIME) public @interface %s { String value() default ""; }
        """;
    assertEquals(
        Optional.of("{\"first_name\":\"first_name\",\"size\":1}"),
        of(
            "a.Named",
            annotations.formatted("JsonProperty"),
            annotations.formatted("JsonIgnore"),
            """
            package a;
            import com.fasterxml.jackson.annotation.*;
            public record Named(@JsonProperty("first_name") String name, Long size) {}
            """));
    assertEquals(
        Optional.of("{\"b\":\"b\"}"),
        of(
            "a.Ignoring",
            """
            package a;
            import com.fasterxml.jackson.annotation.*;
            public class Ignoring { @JsonIgnore public String a; public String b; }
            """));
  }

  @Test
  void a_class_that_is_not_there_or_has_no_property_gives_none() throws IOException {
    assertEquals(Optional.empty(), of("a.Empty", "package a; public class Empty {}"));
    assertEquals(Optional.empty(), of("java.util.Map", "package a; public class Other {}"));
  }
}
