package thaw.attribution.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;

class FixedCredentialsTest {
  private static final String SDK =
      """
      package software.amazon.awssdk.auth.credentials;
      public class %1$s {
        public static %1$s create() { return new %1$s(); }
      }
      """;

  @TempDir private Path folder;

  private List<FixedCredentials> of(String... sources) throws IOException {
    Sources.compile(folder, SDK.formatted("EnvironmentVariableCredentialsProvider"));
    Sources.compile(folder, SDK.formatted("StaticCredentialsProvider"));
    Sources.compile(folder, SDK.formatted("DefaultCredentialsProvider"));
    Sources.compile(folder, sources);
    try (PackageClasses classes = PackageClasses.of(folder, Optional.empty())) {
      return FixedCredentials.of(classes, "example.Handler");
    }
  }

  private static String handler(String expression) {
    return """
    package example;
    import software.amazon.awssdk.auth.credentials.*;
    public class Handler { static final Object KEYS = %s; }
    """
        .formatted(expression);
  }

  @Test
  void keys_from_variables_are_told_with_their_place() throws IOException {
    List<FixedCredentials> found = of(handler("EnvironmentVariableCredentialsProvider.create()"));
    assertEquals(1, found.size());
    assertEquals("example.Handler.<clinit>(Handler.java:3)", found.getFirst().place());
    assertTrue(found.getFirst().what().startsWith("keys come from AWS_ACCESS_KEY_ID"));
    assertEquals(1, of(handler("System.getenv(\"AWS_SESSION_TOKEN\")")).size());
  }

  @Test
  void keys_that_are_kept_expire() throws IOException {
    assertTrue(
        of(handler("StaticCredentialsProvider.create()"))
            .getFirst()
            .what()
            .endsWith("they expire in its clones"));
  }

  @Test
  void what_asks_for_new_keys_and_other_variables_are_nothing_to_tell() throws IOException {
    assertEquals(List.of(), of(handler("DefaultCredentialsProvider.create()")));
    assertEquals(List.of(), of(handler("System.getenv(\"TABLE_NAME\")")));
  }

  @Test
  void variables_beside_other_places_are_nothing_to_tell() throws IOException {
    assertEquals(
        List.of(),
        of(
            handler(
                "new Object[] {EnvironmentVariableCredentialsProvider.create(),"
                    + " DefaultCredentialsProvider.create()}")));
  }

  @Test
  void only_variables_that_a_restored_function_does_not_have_make_it_fail() throws IOException {
    assertTrue(of(handler("EnvironmentVariableCredentialsProvider.create()")).getFirst().absent());
    assertFalse(of(handler("StaticCredentialsProvider.create()")).getFirst().absent());
  }

  @Test
  void code_of_libraries_is_not_the_functions() throws IOException {
    String library =
        """
        package library;
        public class Keys { static final Object KEY = System.getenv("AWS_ACCESS_KEY_ID"); }
        """;
    assertEquals(List.of(), of(handler("null"), library));
  }
}
