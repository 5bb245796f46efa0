package thaw.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramPartsTest {
  @TempDir Path folder;

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return file;
  }

  private String stamp(Path program) throws IOException {
    return ProgramParts.of(program).stamp();
  }

  private Path ofClone() throws IOException {
    write("pom.xml", "");
    write("launcher/thaw", "");
    write("host/pom.xml", "");
    write("host/src/main/java/A.java", "class A {}");
    write("host/src/test/java/ATest.java", "class ATest {}");
    write("host/target/program/built", "");
    return write("thaw", "");
  }

  @Test
  void a_clone_is_another_program_when_its_sources_have_changed() throws IOException {
    Path program = ofClone();
    String before = stamp(program);
    write("host/src/main/java/A.java", "class A { }");
    String after = stamp(program);
    assertNotEquals(before, after);
    write("host/src/main/java/B.java", "class B {}");
    assertNotEquals(after, stamp(program));
  }

  @Test
  void tests_and_what_a_clone_has_built_are_no_part_of_it() throws IOException {
    Path program = ofClone();
    String before = stamp(program);
    write("host/src/test/java/ATest.java", "class ATest { }");
    write("host/target/program/built", "now");
    assertEquals(before, stamp(program));
  }

  @Test
  void a_distribution_is_another_program_with_other_libraries() throws IOException {
    Path program = write("home/bin/thaw", "");
    write("home/lib/host.jar", "old");
    String before = stamp(program);
    write("home/lib/host.jar", "newer");
    assertNotEquals(before, stamp(program));
    assertEquals(List.of(), ProgramParts.of(program).sources());
  }

  @Test
  void a_link_to_a_program_is_that_program() throws IOException {
    Path program = write("home/bin/thaw", "");
    write("home/lib/host.jar", "old");
    Path link = Files.createSymbolicLink(folder.resolve("thaw-link"), program);
    assertEquals(stamp(program), stamp(link));
  }
}
