package thaw.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import thaw.function.NativeCode;

/** Native code of a function that is for other machines than its package. */
public final class ForeignCode {
  private ForeignCode() {}

  /**
   * Returns a sentence for each library that has native code and none for that architecture:
   * libraries that load it will fail there.
   *
   * @param folder of the function's files
   * @param architecture as Lambda names it
   */
  public static List<String> in(Path folder, String architecture) throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> tree = Files.walk(folder)) {
      files = tree.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String name = file.toString();
      if (name.endsWith(".class")) {
        continue;
      }
      Set<String> architectures = new TreeSet<>();
      if (name.endsWith(".jar")) {
        ofJar(file, architectures);
      } else {
        NativeCode.architecture(file).ifPresent(architectures::add);
      }
      if (!architectures.isEmpty() && !architectures.contains(architecture)) {
        found.add(
            "%s has native code for %s and none for %s"
                .formatted(
                    folder.relativize(file), String.join(" and ", architectures), architecture));
      }
    }
    return found;
  }

  private static void ofJar(Path jar, Set<String> architectures) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry :
          zip.stream().filter(each -> each.getName().matches(".*\\.so(\\.\\d+)*")).toList()) {
        try (InputStream content = zip.getInputStream(entry)) {
          NativeCode.architecture(content.readNBytes(NativeCode.HEAD_BYTES))
              .ifPresent(architectures::add);
        }
      }
    } catch (ZipException e) {
      // whoever reads its classes says what is wrong with it
    }
  }
}
