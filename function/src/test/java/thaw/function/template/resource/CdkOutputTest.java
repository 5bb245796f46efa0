package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

/** What {@code cdk synth} writes for stages, nested stacks and assets without metadata. */
class CdkOutputTest {
  private static final ReadOptions OPTIONS = ReadOptions.defaults();
  private static final String DIGEST =
      "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";

  @TempDir Path folder;

  private static String function(String id, String runtime, String key) {
    return """
    "%s": {"Type": "AWS::Lambda::Function", "Properties": {"Runtime": "%s", "Handler": "a.B",
      "Code": {"S3Bucket": {"Fn::Sub": "cdk-assets-${AWS::AccountId}"}, "S3Key": "%s"}}}\
    """
        .formatted(id, runtime, key);
  }

  private static String template(String... resources) {
    return "{\"Resources\": {" + String.join(",", resources) + "}}";
  }

  private static String stack(String id, String displayName) {
    return """
    "%1$s": {"type": "aws:cloudformation:stack", "displayName": "%2$s", "properties": {"templateFile": "%1$s.template.json", "stackName": "%3$s"}},
    "%1$s.assets": {"type": "cdk:asset-manifest", "properties": {"file": "%1$s.assets.json"}}\
    """
        .formatted(id, displayName, displayName.replace('/', '-'));
  }

  private static void manifest(Path assembly, String... artifacts) throws IOException {
    Files.createDirectories(assembly);
    Files.writeString(assembly.resolve("cdk.out"), "{\"version\":\"48.0.0\"}");
    Files.writeString(
        assembly.resolve("manifest.json"),
        "{\"version\": \"48.0.0\", \"artifacts\": {" + String.join(",", artifacts) + "}}");
  }

  private static void write(Path assembly, String id, String template) throws IOException {
    Files.writeString(assembly.resolve(id + ".template.json"), template);
  }

  private static List<String> ids(Application application) {
    return application.functions().stream().map(FunctionDefinition::logicalId).toList();
  }

  /** All stacks of an application with CDK Pipelines are in stages. */
  @Test
  void stages_have_assemblies_of_their_own() throws IOException {
    Files.writeString(folder.resolve("cdk.json"), "{\"app\": \"mvn -q exec:java\"}");
    Path out = folder.resolve("cdk.out");
    manifest(
        out,
        """
        "assembly-Prod": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "assembly-Prod", "displayName": "Prod"}}\
        """);
    Path stage = out.resolve("assembly-Prod");
    manifest(stage, stack("ProdShop1A", "Prod/Shop"), stack("ProdNet2B", "Prod/Net"));
    write(stage, "ProdShop1A", template(function("Shop", "java21", DIGEST + ".jar")));
    write(stage, "ProdNet2B", template(function("Provider", "nodejs22.x", "ab.zip")));
    Path jar = Files.createFile(out.resolve("asset." + DIGEST + ".jar"));
    for (Path source : List.of(folder, out, stage)) {
      Application application = ApplicationReader.read(source, OPTIONS);
      assertEquals(List.of("Shop"), ids(application));
      assertEquals(new CodeSource.Archive(jar), application.functions().getFirst().code());
    }
  }

  @Test
  void one_of_several_stacks_is_named_below_the_application() throws IOException {
    Files.writeString(folder.resolve("cdk.json"), "{\"output\": \"build/cdk\"}");
    Path out = folder.resolve("build/cdk");
    manifest(out, stack("Shop", "Shop"), stack("MyStock7", "My/Stock"));
    write(out, "Shop", template(function("Sell", "java21", DIGEST + ".jar")));
    write(out, "MyStock7", template(function("Count", "java17", DIGEST + ".jar")));
    Files.createFile(out.resolve("asset." + DIGEST + ".jar"));
    UserMistake several =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(folder, OPTIONS));
    assertEquals(out + " has 2 stacks with functions", several.getMessage());
    assertEquals(
        "name one of them instead of %1$s: %1$s/Shop, %1$s/My/Stock".formatted(folder),
        several.remedy());
    for (String name : List.of("My/Stock", "My-Stock", "MyStock7")) {
      assertEquals(
          List.of("Count"), ids(ApplicationReader.read(folder.resolve(name), OPTIONS)), name);
    }
    assertEquals(List.of("Sell"), ids(ApplicationReader.read(out.resolve("Shop"), OPTIONS)));
  }

  /** As {@code cdk ls} writes it, which bundles nothing; the metadata says that it had. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_asset_that_was_not_bundled_is_the_project_that_is_built(boolean hasMetadata)
      throws IOException {
    Files.writeString(folder.resolve("cdk.json"), "{}");
    Path project = Files.createDirectories(folder.resolve("orders"));
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    Path out = folder.resolve("cdk.out");
    manifest(out, stack("Shop", "Shop"));
    String function = function("Sell", "java21", DIGEST + ".zip");
    String metadata =
        """
        , "Metadata": {"aws:asset:path": "%s", "aws:asset:is-bundled": true, "aws:asset:property": "Code"}}\
        """
            .formatted(project);
    write(out, "Shop", template(hasMetadata ? function.replaceFirst("}$", metadata) : function));
    Files.writeString(
        out.resolve("Shop.assets.json"),
        """
        {"files": {"%s": {"source": {"path": "%s", "packaging": "zip"}}}}\
        """
            .formatted(DIGEST, project));
    assertEquals(
        new CodeSource.Project(project, CodeSource.BuildTool.MAVEN),
        ApplicationReader.read(folder, OPTIONS).functions().getFirst().code());
  }

  /** Without the metadata, which only the command line tool asks for. */
  @Test
  void assets_are_found_by_their_files() throws IOException {
    manifest(folder, stack("S", "S"));
    write(folder, "S", template(function("F", "java21", DIGEST + ".zip")));
    Path code = Files.createDirectories(folder.resolve("../" + folder.getFileName() + "/code"));
    Files.writeString(
        folder.resolve("S.assets.json"),
        "{\"files\": {\""
            + DIGEST
            + "\": {\"source\": {\"path\": \"code\", \"packaging\": \"zip\"}}}}");
    assertEquals(
        new CodeSource.Folder(code.normalize()),
        ApplicationReader.read(folder, OPTIONS).functions().getFirst().code());
  }

  @Test
  void a_stack_whose_functions_are_in_nested_stacks_has_functions() throws IOException {
    manifest(folder, stack("S", "S"), stack("T", "T"));
    write(folder, "S", template("\"N\": {\"Type\": \"AWS::CloudFormation::Stack\"}"));
    write(folder, "T", template("\"Q\": {\"Type\": \"AWS::SQS::Queue\"}"));
    write(folder, "SN1.nested", template(function("F", "java21", "x.jar")));
    Files.writeString(
        folder.resolve("S.assets.json"),
        "{\"files\": {\""
            + DIGEST
            + "\": {\"source\": {\"path\": \"SN1.nested.template.json\"}}}}");
    assertEquals(
        Optional.of(folder.resolve("S.template.json")), ApplicationReader.template(folder));
  }

  private static String custom(String id, String type, String function) {
    return """
    "%s": {"Type": "%s", "Properties": {"ServiceToken": {"Fn::GetAtt": ["%s", "Arn"]}}}\
    """
        .formatted(id, type, function);
  }

  /** As CDK 2.263 writes them; the log retention's has no metadata where nobody asks for them. */
  @Test
  void functions_that_only_deployments_call_are_none_of_the_application() throws IOException {
    String retention = "LogRetentionaae0aa3c5b4d4f87b02d85b201efdd8aFD4BFC8A";
    String objects = "CustomS3AutoDeleteObjectsCustomResourceProviderHandler9D90184F";
    String notifications = "BucketNotificationsHandler050a0587b7544547bf325f094a3db8347ECC3691";
    String calls = "AWS679f53fac002430cb0da5b7982bd22872D164C4C";
    String renamed = function("Renamed", "nodejs22.x", DIGEST + ".zip");
    manifest(folder, stack("S", "S"));
    Files.createFile(folder.resolve("asset." + DIGEST + ".zip"));
    write(
        folder,
        "S",
        template(
            function(retention, "nodejs22.x", DIGEST + ".zip"),
            custom("LogRetention", "Custom::LogRetention", retention),
            function(objects, "nodejs22.x", DIGEST + ".zip"),
            function(notifications, "python3.13", DIGEST + ".zip"),
            function(calls, "nodejs22.x", DIGEST + ".zip"),
            function("Zone", "nodejs22.x", DIGEST + ".zip"),
            custom("Resource", "AWS::CloudFormation::CustomResource", "Zone"),
            function("ProviderframeworkonEvent", "nodejs22.x", DIGEST + ".zip")
                .replace("a.B", "framework.onEvent"),
            function("ProviderframeworkisComplete", "nodejs22.x", DIGEST + ".zip")
                .replace("a.B", "framework.isComplete"),
            renamed.substring(0, renamed.lastIndexOf('}'))
                + ", \"Metadata\": {\"aws:cdk:path\":"
                + " \"S/Custom::CrossRegionExportReaderCustomResourceProvider/Handler\"}}",
            function("Own", "java21", DIGEST + ".zip"),
            custom("OwnResource", "Custom::Own", "Own"),
            function("Web", "nodejs22.x", DIGEST + ".zip")));
    Application application = ApplicationReader.read(folder, OPTIONS);
    assertEquals(List.of("Own", "Web"), ids(application));
    assertEquals(
        List.of(),
        application.warnings().stream().filter(each -> each.contains("left out")).toList());
  }

  @Test
  void a_generated_name_that_is_too_long_is_cut() throws IOException {
    String id = "AWSCDKTriggerShopThatSellsAllThingsThatThereAreInThisTownHandler97BECD91";
    manifest(folder, stack("S", "S"));
    write(
        folder,
        "S",
        template(
            function(id, "nodejs22.x", DIGEST + ".zip"), function("F", "java21", DIGEST + ".zip")));
    Files.createDirectories(folder.resolve("asset." + DIGEST));
    Application application = ApplicationReader.read(folder, OPTIONS);
    assertEquals(List.of(id, "F"), ids(application));
    String name = application.functions().getFirst().name();
    assertEquals(64, name.length());
    assertTrue(name.startsWith("AWSCDKTriggerShopThatSellsAllThingsThatThereAreInTh"), name);
  }

  /** Whoever runs a project of somebody else has only its own stacks run. */
  @Test
  void a_manifest_leads_nowhere_else() throws IOException {
    Path application = Files.createDirectories(folder.resolve("app"));
    Path elsewhere = folder.resolve("other");
    manifest(elsewhere, stack("S", "S"));
    write(elsewhere, "S", template(function("F", "java21", DIGEST + ".jar")));
    Files.writeString(application.resolve("cdk.json"), "{\"output\": \"../other\"}");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(application, OPTIONS));
    assertTrue(mistake.getMessage().endsWith("output leads out of the application: ../other"));
    Files.writeString(application.resolve("cdk.json"), "{}");
    manifest(
        application.resolve("cdk.out"),
        """
        "x": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "../../other"}},
        "y": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "."}}\
        """);
    assertThrows(UserMistake.class, () -> ApplicationReader.read(application, OPTIONS));
  }
}
