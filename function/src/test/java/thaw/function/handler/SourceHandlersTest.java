package thaw.function.handler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.packaging.CodeSource;

class SourceHandlersTest {
  @TempDir Path folder;

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private List<String> handlers() {
    return HandlerSearch.handlers(new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN));
  }

  @Test
  void a_class_that_names_a_handler_interface_is_one() throws IOException {
    write(
        "src/main/java/a/Get.java",
        """
        package a.b;
        // class Old implements RequestHandler<String, String> {}
        import com.amazonaws.services.lambda.runtime.RequestHandler;

        @SuppressWarnings("unused")
        public final class Get extends Base
            implements RequestHandler<Map<String, Object>, String> {
          static class Inner implements RequestStreamHandler {}
        }
        """);
    write(
        "src/main/java/a/Base.java",
        """
        package a.b;
        public abstract class Base implements RequestHandler<String, String> {}
        """);
    write(
        "src/main/kotlin/Put.kt",
        """
        package a.c
        class Put(private val table: Table = Table()) : RequestStreamHandler {
        }
        """);
    write("src/main/java/a/Other.java", "package a.b; class Other { RequestHandler one; }");
    write("src/test/java/a/Tested.java", "package a.b; class Tested implements RequestHandler {}");
    assertEquals(List.of("a.b.Get", "a.c.Put"), handlers());
  }

  @Test
  void a_class_has_the_interface_of_a_type_of_the_project_that_it_extends() throws IOException {
    write(
        "src/main/java/a/Base.java",
        """
        package a.b;
        public abstract class Base<T> implements RequestHandler<Map<String, List<T>>, String> {
          abstract String answer(T one);
        }
        """);
    write(
        "src/main/java/a/Api.java",
        "package a.b;\npublic interface Api extends RequestStreamHandler {}");
    write("src/main/java/a/Get.java", "package a.c;\nclass Get extends Base<String>\n{ }");
    write(
        "src/main/java/a/Again.java",
        "package a.c;\nclass Again extends Get implements Runnable { }");
    write("src/main/java/a/Put.java", "package a.c;\nclass Put implements Serializable, Api { }");
    write(
        "src/main/java/a/Uses.java",
        "package a.c;\nclass Uses<T extends Base<T>> { Base<T> one; }");
    write(
        "src/main/kotlin/More.kt",
        """
        package a.d
        class Listed(private val base: Base<String>) : Other(base)
        class Told(private val name: String = "x") : Base<String>()
        """);

    write(
        "src/main/java/a/Long.java", "class Long { String s = \"\"\"\n" + "word ".repeat(200_000));

    assertEquals(List.of("a.c.Again", "a.c.Get", "a.c.Put", "a.d.Told"), handlers());
  }

  @Test
  void where_a_framework_has_the_handler_the_build_file_tells() throws IOException {
    write(
        "pom.xml", "<project><artifactId>spring-cloud-function-adapter-aws</artifactId></project>");
    assertEquals(
        List.of("org.springframework.cloud.function.adapter.aws.FunctionInvoker::handleRequest"),
        handlers());
    write("src/main/java/Own.java", "public class Own implements RequestStreamHandler {\n}\n");
    assertEquals(List.of("Own"), handlers());
    write("pom.xml", "<project><artifactId>quarkus-amazon-lambda-http</artifactId></project>");
    assertEquals(
        List.of("io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler::handleRequest"),
        handlers());
  }
}
