package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** {@code thaw package} of a function that has a class and a file from a layer. */
@Tag("linux")
@SideBySide
class PackageLayersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PART =
      """
      package library;
      public class Part {
        public static String word() {
          return "hello ";
        }
      }
      """;
  private static final String HANDLER =
      """
      package com.example;
      import java.nio.file.*;
      import java.util.*;
      public class Handler {
        public Map<String, String> handle(Map<String, Object> event) throws Exception {
          var source = library.Part.class.getProtectionDomain().getCodeSource();
          return Map.of(
              "said", library.Part.word() + event.get("name"),
              "class", source.getLocation().getPath(),
              "file", Files.readString(Path.of("/opt/words.txt")),
              "link", Files.readString(Path.of("/opt/linked/words.txt")));
        }
      }
      """;
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Words:
          Type: AWS::Serverless::LayerVersion
          Properties:
            ContentUri: layer/
        Greet:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: function/
            Handler: com.example.Handler::handle
            Runtime: java25
            MemorySize: 512
            Timeout: 20
            Layers:
              - !Ref Words
      """;

  @TempDir Path folder;
  private Path project;

  @BeforeEach
  void project() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    project = Files.createDirectories(folder.resolve("project"));
    Path function = project.resolve("function");
    Sources.compile(function, PART, HANDLER);
    Path classes = Files.createDirectories(folder.resolve("classes/library"));
    Files.move(function.resolve("library/Part.class"), classes.resolve("Part.class"));
    Files.delete(function.resolve("library"));
    Path layer = Files.createDirectories(project.resolve("layer/java/lib")).getParent().getParent();
    Sources.jar(folder.resolve("classes"), layer.resolve("java/lib/part.jar"));
    Path words = Files.createDirectories(layer.resolve("texts"));
    Files.writeString(words.resolve("words.txt"), "linked");
    Files.createSymbolicLink(layer.resolve("linked"), Path.of("texts"));
    Files.writeString(layer.resolve("words.txt"), "from a layer");
    Files.writeString(project.resolve("template.yaml"), TEMPLATE);
  }

  private Path packaged(String way) {
    Path out = folder.resolve(way);
    Transcript made =
        Transcript.of(
            "package", project, "--to", way, "--event", "{\"name\":\"Pepper\"}", "--out", out);
    assertEquals(0, made.exit(), made.err());
    return out;
  }

  @Thorough(
      "PackageTest packages a function and starts it; FunctionArchivesTest has archives with layers")
  @ParameterizedTest
  @ValueSource(strings = {"image", "provided", "managed", "runtime"})
  void a_package_has_its_class_and_its_files(String way) throws Exception {
    Path out = packaged(way);
    String template = Files.readString(out.resolve("template.yaml"));
    assertFalse(template.contains("layer/"), template);
    assertEquals(!way.equals("image"), template.contains("- !Ref GreetLayers"), template);
    String manifest = Files.readString(out.resolve("manifest.json"));
    assertTrue(manifest.contains("\"/opt/java/lib/part.jar\""), manifest);

    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    JsonNode answer = JSON.readTree(invoked.out());
    assertEquals("hello Pepper", answer.path("said").asText());
    assertEquals("/opt/java/lib/part.jar", answer.path("class").asText());
    assertEquals("from a layer", answer.path("file").asText());
    assertEquals("linked", answer.path("link").asText());
    assertFalse(invoked.err().contains("class archive"), invoked.err());
  }

  @Thorough("It packages once more; BootstrapTest has the reasons for a start without an archive")
  @Test
  void a_layer_that_is_missing_is_found() throws Exception {
    Path out = packaged("provided");
    Path template = out.resolve("template.yaml");
    String text = Files.readString(template);
    Files.writeString(
        template,
        text.replaceFirst("(?m)^ +Layers:\\n", "").replaceFirst("(?m)^ +- !Ref .*\\n", ""));

    Transcript invoked = Transcript.of("invoke", out);
    assertTrue(
        invoked.err().contains("without its class archive: /opt/java/lib has 0 jars and not 1"),
        invoked.err());
    assertTrue(invoked.out().contains("NoClassDefFoundError"), invoked.out());
  }

  @Test
  void an_image_without_the_contents_of_a_layer_is_refused() throws Exception {
    String arn = "arn:aws:lambda:us-east-1:123456789012:layer:words:1";
    Files.writeString(project.resolve("template.yaml"), TEMPLATE + "        - " + arn + "\n");
    Path out = folder.resolve("refused");
    Transcript refused = Transcript.of("package", project, "--to", "image", "--out", out);
    assertEquals(2, refused.exit(), refused.err());
    assertTrue(
        refused.err().contains("an image has no layers, and the contents of " + arn + " are not"),
        refused.err());
    assertFalse(Files.exists(out));
  }
}
