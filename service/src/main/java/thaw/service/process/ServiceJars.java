package thaw.service.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.files.NativeSha256;
import thaw.problem.UserMistake;

/**
 * The jars of a service's program in a cache folder. Maven fetches them when they are first needed:
 * Amazon's licence does not let us ship those of DynamoDB Local, and few need all services. Each is
 * named with its version and its digest, in a file beside this class; what these drag along is not
 * asked for.
 *
 * @param name of the program with its version, for people
 * @param folder in the cache, and before {@code .jars} the file that lists the jars
 * @param version stands in the folder's name, so that another version is another folder
 * @param megabytes of the download
 */
public record ServiceJars(String name, String folder, String version, int megabytes) {
  public static final ServiceJars DYNAMODB =
      new ServiceJars("DynamoDB Local", "dynamodb-local", "2.6.1", 47);
  public static final ServiceJars SQS = new ServiceJars("ElasticMQ", "elasticmq", "1.7.1", 25);
  public static final ServiceJars S3 = new ServiceJars("S3Proxy", "s3proxy", "4.1.0", 21);

  /** No service, but fetched alike: {@link RecipeJars}. */
  static final ServiceJars SDK_MIGRATION =
      new ServiceJars("AWS's migration recipes", "sdk-migration", "2.42.1", 19);

  private static final String DEPENDENCY_PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>thaw.service</groupId>
        <artifactId>%s</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        <dependencies>
      %s
        </dependencies>
      </project>
      """;
  private static final String DEPENDENCY =
      """
      <dependency>
        <groupId>%s</groupId>
        <artifactId>%s</artifactId>
        <version>%s</version>
        <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
      </dependency>\
      """;

  /** A jar of Maven Central, as a line of the list has it. */
  record Jar(String group, String artifact, String version, String sha256) {
    static Jar of(String line) {
      String[] parts = line.split("[: ]", -1);
      if (parts.length != 4) {
        throw new IllegalStateException("no group:artifact:version sha256: " + line);
      }
      return new Jar(parts[0], parts[1], parts[2], parts[3]);
    }

    String fileName() {
      return artifact + "-" + version + ".jar";
    }
  }

  /** The folder of the jars, filled first when it is absent, or not as it was filled. */
  public Path find(Path cache, Consumer<String> progress) {
    return cached(cache, progress)
        .find(
            jars -> fault(jars, list()),
            jars -> {
              progress.accept(
                  "downloading %s %s with Maven (%d MB, once)".formatted(name, version, megabytes));
              download(jars);
              check(jars, list());
              open(jars);
            });
  }

  CachedFolder cached(Path cache, Consumer<String> progress) {
    return new CachedFolder(name, cache.toAbsolutePath().resolve(folder + "-" + version), progress);
  }

  List<Jar> list() {
    String resource = folder + ".jars";
    try (InputStream lines = ServiceJars.class.getResourceAsStream(resource)) {
      if (lines == null) {
        throw new IllegalStateException("our own list is not to be found: " + resource);
      }
      return new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().map(Jar::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + resource + ": " + e, e);
    }
  }

  private void download(Path jars) throws IOException {
    Path pom = jars.resolveSibling("pom.xml");
    String dependencies =
        list().stream()
            .map(jar -> DEPENDENCY.formatted(jar.group(), jar.artifact(), jar.version()))
            .collect(Collectors.joining("\n"));
    Files.writeString(pom, POM.formatted(folder, dependencies));
    Maven.run(
        List.of(
            "-f",
            pom.toString(),
            DEPENDENCY_PLUGIN,
            "-DincludeScope=runtime",
            "-DincludeTypes=jar",
            "-DoutputDirectory=" + jars),
        name);
  }

  /**
   * @throws UserMistake when a file is not the one that was meant
   */
  void check(Path downloaded, List<Jar> wanted) throws IOException {
    Optional<String> fault = fault(downloaded, wanted);
    if (fault.isPresent()) {
      throw new UserMistake(
          fault.get(),
          "remove it from Maven's local repository and see what its mirror serves; Maven Central's"
              + " has the digest");
    }
  }

  Optional<String> fault(Path folder, List<Jar> wanted) throws IOException {
    for (Jar jar : wanted) {
      Path file = folder.resolve(jar.fileName());
      String found = Files.exists(file) ? sha256(file) : "nothing";
      if (!found.equals(jar.sha256())) {
        return Optional.of(
            "%s of %s has another digest than expected: %s, not %s"
                .formatted(jar.fileName(), name, found, jar.sha256()));
      }
    }
    return Optional.empty();
  }

  private static String sha256(Path file) throws IOException {
    NativeSha256.install();
    return DigestUtils.sha256Hex(Files.readAllBytes(file));
  }

  /** Lets everybody read whatever the umask is: the service runs as another user than we. */
  private static void open(Path jars) throws IOException {
    try (Stream<Path> files = Files.list(jars)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      }
    }
    Files.setPosixFilePermissions(jars, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
