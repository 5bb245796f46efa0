import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A template with functions that use Jackson, Gson and Guava in init, at 1024 MB, built in a lab's folder. */
final class OrdersApplication {
  private static final String[] LIBRARIES = {
    "gson-", "guava-", "failureaccess-", "jackson-annotations-", "jackson-core-", "jackson-databind-"
  };

  private static final String HANDLER =
      """
      package com.example;
      import com.amazonaws.services.lambda.runtime.*;
      import com.fasterxml.jackson.databind.ObjectMapper;
      import com.google.common.collect.ImmutableMap;
      import java.util.Map;
      public class Orders implements RequestHandler<Map<String, Object>, String> {
        public static class Order { public String id; public int count; public java.util.List<String> tags; }
        private static final ObjectMapper JSON = new ObjectMapper();
        private static final Map<String, Integer> PRICES;
        static {
          try {
            Order order = JSON.readValue("{\\"id\\":\\"a\\",\\"count\\":1,\\"tags\\":[\\"b\\"]}", Order.class);
            PRICES = ImmutableMap.of(order.id, new com.google.gson.Gson().toJson(order).length());
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
        @Override
        public String handleRequest(Map<String, Object> event, Context context) {
          try {
            return JSON.writeValueAsString(Map.of("price", PRICES.get("a"), "event", event));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
      }
      """;

  private OrdersApplication() {}

  /** Functions Orders0, Orders1 and so on, all of the same code. */
  static Path in(Lab lab, int functions) throws Exception {
    Path folder = Files.createDirectories(lab.work.resolve("application-" + functions));
    Path libraries = Files.createDirectories(folder.resolve("code/lib"));
    List<String> classPath = new ArrayList<>();
    try (Stream<Path> jars = Files.list(Path.of(System.getProperty("thaw.program")).resolve("lib"))) {
      for (Path jar : jars.sorted().toList()) {
        String name = jar.getFileName().toString();
        if (Stream.of(LIBRARIES).anyMatch(name::startsWith)) {
          classPath.add(Files.copy(jar, libraries.resolve(name), StandardCopyOption.REPLACE_EXISTING).toString());
        }
      }
    }
    Path sources = Files.createDirectories(folder.resolve("src"));
    Files.writeString(sources.resolve("Orders.java"), HANDLER);
    lab.compile(sources, folder.resolve("code"), classPath);
    StringBuilder template = new StringBuilder("Transform: AWS::Serverless-2016-10-31\nResources:\n");
    for (int i = 0; i < functions; i++) {
      template.append(
          """
            Orders%d:
              Type: AWS::Serverless::Function
              Properties:
                CodeUri: code
                Handler: com.example.Orders
                Runtime: java25
                MemorySize: 1024
                Timeout: 30
          """
              .formatted(i));
    }
    Files.writeString(folder.resolve("template.yaml"), template);
    return folder;
  }
}
