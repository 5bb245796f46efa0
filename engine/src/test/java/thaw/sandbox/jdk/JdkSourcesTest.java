package thaw.sandbox.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Tool;

class JdkSourcesTest {
  private static final Tool NO_APT = new Tool(127, "apt-cache: not found");
  private static final Tool NOT_IN_APT = new Tool(0, "");

  @Test
  void what_the_distribution_has_comes_first_and_a_download_is_always_a_way() {
    Tool madison =
        new Tool(
            0, " openjdk-17-jdk-headless | 17.0.15+6-1~deb12u1 | bookworm/main amd64 Packages");
    assertEquals("apt SDKMAN! Adoptium", sources(17, madison, true));
    assertEquals(
        "apt: apt-get install openjdk-17-jdk-headless",
        JdkSources.commands(17, "amd64", madison, true).getFirst());
    assertEquals("Adoptium", sources(11, NOT_IN_APT, false));
    assertEquals("Adoptium", sources(11, NO_APT, false));
  }

  @Test
  void a_download_is_of_this_machines_architecture() {
    assertEquals(
        List.of(
            "Adoptium: mkdir -p ~/.jdks && curl -fL"
                + " https://api.adoptium.net/v3/binary/latest/11/ga/linux/x64/jdk/hotspot/normal/eclipse"
                + " | tar -xz -C ~/.jdks"),
        JdkSources.commands(11, "amd64", NO_APT, false));
    String arm = JdkSources.commands(11, "aarch64", NO_APT, false).getFirst();
    assertTrue(arm.contains("/linux/aarch64/jdk/"), arm);
  }

  private static String sources(int feature, Tool madison, boolean hasSdkman) {
    return JdkSources.commands(feature, "amd64", madison, hasSdkman).stream()
        .map(each -> each.substring(0, each.indexOf(':')))
        .collect(Collectors.joining(" "));
  }
}
