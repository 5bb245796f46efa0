package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

class NoPackageTest {
  @TempDir Path folder;

  @Test
  void a_template_of_which_no_package_can_be_made_is_told_before_the_command() throws Exception {
    Files.createDirectory(folder.resolve("classes"));
    assertEquals(
        Optional.of(
            "thaw package refuses it: "
                + folder.resolve("template.yaml")
                + ":3:3: the template cannot be taken over: F needs L, a layer that is in the package,"
                + " elsewhere than in Layers; package the built jar without the template, target/app.jar --handler"
                + " ..., and name it in your own template"),
        of(", Layers: [!Ref L], Environment: {Variables: {OTHER: !Ref L}}"));
    assertEquals(Optional.empty(), of(""));
  }

  private Optional<String> of(String further) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("template.yaml"),
            """
            Transform: AWS::Serverless-2016-10-31
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties: {CodeUri: classes, Handler: a.H::h, Runtime: java21%s}
              L:
                Type: AWS::Serverless::LayerVersion
                Properties: {ContentUri: classes}
            """
                .formatted(further));
    return FixJob.noPackage(
        Optional.of(file),
        ApplicationReader.read(file, ReadOptions.defaults()).functions().getFirst());
  }
}
