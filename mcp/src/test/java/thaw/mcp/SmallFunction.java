package thaw.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import thaw.fixture.Sources;

/** A function that says hello. */
final class SmallFunction {
  private SmallFunction() {}

  static void write(Path folder) throws IOException {
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        import java.util.Map;
        public class Hello {
          public Map<String, String> handle(Map<String, Object> event) {
            System.out.println("greets " + event.get("name"));
            return Map.of("said", "hello");
          }
        }
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Hello:
            Type: AWS::Serverless::Function
            Properties:
              Handler: com.example.Hello::handle
              Runtime: java25
              CodeUri: classes
              MemorySize: 1769
        """);
  }
}
