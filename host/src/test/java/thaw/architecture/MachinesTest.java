package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The machines for macOS and Windows are of one system, and lead to the ports of Thaw. */
class MachinesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Lima's own command refuses other members: docs/macos-and-windows.md says when it was asked. */
  private static final Set<String> MEMBERS_OF_LIMA =
      Set.of(
          "minimumLimaVersion",
          "images",
          "cpus",
          "memory",
          "disk",
          "mounts",
          "portForwards",
          "containerd");

  private static String text(String file) throws Exception {
    return Files.readString(ROOT.resolve(file));
  }

  private static Map<?, ?> lima() throws Exception {
    LoadSettings settings = LoadSettings.builder().build();
    return (Map<?, ?>) new Load(settings).loadFromString(text("machines/lima.yaml"));
  }

  private static JsonNode container() throws Exception {
    return new ObjectMapper().readTree(ROOT.resolve(".devcontainer/devcontainer.json").toFile());
  }

  @Test
  void all_have_the_same_release_of_ubuntu() throws Exception {
    Set<String> releases = new TreeSet<>();
    for (String file :
        List.of("machines/lima.yaml", "machines/wsl.ps1", ".devcontainer/devcontainer.json")) {
      Matcher release = Pattern.compile("(?i)ubuntu[-:](\\d\\d\\.\\d\\d)").matcher(text(file));
      assertTrue(release.find(), file);
      release.reset();
      while (release.find()) {
        releases.add(release.group(1));
      }
    }
    assertEquals(Set.of("26.04"), releases);
    assertTrue(text("docs/macos-and-windows.md").contains("Ubuntu 26.04"));
  }

  @Test
  void all_run_the_same_script() throws Exception {
    assertTrue(Files.isExecutable(ROOT.resolve("machines/provision")));
    assertTrue(Files.isExecutable(ROOT.resolve("machines/lima")));
    assertEquals("machines/provision", container().get("postCreateCommand").asText());
    assertTrue(text("machines/lima").contains("sudo \"$here/provision\""));
    assertTrue(text("machines/wsl.ps1").contains("/machines/provision | bash"));
  }

  @Test
  void the_file_of_lima_has_an_image_for_both_architectures_and_shares_home_and_ports()
      throws Exception {
    Map<?, ?> lima = lima();
    assertEquals(MEMBERS_OF_LIMA, lima.keySet());
    List<?> images = (List<?>) lima.get("images");
    assertEquals(
        List.of("x86_64", "aarch64"),
        images.stream().map(image -> ((Map<?, ?>) image).get("arch")).toList());
    assertEquals(List.of(Map.of("location", "~", "writable", true)), lima.get("mounts"));
    Map<?, ?> ports = (Map<?, ?>) ((List<?>) lima.get("portForwards")).getFirst();
    assertEquals(List.of(1024, 65535), ports.get("guestPortRange"));
    assertEquals("127.0.0.1", ports.get("hostIP"));
  }

  @Test
  void the_dev_container_forwards_the_ports_that_the_pages_name() throws Exception {
    JsonNode container = container();
    Set<Integer> ports =
        StreamSupport.stream(container.get("forwardPorts").spliterator(), false)
            .map(JsonNode::asInt)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(3000, 3001, 5005), ports);
    for (int port : ports) {
      assertTrue(container.get("portsAttributes").has(String.valueOf(port)), "port " + port);
      assertTrue(text("docs/macos-and-windows.md").contains(String.valueOf(port)), "port " + port);
    }
    assertTrue(text("docs/thaw-yaml.md").contains("3001, 3000"));
    assertTrue(container.get("privileged").asBoolean());
  }
}
