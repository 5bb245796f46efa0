package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;

/** Data for a jar: only a template declares tables and buckets. */
class DataChoiceTest {
  @TempDir Path folder;
  private final List<String> said = new ArrayList<>();
  private SourceChoice jar;
  private Path seed;

  @BeforeEach
  void a_jar_and_data() throws IOException {
    jar = SourceChoice.of(Files.createFile(folder.resolve("app.jar")));
    seed = Files.createDirectory(folder.resolve("seed"));
  }

  private DataChoice data() {
    return new DataChoice(List.of(seed.toString()), List.of());
  }

  private void items() throws IOException {
    Files.createDirectory(seed.resolve("tables"));
    Files.writeString(seed.resolve("tables/pets.json"), "[]");
  }

  @Test
  void items_of_an_earlier_measurement_are_left_out_with_a_line() throws IOException {
    items();
    assertEquals(DataChoice.NONE, data().fitting(jar, said::add));
    assertEquals(
        List.of(
            "the earlier data are left out (--seed %s): %s has no template, and so no tables,"
                    .formatted(seed, folder.resolve("app.jar"))
                + " buckets or other functions"),
        said);
  }

  @Test
  void secrets_need_no_template() throws IOException {
    Files.createDirectory(seed.resolve("secrets"));
    assertEquals(data(), data().fitting(jar, said::add));
    assertEquals(List.of(), said);
  }

  @Test
  void items_of_a_template_stay() throws IOException {
    items();
    Files.writeString(folder.resolve("template.yaml"), "Resources: {}");
    assertEquals(data(), data().fitting(SourceChoice.of(folder), said::add));
  }

  @Test
  void items_that_are_asked_for_are_refused() throws IOException {
    items();
    UserMistake mistake = assertThrows(UserMistake.class, () -> data().ready(jar, said::add));
    assertEquals(
        seed
            + " has tables or buckets, and "
            + folder.resolve("app.jar")
            + " no template that declares them",
        mistake.getMessage());
    assertEquals(
        "name the template's folder in place of it, or add --stack TEMPLATE", mistake.remedy());
  }
}
