package thaw.environment.launch;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import thaw.heap.HeldConnections;
import thaw.heap.HeldLogin;
import thaw.json.Json;

/** The connections that a clone has in its heap, as a file beside the snapshot. */
public final class ConnectionsJson {
  private static final ObjectMapper JSON = Json.tolerant(HeldLogin.Kind.class).build();

  private static final String FILE = "connections.json";

  private ConnectionsJson() {}

  public static void write(Path folder, HeldConnections held) throws IOException {
    Files.write(
        folder.resolve(FILE), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(held));
  }

  /** Reads them. Of a file that is missing, or cannot be read, nothing is known. */
  static HeldConnections read(Path folder) {
    try {
      return JSON.readValue(Files.readAllBytes(folder.resolve(FILE)), HeldConnections.class);
    } catch (IOException e) {
      return HeldConnections.NONE;
    }
  }
}
