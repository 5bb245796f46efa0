package thaw.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplatesTest {
  @TempDir Path folder;

  @Test
  void a_folder_has_the_first_of_the_usual_names() throws Exception {
    assertEquals(Optional.empty(), Templates.in(folder));
    Path json = Files.writeString(folder.resolve("template.json"), "{}");
    assertEquals(Optional.of(json), Templates.in(folder));
    Path yaml = Files.writeString(folder.resolve("template.yaml"), "");
    assertEquals(Optional.of(yaml), Templates.in(folder));
  }

  @Test
  void only_a_template_can_reach_out_of_its_folder() throws Exception {
    Path jar = Files.writeString(folder.resolve("function.jar"), "../");
    assertFalse(Templates.reachesOut(jar));
    assertFalse(Templates.reachesOut(folder));
    Path template = Files.writeString(folder.resolve("template.yaml"), "CodeUri: target");
    assertFalse(Templates.reachesOut(folder));
    Files.writeString(template, "CodeUri: ../target");
    assertTrue(Templates.reachesOut(folder));
    assertTrue(Templates.reachesOut(template));
  }
}
