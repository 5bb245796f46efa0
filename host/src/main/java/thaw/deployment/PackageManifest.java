package thaw.deployment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What a package consists of, for who has to know it later: {@code manifest.json}. */
public final class PackageManifest {
  public static final String NAME = "manifest.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private PackageManifest() {}

  /**
   * @param jvm its build, such as {@code Temurin 25.0.3+9}
   * @param modules that it has
   * @param events that have trained the archive
   * @param files of the package by their names: the class path in its order, then the rest
   */
  public static void write(
      String function,
      String way,
      String architecture,
      String jvm,
      Collection<String> modules,
      List<String> options,
      List<byte[]> events,
      Map<String, Path> files,
      Path target)
      throws IOException {
    ObjectNode node = JSON.createObjectNode();
    node.put("function", function);
    node.put("way", way);
    node.put("architecture", architecture);
    node.put("jvm", jvm);
    ArrayNode names = node.putArray("modules");
    modules.stream().sorted().forEach(names::add);
    ArrayNode flags = node.putArray("options");
    options.forEach(flags::add);
    ArrayNode trained = node.putArray("trainedBy");
    events.forEach(event -> trained.addObject().put("sha256", hex(digest(event))));
    ArrayNode list = node.putArray("files");
    for (Map.Entry<String, Path> file : files.entrySet()) {
      list.addObject()
          .put("path", file.getKey())
          .put("bytes", Files.size(file.getValue()))
          .put("sha256", sha256(file.getValue()));
    }
    Files.writeString(target, node.toPrettyString() + "\n");
  }

  /** In hexadecimal. */
  static String sha256(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return hex(digest.digest());
  }

  private static byte[] digest(byte[] bytes) {
    return sha256().digest(bytes);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
