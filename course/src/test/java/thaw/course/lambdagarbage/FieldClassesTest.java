package thaw.course.lambdagarbage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is measured for other numbers of fields has the shape that the page shows. */
final class FieldClassesTest {
  @Test
  void the_class_that_is_written_for_nine_fields_is_the_one_that_the_page_shows()
      throws IOException {
    String shown =
        Files.readString(Path.of("src/main/java/thaw/course/lambdagarbage/NineFields.java"));
    String withoutComment = shown.replaceFirst("(?s)/\\*\\*.*?\\*/\\n", "");

    assertEquals(withoutComment, FieldClasses.source("NineFields", 9));
  }
}
