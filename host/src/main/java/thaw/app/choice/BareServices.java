package thaw.app.choice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.files.WholeFile;
import thaw.function.packaging.BuildFiles;
import thaw.function.packaging.CodeSource;

/** Tells whether code without a template has clients of services that a template could give it. */
final class BareServices {
  private static final Pattern CLIENTS =
      Pattern.compile(
          "software/amazon/awssdk/services/(dynamodb|sqs|s3|sns|kinesis|secretsmanager|ssm)/"
              + "|com/amazonaws/services/(dynamodbv2|sqs|s3|sns|kinesis|secretsmanager|simplesystemsmanagement)/"
              + "|lib/(dynamodb|sqs|s3|sns|kinesis|secretsmanager|ssm|aws-java-sdk-\\w+)-\\d");

  private static final Pattern DEPENDENCIES =
      Pattern.compile("software\\.amazon\\.awssdk|aws-java-sdk");

  private BareServices() {}

  static boolean areCalled(CodeSource code) {
    return switch (code) {
      case CodeSource.Archive(Path path) -> has(path);
      case CodeSource.Project project ->
          BuildFiles.ofModule(project.path())
              .filter(file -> DEPENDENCIES.matcher(WholeFile.text(file)).find())
              .isPresent();
      case CodeSource.Folder(Path path) -> hasLibrary(path);
      case CodeSource.Built _, CodeSource.Image _ -> false;
    };
  }

  private static boolean has(Path archive) {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      return zip.stream().map(ZipEntry::getName).anyMatch(name -> CLIENTS.matcher(name).find());
    } catch (IOException e) {
      return false; // who runs it is told
    }
  }

  private static boolean hasLibrary(Path folder) {
    Path libraries = folder.resolve("lib");
    if (!Files.isDirectory(libraries)) {
      return false;
    }
    try (Stream<Path> files = Files.list(libraries)) {
      return files
          .flatMap(file -> Optional.ofNullable(file.getFileName()).stream())
          .anyMatch(name -> CLIENTS.matcher("lib/" + name).find());
    } catch (IOException e) {
      return false; // who runs it is told
    }
  }
}
