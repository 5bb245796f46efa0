package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;

/** The code that puts a package into a stack of CDK. */
@SideBySide
class CdkPapersTest {
  @TempDir Path folder;

  private CdkPapers papers(String app) throws Exception {
    Files.writeString(folder.resolve("cdk.json"), "{\n  \"app\": \"" + app + "\"\n}");
    Path output = Files.createDirectories(folder.resolve("cdk.out"));
    return CdkPapers.of(
            Optional.of(
                Files.writeString(
                    output.resolve("Shop.template.json"),
                    """
                    {"Resources": {"Greet1A": {"Type": "AWS::Lambda::Function", "Properties": {
                      "Code": {"S3Bucket": "b", "S3Key": "k"}, "Handler": "a.B", "Runtime": "java21",
                      "MemorySize": 512, "Role": {"Fn::GetAtt": ["R", "Arn"]},
                      "Environment": {"Variables": {"TABLE": {"Ref": "T"}}}}}}}
                    """)),
            "Greet1A")
        .orElseThrow();
  }

  private Path made(String properties) throws Exception {
    return Files.writeString(
        folder.resolve("template.yaml"),
        """
        Resources:
          Greet1A:
            Type: AWS::Lambda::Function
            Properties:
              Role: !GetAtt R.Arn
              MemorySize: 512
        """
            + properties.indent(6));
  }

  @Test
  void has_just_the_properties_that_a_zip_changes() throws Exception {
    Path made =
        made(
            """
            Code: function.zip
            Handler: a.B
            Runtime: provided.al2023
            Architectures: [x86_64]
            SnapStart: {ApplyOn: None}
            Environment:
              Variables:
                TABLE: !Ref T
                JAVA_TOOL_OPTIONS: -Da="b"
            """);
    String java = papers("mvn -q compile exec:java").section(made, folder.resolve("out"));
    assertTrue(
        java.contains("Asset.Builder.create(this, \"ThawPackage\").path(\"out/function.zip\")"),
        java);
    assertTrue(
        java.contains("cfn.addPropertyOverride(\"Code.S3Key\", asset.getS3ObjectKey());"), java);
    assertTrue(java.contains("(\"Architectures\", List.of(\"x86_64\"));"), java);
    assertTrue(java.contains("(\"SnapStart.ApplyOn\", \"None\");"), java);
    assertTrue(
        java.contains("(\"Environment.Variables.JAVA_TOOL_OPTIONS\", \"-Da=\\\"b\\\"\");"), java);
    for (String same : new String[] {"Role", "MemorySize", "Handler", "TABLE"}) {
      assertFalse(java.contains(same), same + ": " + java);
    }
    String script = papers("npx ts-node bin/app.ts").section(made, folder.resolve("out"));
    assertTrue(script.contains("const asset = new Asset(this"), script);
    assertTrue(script.contains("(\"Architectures\", [\"x86_64\"]);"), script);
  }

  @Test
  void deletes_what_an_image_must_not_have() throws Exception {
    Path made = made("PackageType: Image\nCode: {ImageUri: image.tar}\n");
    String java = papers("./gradlew run").section(made, folder.resolve("out"));
    for (String gone : new String[] {"Runtime", "Handler", "Code.S3Bucket", "Environment"}) {
      assertTrue(java.contains("cfn.addPropertyDeletionOverride(\"" + gone + "\");"), java);
    }
    assertTrue(java.contains("tarballFile(\"out/image.tar\")"), java);
    assertEquals(
        Optional.empty(), CdkPapers.of(Optional.of(folder.resolve("template.yaml")), "Greet1A"));
  }
}
