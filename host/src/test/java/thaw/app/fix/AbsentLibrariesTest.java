package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.packaging.CodeSource;

class AbsentLibrariesTest {
  @TempDir Path folder;

  private Path jar(String name, String... entries) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        zip.putNextEntry(new ZipEntry(entry));
      }
    }
    return jar;
  }

  @Test
  void a_library_whose_jar_and_classes_the_package_lacks_is_absent() throws Exception {
    Path used = jar("used-1.jar", "a/Used.class");
    Path merged = jar("merged-1.jar", "META-INF/MANIFEST.MF", "b/Merged.class");
    Path starter = jar("starter-1.jar", "META-INF/MANIFEST.MF");
    Path tomcat = jar("tomcat-1.jar", "module-info.class", "org/tomcat/Valve.class");
    Path other = jar("other-1.jar", "c/Other.class");
    Files.writeString(
        folder.resolve("tomcat-1.pom"),
        "<project><groupId>org.tomcat</groupId><artifactId>tomcat</artifactId></project>");
    Files.writeString(
        folder.resolve("other-1.pom"),
        "<project><parent><groupId>org.all</groupId></parent><artifactId>other</artifactId></project>");
    List<Path> libraries = List.of(used, merged, starter, tomcat, other);
    Path zip = jar("function.zip", "lib/used-1.jar", "b/Merged.class");
    assertEquals(
        List.of("org.tomcat:tomcat", "org.all:other"),
        AbsentLibraries.of(new CodeSource.Archive(zip), libraries));
    assertEquals(List.of(), AbsentLibraries.of(new CodeSource.Built(folder, libraries), libraries));
  }
}
