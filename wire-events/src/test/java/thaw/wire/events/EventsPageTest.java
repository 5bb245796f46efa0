package thaw.wire.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of docs/wire-events.md is compiled, in a handler of the reader's. */
class EventsPageTest {
  private static final Pattern BLOCK =
      Pattern.compile("(?s)```java\\n((?:import [^\\n]*\\n)+)\\n(.*?)\\n\\n(.*?)```");

  @TempDir private Path folder;

  @Test
  void the_handler_by_hand_compiles_with_the_imports_that_are_shown() throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(Path.of("../docs/wire-events.md")));
    assertTrue(block.find());
    String response = "com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse";
    Path source =
        Files.writeString(
            folder.resolve("Page.java"),
            String.format(
                "%sabstract class Page {%n%s%nabstract %s respond(APIGatewayV2HTTPEvent event);%n"
                    + "void handle(java.io.InputStream in, java.io.OutputStream out)"
                    + " throws Exception {%n%s}}%n",
                block.group(1), block.group(2), response, block.group(3)));
    ByteArrayOutputStream faults = new ByteArrayOutputStream();
    ToolProvider.getSystemJavaCompiler()
        .run(
            null,
            faults,
            faults,
            "-proc:none",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            folder.toString(),
            source.toString());
    assertEquals("", faults.toString(UTF_8));
  }
}
