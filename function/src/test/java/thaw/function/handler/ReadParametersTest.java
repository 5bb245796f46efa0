package thaw.function.handler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;
import thaw.function.packaging.CodeSource;

class ReadParametersTest {
  @TempDir Path folder;

  @Test
  void constants_that_the_query_is_asked_for_are_parameters() throws Exception {
    Sources.compile(
        folder,
        """
        package a;
        import java.util.Map;
        public class Event {
          public Map<String, String> getQueryStringParameters() { return Map.of(); }
          public Map<String, String> getPathParameters() { return Map.of(); }
        }
        """,
        """
        package a;
        import java.util.Map;
        public class Handler {
          static final String KIND = "kind";
          public String handleRequest(Event event, Object context) {
            Map<String, String> query = event.getQueryStringParameters();
            String type = query.get("content-type");
            String limit = query.getOrDefault("limit", "10");
            System.out.println("begin" + type);
            return limit + query.get(KIND) + event.getPathParameters().get("id") + named(event, "x");
          }
          private String named(Event event, String name) {
            return event.getQueryStringParameters().get(name);
          }
        }
        """);
    assertEquals(
        Map.of("content-type", "content-type", "limit", "1", "kind", "kind"),
        ReadParameters.of(new CodeSource.Folder(folder), "a.Handler::handleRequest"));
    assertEquals(Map.of(), ReadParameters.of(new CodeSource.Folder(folder), "a.Nowhere"));
  }
}
