package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.sandbox.Trees;

/**
 * The jars of DynamoDB Local in a cache folder. Amazon's licence does not let us ship them, so
 * Maven fetches them when they are first needed.
 */
final class DynamoDbLocalJars {
  static final String VERSION = "2.6.1";

  private static final String DEPENDENCY_PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>thaw.service</groupId>
        <artifactId>dynamodb-local</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        <dependencies>
          <dependency>
            <groupId>com.amazonaws</groupId>
            <artifactId>DynamoDBLocal</artifactId>
            <version>%s</version>
          </dependency>
        </dependencies>
      </project>
      """;

  private DynamoDbLocalJars() {}

  /** The folder of the jars, filled first when it is absent. */
  static Path find(Path cache, Consumer<String> progress) {
    Path jars = cache.toAbsolutePath().resolve("dynamodb-local-" + VERSION);
    if (Files.isDirectory(jars)) {
      return jars;
    }
    progress.accept("downloading DynamoDB Local " + VERSION + " with Maven (47 MB, once)");
    try {
      Files.createDirectories(cache);
      Path temporary = Files.createTempDirectory(cache.toAbsolutePath(), "new-");
      try {
        download(temporary);
        publish(temporary.resolve("jars"), jars);
      } finally {
        Trees.delete(temporary);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not keep DynamoDB Local in the cache " + cache + ": " + e, e);
    }
    return jars;
  }

  private static void download(Path temporary) throws IOException {
    Path pom = temporary.resolve("pom.xml");
    Files.writeString(pom, POM.formatted(VERSION));
    Maven.run(
        List.of(
            "-f",
            pom.toString(),
            DEPENDENCY_PLUGIN,
            "-DincludeScope=runtime",
            "-DincludeTypes=jar",
            "-DoutputDirectory=" + temporary.resolve("jars")),
        "DynamoDB Local");
  }

  /** Readable for everybody whatever the umask: the service runs as another user than we. */
  private static void publish(Path downloaded, Path jars) throws IOException {
    try (Stream<Path> files = Files.list(downloaded)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      }
    }
    Files.setPosixFilePermissions(downloaded, PosixFilePermissions.fromString("rwxr-xr-x"));
    try {
      Files.move(downloaded, jars, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.isDirectory(jars)) { // else another instance was faster
        throw e;
      }
    }
  }
}
