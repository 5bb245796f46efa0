package thaw.lab.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.lab.engine.Javac;
import thaw.sandbox.jdk.Jdk;

/** A small project: copies of the course's {@code Item}, and a function that uses all of them. */
final class StorageProject {
  static final String HANDLER = "warehouse.Handler::handle";

  /** A build as it is when somebody waits for it: less CPU time, so that storage shows. */
  private static final String LIGHT = "-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC";

  private static final int PACKAGES = 10;
  private static final String TEMPLATE = "thaw/course/storage/Item.java";

  private final Path folder;

  private StorageProject(Path folder) {
    this.folder = folder;
  }

  /**
   * @param items how many classes, each with three nested ones
   */
  static StorageProject generate(Path courseJar, Path folder, int items) {
    try (ZipFile jar = new ZipFile(courseJar.toFile());
        InputStream template = jar.getInputStream(new ZipEntry(TEMPLATE))) {
      String text = new String(template.readAllBytes(), StandardCharsets.UTF_8);
      StringBuilder handler = new StringBuilder("package warehouse;\npublic class Handler {\n");
      handler.append("  private static final long TRIED = 0");
      for (int i = 0; i < items; i++) {
        String folderName = String.format(Locale.ROOT, "p%02d", i % PACKAGES);
        String name = String.format(Locale.ROOT, "Item%03d", i);
        Path source = folder.resolve("src/warehouse").resolve(folderName).resolve(name + ".java");
        Files.createDirectories(source.getParent());
        Files.writeString(
            source,
            text.replace("package thaw.course.storage;", "package warehouse." + folderName + ";")
                .replaceAll("\\bItem\\b", name));
        handler.append("\n      + warehouse." + folderName + "." + name + ".tried()");
      }
      handler.append(
          ";\n  public String handle(Object event) {\n    return \"\" + TRIED;\n  }\n}\n");
      Files.writeString(folder.resolve("src/warehouse/Handler.java"), handler);
      return new StorageProject(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("could not generate a project in " + folder, e);
    }
  }

  /**
   * Returns the build that compiles the project and packs the classes with this JDK and nothing
   * else.
   */
  StorageOptions.Build build(Jdk jdk) {
    String bin = jdk.home().resolve("bin").toString();
    return new StorageOptions.Build(
        folder,
        List.of(
            "sh",
            "-c",
            "find src -name '*.java' > sources && \"$0/javac\" "
                + LIGHT
                + " -d out @sources && \"$0/jar\" "
                + LIGHT
                + " --create --file out.jar -C out .",
            bin),
        Optional.of("rm -rf out out.jar sources"),
        Set.of());
  }

  /** Its classes, as a deployment package, exploded. */
  Path classes(Path target) {
    return Javac.compile(folder.resolve("src"), target);
  }
}
