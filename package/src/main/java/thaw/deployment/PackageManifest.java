package thaw.deployment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import thaw.function.packaging.Sha256;

/**
 * Describes what a package consists of, for those who have to know it later: {@code manifest.json}.
 */
public final class PackageManifest {
  public static final String NAME = "manifest.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private PackageManifest() {}

  /**
   * @param modules that it has
   * @param events that have trained the archive
   * @param files of the package by their names: the class path in its order, then the rest
   */
  public static void write(
      PackagedParts parts,
      String architecture,
      Collection<String> modules,
      List<String> options,
      List<byte[]> events,
      Map<String, Path> files,
      Path target)
      throws IOException {
    ObjectNode node = JSON.createObjectNode();
    parts.writeTo(node);
    node.put("architecture", architecture);
    ArrayNode names = node.putArray("modules");
    modules.stream().sorted().forEach(names::add);
    ArrayNode flags = node.putArray("options");
    options.forEach(flags::add);
    ArrayNode trained = node.putArray("trainedBy");
    for (byte[] event : events) {
      trained.addObject().put("sha256", Sha256.of(out -> out.write(event)).hex());
    }
    ArrayNode list = node.putArray("files");
    for (Map.Entry<String, Path> file : files.entrySet()) {
      list.addObject()
          .put("path", file.getKey())
          .put("bytes", Files.size(file.getValue()))
          .put("sha256", Sha256.of(file.getValue()).hex());
    }
    Files.writeString(target, node.toPrettyString() + "\n");
  }
}
