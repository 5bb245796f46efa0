package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenPomTest {
  @TempDir Path folder;

  private Optional<String> skipping(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("pom.xml"), text);
    return MavenPom.of(file).orElseThrow().withProperty("skipTests", "true");
  }

  @Test
  void a_property_joins_those_of_the_project_and_not_those_of_a_profile() throws Exception {
    assertEquals(
        Optional.of(
            "<project><!-- <properties> --><profiles><profile><properties><a>1</a></properties>"
                + "</profile></profiles><properties><skipTests>true</skipTests><b>2</b>"
                + "</properties></project>"),
        skipping(
            "<project><!-- <properties> --><profiles><profile><properties><a>1</a></properties>"
                + "</profile></profiles><properties><b>2</b></properties></project>"));
    assertEquals(
        Optional.of("<project><properties><skipTests>true</skipTests></properties></project>"),
        skipping("<project></project>"));
  }

  @Test
  void what_the_owner_has_said_stays() throws Exception {
    assertEquals(
        Optional.empty(),
        skipping("<project><properties><skipTests>false</skipTests></properties></project>"));
    assertEquals(Optional.empty(), skipping("<project><properties/></project>"));
    assertEquals(Optional.empty(), skipping("no xml"));
  }
}
