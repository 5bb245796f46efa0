package thaw.service.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import thaw.problem.UserMistake;

/**
 * The jars of AWS's recipes for its SDK and of OpenRewrite, which runs them: fetched like those of
 * a service's program, and never on Thaw's own class path.
 */
public final class RecipeJars {
  /** Their publisher has modules under Apache's licence and others, in the same groups. */
  private static final String PUBLISHER = "org.openrewrite";

  private RecipeJars() {}

  /**
   * The folder of the jars.
   *
   * @throws UserMistake when they are not there and cannot be fetched
   */
  public static Path find(Path cache, Consumer<String> progress) {
    Path folder = ServiceJars.SDK_MIGRATION.find(cache, progress);
    try {
      for (ServiceJars.Jar jar : ServiceJars.SDK_MIGRATION.list()) {
        if (jar.group().startsWith(PUBLISHER)) {
          requireApache(folder.resolve(jar.fileName()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not look at " + folder + ": " + e, e);
    }
    return folder;
  }

  static void requireApache(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String licence =
          manifest == null ? null : manifest.getMainAttributes().getValue("License-Name");
      if (licence == null || !licence.startsWith("Apache License")) {
        throw new UserMistake(
            jar.getFileName() + " is not under Apache's licence: " + licence,
            "remove it from Maven's local repository and see what its mirror serves");
      }
    }
  }
}
