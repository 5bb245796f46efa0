package thaw.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import thaw.cli.Transcript;

/**
 * A folder with a template that is deployed, as a user does it.
 *
 * @param folder its name is that of what is made
 */
record DeployedFolder(Path folder) {
  static final String IMAGE = "registry.example.com/pets:1";

  static final String TWO_FUNCTIONS =
      """
      Transform: AWS::Serverless-2016-10-31
      Parameters:
        Password:
          Type: String
          NoEcho: true
          Default: hidden
      Globals:
        Function:
          Runtime: java25
          CodeUri: app/
          Handler: com.example.Handler::handle
          Environment:
            Variables:
              STAGE: test
      Resources:
        Create:
          Type: AWS::Serverless::Function
          Properties:
            MemorySize: 1769
            Timeout: 30
            Environment:
              Variables:
                DB_PASSWORD: !Sub "of ${Password}"
                TOKEN: "{{resolve:secretsmanager:token}}"
            Events:
              Post: {Type: Api, Properties: {Path: /pets, Method: post}}
        Get:
          Type: AWS::Serverless::Function
          Properties:
            MemorySize: 512
            Events:
              Get: {Type: HttpApi, Properties: {Path: /pets, Method: get}}
      """;

  DeployedFolder {
    try {
      Files.createDirectories(folder.resolve("app"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  DeployedFolder with(String template) throws IOException {
    Files.writeString(folder.resolve("template.yaml"), template);
    return this;
  }

  Transcript deployed(String target, String... further) {
    List<Object> words =
        new ArrayList<>(List.of("deploy", folder, "--target", target, "--image", IMAGE));
    words.addAll(List.of(further));
    return Transcript.of(words.toArray());
  }

  Transcript printed(String target, String... further) {
    return deployed(
        target, Stream.concat(Stream.of("--dry-run"), Stream.of(further)).toArray(String[]::new));
  }

  /** What the YAML says, read by the client of the Kubernetes API. */
  static List<HasMetadata> objects(Transcript printed) {
    KubernetesSerialization serialization = new KubernetesSerialization();
    return Stream.of(printed.out().split("(?m)^---\n"))
        .filter(text -> !text.isBlank())
        .map(text -> (HasMetadata) serialization.unmarshal(text))
        .toList();
  }

  static <T> T only(Class<T> type, List<HasMetadata> objects) {
    List<T> found = objects.stream().filter(type::isInstance).map(type::cast).toList();
    if (found.size() != 1) {
      throw new AssertionError(type + ": " + objects);
    }
    return found.getFirst();
  }
}
