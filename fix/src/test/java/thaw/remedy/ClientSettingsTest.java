package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.JavaSources;

class ClientSettingsTest {
  private static final List<Path> LIBRARIES = List.of(Path.of("url-connection-client-2.54.13.jar"));

  @TempDir Path folder;

  private List<String> ids(String finding, boolean snapStart, String jvmOptions) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src"));
    Files.writeString(
        Files.createDirectories(sources.resolve("software/amazon/awssdk/services/sqs"))
            .resolve("SqsClient.java"),
        """
        package software.amazon.awssdk.services.sqs;
        public interface SqsClient {
          static SqsClient create() { return null; }
        }
        """);
    Files.writeString(
        Files.createDirectories(sources.resolve("software/amazon/awssdk/services/sns"))
            .resolve("SnsClient.java"),
        """
        package software.amazon.awssdk.services.sns;
        public interface SnsClient {
          static SnsClient create() { return null; }
        }
        """);
    Files.writeString(
        sources.resolve("Handler.java"),
        """
        import software.amazon.awssdk.services.sqs.SqsClient;

        class Handler {
          static final SqsClient SQS = SqsClient.create();
        }
        """);
    Files.writeString(
        sources.resolve("Other.java"),
        """
        import software.amazon.awssdk.services.sns.SnsClient;

        class Other {
          static final SnsClient SNS = SnsClient.create();
        }
        """);
    Explanation explanation =
        Explanations.EMPTY.withFindings(
            List.of(new Finding(finding, "SqsClient has to search", "", "", 100, 200, "")));
    ClientSettings.Module module =
        new ClientSettings.Module(folder, folder, LIBRARIES, snapStart, jvmOptions);
    return ClientSettings.of(explanation, JavaSources.read(folder, sources, List.of()), module)
        .stream()
        .map(Remedy::id)
        .toList();
  }

  @Test
  void each_finding_has_its_remedy() throws Exception {
    assertEquals(List.of("client-settings-http"), ids("slow-http-client", false, ""));
    assertEquals(List.of("client-settings-http"), ids("several-http-clients", false, ""));
    assertEquals(List.of("client-settings-SqsClient"), ids("client-without-settings", false, ""));
    assertEquals(List.of(), ids("work-in-handler", false, ""));
  }

  @Test
  void with_snap_start_credentials_are_not_looked_for_in_variables() throws Exception {
    assertEquals(List.of(), ids("client-without-settings", true, ""));
    assertEquals(List.of("client-settings-http"), ids("slow-http-client", true, ""));
  }

  @Test
  void what_options_of_the_jvm_tell_the_sdk_is_not_overruled() throws Exception {
    assertEquals(List.of(), ids("client-without-settings", false, "-Daws.region=eu-west-1"));
    assertEquals(
        List.of(), ids("slow-http-client", false, "-Dsoftware.amazon.awssdk.http.service.impl=x"));
  }
}
