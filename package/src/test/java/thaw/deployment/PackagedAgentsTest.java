package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagedAgentsTest {
  @TempDir Path folder;

  private void agent(String name) throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", "Agent");
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    new JarOutputStream(Files.newOutputStream(file), manifest).close();
  }

  @Test
  void what_links_of_a_layer_lead_to_is_none_of_its_agents() throws Exception {
    agent("outside/other.jar");
    agent("opt/java/agent.jar");
    Files.writeString(folder.resolve("opt/handler"), "#!/bin/sh");
    Files.createSymbolicLink(folder.resolve("opt/current"), Path.of("."));
    Files.createSymbolicLink(
        folder.resolve("opt/out.jar"), folder.resolve("outside/other.jar").toAbsolutePath());
    PackagedAgents found =
        PackagedAgents.of(
            Map.of(PackagedAgents.WRAPPER, "/opt/handler"),
            Path.of("/var/task"),
            name -> folder.resolve(name.substring(1)));
    assertEquals(Set.of("/opt/java/agent.jar"), found.jars());
  }
}
