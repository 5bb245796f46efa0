package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.sandbox.jdk.Jdks;

/** A JDK in place of another one, which this machine does not have. */
class StandInTest {
  @TempDir Path folder;

  private Jdks jdk(int feature) throws Exception {
    Path home = Files.createDirectories(folder.resolve("jdk-" + feature + "/bin")).getParent();
    assertTrue(Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true));
    Files.writeString(
        home.resolve("release"),
        """
        JAVA_VERSION="%1$d.0.1"
        JAVA_RUNTIME_VERSION="%1$d.0.1+8"
        IMPLEMENTOR_VERSION="Temurin-%1$d.0.1+8"
        """
            .formatted(feature));
    return Jdks.among(List.of(home));
  }

  @Test
  void the_name_of_a_jdk_has_the_one_that_it_stands_for() throws Exception {
    ManagedRuntime.Choice choice = ManagedRuntime.of("java21").choose(jdk(25));
    StandIn standIn = choice.standIn().orElseThrow();

    String label = standIn.label(choice.jdk());
    assertEquals("Temurin 25.0.1+8 in place of JDK 21", label);
    assertEquals("Temurin 25.0.1+8", StandIn.jdkOf(label), "two starts on it can be compared");
    String sentence = standIn.sentence(choice.jdk());
    assertTrue(
        sentence.startsWith("runtime java21 runs on Temurin 25.0.1+8: no JDK 21 was found"),
        sentence);
    assertTrue(
        sentence.contains("Remedy: ask for the commands of this machine: thaw setup --jdk 21"),
        sentence);
  }

  @Test
  void the_jdk_of_the_runtime_stands_for_none() throws Exception {
    assertEquals(Optional.empty(), ManagedRuntime.of("java25").choose(jdk(25)).standIn());
  }
}
