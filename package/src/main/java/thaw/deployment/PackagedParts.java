package thaw.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import thaw.files.ForeignTree;
import thaw.json.Json;
import thaw.problem.UserMistake;

/**
 * The parts of a package that others patch and only a new package replaces, as {@code
 * manifest.json} has them.
 *
 * @param function of the package
 * @param way as the option names it
 * @param jvm such as {@code Temurin 25.0.3+9}
 * @param client such as {@code AWS's runtime client 2.10.1}; absent where AWS brings it
 * @param base the system of a base image, such as {@code Amazon Linux 2023.9.20251117}
 */
public record PackagedParts(
    String function, String way, String jvm, Optional<String> client, Optional<String> base) {
  private static final String CLIENT = "client";
  private static final String BASE = "base";

  /** The way whose JVM and client AWS patches. */
  static final String MANAGED = "managed";

  void writeTo(ObjectNode node) {
    node.put("function", function);
    node.put("way", way);
    node.put("jvm", jvm);
    client.ifPresent(each -> node.put(CLIENT, each));
    base.ifPresent(each -> node.put(BASE, each));
  }

  /**
   * @param folder of the package, or one with its manifest alone
   */
  public static PackagedParts read(Path folder) throws IOException {
    Path file = Files.isDirectory(folder) ? folder.resolve(PackageManifest.NAME) : folder;
    Optional<JsonNode> manifest =
        Files.isRegularFile(file) ? Json.read(Files.readAllBytes(file)) : Optional.empty();
    JsonNode node =
        manifest
            .filter(read -> read.path("jvm").isTextual() && read.path("way").isTextual())
            .orElseThrow(() ->
                new UserMistake(
                    folder + " has no " + PackageManifest.NAME + " of thaw package",
                    "name the folder of a package, or one with its " + PackageManifest.NAME));
    return new PackagedParts(
        node.path("function").asText(),
        node.path("way").asText(),
        node.path("jvm").asText(),
        Optional.ofNullable(node.path(CLIENT).textValue()),
        Optional.ofNullable(node.path(BASE).textValue()));
  }

  /** Returns the name of the system in a root file system. */
  public static Optional<String> system(Path root) throws IOException {
    ForeignTree tree = new ForeignTree(root);
    for (String at : new String[] {"etc/os-release", "usr/lib/os-release"}) {
      Optional<Path> file = tree.findFile(at);
      if (file.isPresent()) {
        return Files.readAllLines(file.get()).stream()
            .filter(line -> line.startsWith("PRETTY_NAME="))
            .map(line -> line.substring(line.indexOf('=') + 1).replace("\"", "").strip())
            .findFirst();
      }
    }
    return Optional.empty();
  }
}
