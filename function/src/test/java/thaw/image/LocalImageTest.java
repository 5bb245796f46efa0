package thaw.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Images;
import thaw.function.packaging.Sha256;
import thaw.problem.UserMistake;

class LocalImageTest {
  @TempDir Path folder;

  private static List<String> architectures(LocalImage image) {
    return image.platforms().stream().map(LocalImage.Platform::architecture).toList();
  }

  private static UserMistake mistake(String uri) {
    return assertThrows(UserMistake.class, () -> LocalImage.at(uri));
  }

  @Test
  void an_oci_layout_says_for_what_it_is() throws Exception {
    LocalImage image = LocalImage.at(Images.layout(folder, "one", "amd64").toString());
    assertEquals(folder, image.path());
    assertEquals(List.of("x86_64"), architectures(image));
    assertEquals("linux", image.platforms().getFirst().os());
    assertEquals(image.digest(), image.platforms().getFirst().digest());
    assertTrue(image.digest().matches("sha256:[0-9a-f]{64}"));
  }

  @Test
  void an_index_has_an_image_for_each_architecture() throws Exception {
    LocalImage image = LocalImage.read(Images.layout(folder, "one", "amd64", "arm64"));
    assertEquals(List.of("x86_64", "arm64"), architectures(image));
    assertNotEquals(image.digest(), image.platforms().getFirst().digest());
  }

  @Test
  void a_tar_is_what_its_layout_is() throws Exception {
    Path layout = Images.layout(folder.resolve("layout"), "one", "amd64", "arm64");
    LocalImage image = LocalImage.read(layout);
    Path tar = Images.tar(layout, folder.resolve("image.tar"));
    assertEquals(
        new LocalImage(tar, image.digest(), image.platforms()),
        LocalImage.at(tar.toUri().toString()));
  }

  @Test
  void what_docker_has_saved_is_named_by_its_configuration() throws Exception {
    Path saved = Images.docker(folder.resolve("docker"), "arm64");
    LocalImage image = LocalImage.read(Images.tar(saved, folder.resolve("docker.tar")));
    assertEquals(List.of("arm64"), architectures(image));
    assertEquals("sha256:" + Sha256.of(saved.resolve("config.json")).hex(), image.digest());
  }

  @Test
  void a_registry_is_not_reached() {
    UserMistake mistake = mistake("123456789012.dkr.ecr.us-east-1.amazonaws.com/java:25");
    assertTrue(mistake.getMessage().startsWith("an image cannot be pulled from a registry here"));
    assertEquals(LocalImage.REMEDY, mistake.remedy());
  }

  @Test
  void what_is_no_image_is_refused() throws Exception {
    assertTrue(mistake(folder + "/absent").getMessage().startsWith("the image does not exist: "));
    assertTrue(mistake(folder.toString()).getMessage().contains("neither an index.json nor"));
    Path text = Files.writeString(folder.resolve("text.tar"), "x".repeat(2000));
    assertTrue(mistake(text.toString()).getMessage().endsWith("it is not a tar"));
    Path zipped = folder.resolve("zipped.tar");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      for (int i = 0; i < 5000; i++) {
        out.write((i * 31 * i) >> 3);
      }
    }
    assertTrue(mistake(zipped.toString()).getMessage().contains("gunzip"), "compressed");
    assertTrue(mistake("file:relative").getMessage().endsWith(" is not the place of an image"));
  }

  @Test
  void an_architecture_that_lambda_does_not_have_is_refused() throws Exception {
    Images.layout(folder, "one", "riscv64");
    assertTrue(mistake(folder.toString()).getMessage().contains("is for linux on riscv64"));
  }

  @Test
  void two_images_for_one_architecture_are_refused() throws Exception {
    Images.layout(folder, "one", "amd64");
    String one = Files.readString(folder.resolve("index.json"));
    Images.layout(folder, "two", "amd64");
    String two = Files.readString(folder.resolve("index.json"));
    String both =
        one.substring(0, one.lastIndexOf("]")) + "," + two.substring(two.indexOf('[') + 1);
    Files.writeString(folder.resolve("index.json"), both);
    assertTrue(mistake(folder.toString()).getMessage().endsWith("several images for x86_64"));
    Files.writeString(
        folder.resolve("index.json"),
        one.substring(0, one.lastIndexOf("]")) + "," + one.substring(one.indexOf('[') + 1));
    assertEquals(List.of("x86_64"), architectures(LocalImage.read(folder))); // one with two names
  }

  @Test
  void contents_that_are_not_those_of_the_digest_are_refused() throws Exception {
    LocalImage image = LocalImage.read(Images.layout(folder, "one", "amd64"));
    Path manifest = folder.resolve("blobs/sha256").resolve(image.digest().substring(7));
    Files.writeString(manifest, Files.readString(manifest) + " ");
    assertTrue(mistake(folder.toString()).getMessage().contains("others than their digest says"));
  }
}
