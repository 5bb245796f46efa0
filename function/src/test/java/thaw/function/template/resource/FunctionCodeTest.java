package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

/** Where the code of functions is found: in projects, builds, packages and folders. */
class FunctionCodeTest {
  private static final ReadOptions OPTIONS = ReadOptions.defaults();

  @TempDir Path folder;

  @BeforeEach
  void an_artefact_is_built() throws IOException {
    new TemplateFolder(folder).build();
  }

  @Test
  void images_and_inline_code_are_left_out_and_their_neighbours_read() throws IOException {
    Application application =
        read(
            TemplateFolder.function("Handler: a.B", "Runtime: java21")
                + """
                  Image:
                    Type: AWS::Serverless::Function
                    Properties: {PackageType: Image}
                  Inline:
                    Type: AWS::Lambda::Function
                    Properties: {Handler: i.h, Runtime: python3.13, Code: {ZipFile: 'x = 1'}}
                  Node:
                    Type: AWS::Lambda::Function
                    Properties: {Handler: index.handler, Runtime: nodejs22.x, Code: target}
                """);
    assertEquals(List.of("F", "Node"), TemplateFolder.ids(application));
    assertTrue(application.warnings().getFirst().contains("function Image is left out"));
    assertTrue(application.warnings().get(1).contains("function Inline is left out"));
  }

  @Test
  void layers_of_the_template_are_read_and_arns_are_warned_of() throws IOException {
    Files.createDirectories(folder.resolve("layer/java/lib"));
    Application application =
        read(
            TemplateFolder.function(
                    "Handler: a.B",
                    "Runtime: java21",
                    "Layers: [!Ref Deps, !Sub 'arn:aws:lambda:${AWS::Region}:1:layer:x:1']")
                + "  Deps: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri:"
                + " layer}}\n");
    assertEquals(
        List.of(new CodeSource.Folder(folder.resolve("layer"))),
        application.functions().getFirst().layers());
    assertEquals(1, application.warnings().size());
    assertTrue(application.warnings().getFirst().contains("arn:aws:lambda:us-east-1:1:layer:x:1"));
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml, MAVEN, mvn package",
    "build.gradle, GRADLE, gradle build",
    "build.gradle.kts, GRADLE, gradle build",
  })
  void a_folder_with_a_build_file_is_a_project(String file, CodeSource.BuildTool tool, String run)
      throws IOException {
    Path project = Files.createDirectory(folder.resolve("hello"));
    Files.createFile(project.resolve(file));
    Application application =
        read(TemplateFolder.function("Handler: a.B", "Runtime: java21", "CodeUri: ./hello/"));
    assertEquals(new CodeSource.Project(project, tool), application.functions().getFirst().code());
    UserMistake mistake = mistakeOf("CodeUri: hello/build/x.jar");
    assertEquals("build it first: (cd " + project + " && " + run + ")", mistake.remedy());
  }

  @Test
  void what_another_tool_says_of_a_project_is_told_not_to_be_read() throws IOException {
    Path project = Files.createDirectory(folder.resolve("other"));
    Files.createFile(project.resolve("pom.xml"));
    Files.createFile(project.resolve("serverless.yml"));
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> ApplicationReader.read(project, ReadOptions.defaults()));
    assertTrue(mistake.getMessage().endsWith("; serverless.yml is not read"), mistake.getMessage());
    assertTrue(mistake.remedy().contains("--handler"), mistake.remedy());
  }

  @Test
  void a_module_is_built_from_the_project_that_has_the_others_which_it_needs() throws IOException {
    Path project = Files.createDirectory(folder.resolve("hello"));
    Files.createFile(project.resolve("pom.xml"));
    Files.writeString(
        folder.resolve("pom.xml"),
        "<project><modules><module>common</module><module> hello </module></modules></project>");
    assertEquals(
        "build it first: (cd " + folder + " && mvn -pl hello -am package)",
        mistakeOf("CodeUri: hello/target/x.jar").remedy());
  }

  private CodeSource codeWith(String metadata) throws IOException {
    return read(TemplateFolder.function("Handler: a.B", "Runtime: java21", "CodeUri: ./hello/")
            + "    Metadata: "
            + metadata
            + "\n")
        .functions()
        .getFirst()
        .code();
  }

  @Test
  void metadata_say_how_a_folder_is_built_or_that_it_is_not() throws IOException {
    Path project = Files.createDirectory(folder.resolve("hello"));
    Files.createFile(project.resolve("pom.xml"));
    Files.createFile(project.resolve("build.gradle.kts"));
    CodeSource maven = new CodeSource.Project(project, CodeSource.BuildTool.MAVEN);
    assertEquals(new CodeSource.Folder(project), codeWith("{SkipBuild: true}"));
    assertEquals(maven, codeWith("{SkipBuild: false}"));
    assertEquals(maven, codeWith("{BuildMethod: java21, BuildProperties: {A: b}}"));
    assertEquals(maven, codeWith("{BuildMethod: maven}"));
    assertEquals(
        new CodeSource.Project(project, CodeSource.BuildTool.GRADLE),
        codeWith("{BuildMethod: gradle}"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> codeWith("{BuildMethod: makefile}"));
    assertTrue(mistake.getMessage().contains("the Makefile of "), mistake.getMessage());
    Files.createFile(project.resolve("Makefile"));
    CodeSource.Project made =
        assertInstanceOf(CodeSource.Project.class, codeWith("{BuildMethod: makefile}"));
    assertEquals(CodeSource.BuildTool.MAKE, made.tool());
    Files.createFile(folder.resolve("Makefile"));
    CodeSource.MakeRule rule =
        assertInstanceOf(
                CodeSource.Project.class,
                codeWith("{BuildMethod: makefile, ContextPath: ., WorkingDirectory: hello/src}"))
            .rule()
            .orElseThrow();
    assertEquals(folder.resolve("Makefile").toAbsolutePath(), rule.makefile());
    assertEquals(project.resolve("src").toAbsolutePath(), rule.folder());
  }

  @Test
  void what_gradle_makes_is_not_said_to_be_mavens() throws IOException {
    Files.createFile(folder.resolve("pom.xml"));
    Files.createFile(folder.resolve("build.gradle.kts"));
    Path wrapper = Files.createFile(folder.resolve("gradlew"));
    assertEquals(
        "build it first: (cd " + folder + " && sh ./gradlew build)",
        mistakeOf("CodeUri: build/libs/x.jar").remedy());
    Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertEquals(
        "build it first: (cd " + folder + " && ./gradlew build)",
        mistakeOf("CodeUri: build/libs/x.jar").remedy());
  }

  /** Build file, a line of it, the missing archive, what makes it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "build.gradle | apply plugin: 'com.github.johnrengelman.plugin-shadow' | libs/x-1-all.jar | gradle shadowJar",
        "build.gradle.kts | plugins { id(\"com.gradleup.shadow\") } | libs/x-1-all.jar | gradle shadowJar",
        "build.gradle.kts | plugins { id(\"com.gradleup.shadow\") } | libs/x-1.jar | gradle build",
        "build.gradle.kts | plugins { id(\"com.gradleup.shadow\") }; tasks.shadowJar { archiveClassifier.set(\"\") } | libs/x-1.jar | gradle shadowJar",
        "build.gradle.kts | plugins { id(\"com.gradleup.shadow\") }; tasks.withType<ShadowJar> { archiveBaseName = \"fn\" } | libs/fn-1.jar | gradle shadowJar",
        "build.gradle | plugins { id 'com.gradleup.shadow' }; shadowJar { archiveFileName = 'fn.jar' } | libs/fn.jar | gradle shadowJar",
        "build.gradle | task buildZip(type: Zip) { from compileJava } | distributions/x.zip | gradle buildZip",
        "build.gradle | tasks.register('lambdaZip', Zip) { into('lib') { } } | distributions/x.zip | gradle lambdaZip",
        "build.gradle.kts | tasks.register<Zip>(\"lambdaZip\") { into(\"lib\") } | distributions/x.zip | gradle lambdaZip",
        "build.gradle.kts | val fnZip by tasks.creating(Zip::class) { } | distributions/x.zip | gradle fnZip",
        "build.gradle | task fatJar(type: Jar) { archiveClassifier = 'fat' } | libs/x-fat.jar | gradle fatJar",
        "build.gradle | task fatJar(type: Jar) { classifier = 'fat' } | libs/x.jar | gradle build",
        "build.gradle | plugins { id 'application' } | distributions/x.zip | gradle distZip",
        "build.gradle | plugins { id 'org.springframework.boot' } | libs/x.jar | gradle bootJar",
        "build.gradle | // com.gradleup.shadow was here | libs/x-all.jar | gradle build",
        "pom.xml | <plugin>maven-shade-plugin</plugin> | x.jar | mvn package",
        "pom.xml | <profile><id>lambda</id><x>maven-shade-plugin</x></profile> | x.jar | mvn package -Plambda",
        "pom.xml | <profile><id>it</id></profile><profile><id>aws</id><x>maven-assembly-plugin</x></profile> | x.zip | mvn package -Paws",
        "pom.xml | <profile><id>native</id><x>maven-assembly-plugin</x></profile> | x.zip | mvn package",
        "pom.xml | <!-- <profile><id>old</id>maven-shade-plugin</profile> --> | x.jar | mvn package",
      })
  void a_missing_archive_is_told_with_the_task_that_makes_it(
      String file, String line, String archive, String run) throws IOException {
    Files.writeString(folder.resolve(file), line);
    String code = (file.equals("pom.xml") ? "target/" : "build/") + archive;
    UserMistake mistake = mistakeOf("CodeUri: " + code);
    assertEquals("build it first: (cd " + folder + " && " + run + ")", mistake.remedy());
  }

  /** The root's script may say how each module is packed, and its wrapper builds them. */
  @Test
  void a_module_is_built_by_what_the_projects_around_it_say() throws IOException {
    Files.createFile(folder.resolve("settings.gradle"));
    Files.createFile(folder.resolve("gradlew"));
    Files.writeString(
        folder.resolve("build.gradle"),
        "subprojects { apply plugin: 'com.github.johnrengelman.shadow' }");
    Path module = Files.createDirectories(folder.resolve("functions/get"));
    Files.createFile(folder.resolve("functions/build.gradle"));
    Files.createFile(module.resolve("build.gradle"));
    UserMistake mistake = mistakeOf("CodeUri: functions/get/build/libs/get-all.jar");
    assertEquals(
        "build it first: (cd " + module + " && sh ../../gradlew shadowJar)", mistake.remedy());
  }

  @Test
  void what_sam_has_built_is_taken_as_it_is() throws IOException {
    Path build = Files.createDirectories(folder.resolve(".aws-sam/build"));
    Path code = Files.createDirectories(build.resolve("F"));
    Files.createFile(code.resolve("pom.xml"));
    Files.writeString(
        build.resolve("template.yaml"),
        TemplateFolder.function("Handler: a.B", "Runtime: java21", "CodeUri: F"));
    assertEquals(
        new CodeSource.Folder(code),
        ApplicationReader.read(build, OPTIONS).functions().getFirst().code());
  }

  /** As {@code cdk synth} writes it, but for what concerns no function. */
  private static final String CDK =
      """
      {
        "Resources": {
          "Fn9270CBC0": {
            "Type": "AWS::Lambda::Function",
            "Properties": {
              "Code": {
                "S3Bucket": {"Fn::Sub": "cdk-hnb659fds-assets-${AWS::AccountId}-${AWS::Region}"},
                "S3Key": "1f.jar"
              },
              "Handler": "a.B",
              "Layers": [{"Ref": "Layer5A"}],
              "Role": {"Fn::GetAtt": ["Role1", "Arn"]},
              "Runtime": "java21"
            },
            "DependsOn": ["Role1"],
            "Metadata": {
              "aws:cdk:path": "Stack/Fn/Resource",
              "aws:asset:path": "asset.1f.jar",
              "aws:asset:is-bundled": false,
              "aws:asset:property": "Code"
            }
          },
          "Role1": {"Type": "AWS::IAM::Role"},
          "Layer5A": {
            "Type": "AWS::Lambda::LayerVersion",
            "Properties": {"Content": {"S3Bucket": "b", "S3Key": "2e.zip"}},
            "Metadata": {"aws:asset:path": "asset.2e", "aws:asset:property": "Content"}
          },
          "CDKMetadata": {
            "Type": "AWS::CDK::Metadata",
            "Properties": {"Analytics": "v2:deflate64:x"},
            "Condition": "CDKMetadataAvailable"
          }
        },
        "Conditions": {"CDKMetadataAvailable": {"Fn::Equals": ["a", "b"]}},
        "Parameters": {
          "BootstrapVersion": {
            "Type": "AWS::SSM::Parameter::Value<String>",
            "Default": "/cdk-bootstrap/hnb659fds/version"
          }
        },
        "Rules": {"CheckBootstrapVersion": {"Assertions": []}}
      }
      """;

  @Test
  void what_cdk_has_synthesised_is_run_with_its_assets() throws IOException {
    Files.createFile(folder.resolve("cdk.json"));
    UserMistake none =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(folder, OPTIONS));
    assertEquals("run: cdk synth", none.remedy());
    Path out = Files.createDirectories(folder.resolve("cdk.out"));
    Files.writeString(out.resolve("Stack.template.json"), CDK);
    Files.writeString(out.resolve("Other.template.json"), "{\"Resources\": {}}");
    UserMistake missing =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(folder, OPTIONS));
    assertEquals("run: cdk synth", missing.remedy());
    Path jar = Files.createFile(out.resolve("asset.1f.jar"));
    Path layer = Files.createDirectories(out.resolve("asset.2e"));
    for (Path source : List.of(folder, out)) {
      Application application = ApplicationReader.read(source, OPTIONS);
      FunctionDefinition function = application.functions().getFirst();
      assertEquals(new CodeSource.Archive(jar), function.code());
      assertEquals(List.of(new CodeSource.Folder(layer)), function.layers());
      assertEquals(List.of(), application.warnings());
    }
    Files.writeString(out.resolve("Other.template.json"), CDK);
    UserMistake two = assertThrows(UserMistake.class, () -> ApplicationReader.read(out, OPTIONS));
    assertEquals(out + " has 2 stacks with functions", two.getMessage());
  }

  @Test
  void code_that_a_makefile_builds_is_said_to_be_built_first() throws IOException {
    Files.createFile(folder.resolve("Makefile"));
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                read(
                    TemplateFolder.function(
                        "Handler: bootstrap", "Runtime: provided.al2023", "CodeUri: build")));
    assertTrue(mistake.getMessage().contains("CodeUri does not exist: "), mistake.getMessage());
    assertEquals("build it first: make -C " + folder, mistake.remedy());
  }

  /** A shell would take a blank, an ampersand or a parenthesis for its own. */
  @Test
  void a_path_in_a_command_is_quoted() throws IOException {
    Path project = Files.createDirectories(folder.resolve("My & App (1)"));
    Files.createFile(project.resolve("Makefile"));
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                read(
                    TemplateFolder.function(
                        "Handler: bootstrap",
                        "Runtime: provided.al2023",
                        "CodeUri: 'My & App (1)/build'")));
    assertEquals("build it first: make -C '" + project + "'", mistake.remedy());
  }

  @Test
  void a_project_above_the_application_is_not_said_to_build_its_code() throws IOException {
    Files.createFile(folder.resolve("pom.xml"));
    Path application = Files.createDirectories(folder.resolve("app"));
    Files.writeString(
        application.resolve("template.yaml"),
        TemplateFolder.function("Handler: a.B", "Runtime: java21", "CodeUri: bin/x.jar"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(application, OPTIONS));
    assertEquals("correct the path", mistake.remedy());
  }

  @Test
  void code_uri_dot_and_an_absent_code_uri_mean_the_templates_folder() throws IOException {
    Files.createFile(folder.resolve("pom.xml"));
    for (String line : List.of("CodeUri: .", "Description: none")) {
      Application application =
          read(
              """
              Resources:
                F:
                  Type: AWS::Serverless::Function
                  Properties:
                    Handler: a.B
                    Runtime: java21
                    %s
              """
                  .formatted(line));
      assertInstanceOf(CodeSource.Project.class, application.functions().getFirst().code());
      assertEquals(folder.toAbsolutePath(), application.functions().getFirst().code().path());
    }
  }

  @Test
  void a_jar_needs_a_handler_and_is_one_function() {
    Path jar = folder.resolve("target/app.jar");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(jar, OPTIONS));
    assertEquals("name it: --handler package.Class::method", mistake.remedy());
    FunctionDefinition function =
        ApplicationReader.read(jar, OPTIONS.withHandler("a.B::c")).functions().getFirst();
    assertEquals("app.jar", function.logicalId());
    assertEquals("app", function.name());
    assertEquals("java25", function.runtime());
    assertEquals(new CodeSource.Archive(jar), function.code());
    assertEquals(MemorySize.DEFAULT, function.memory());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a.B:c", "a.B::", "::c", "a::b::c"})
  void a_bare_package_refuses_a_handler_that_is_none(String handler) {
    assertThrows(
        UserMistake.class,
        () -> ApplicationReader.read(folder.resolve("target"), OPTIONS.withHandler(handler)));
  }

  @Test
  void a_folder_without_a_template_is_a_task_root_or_a_project() throws IOException {
    ReadOptions options = OPTIONS.withHandler("Main::run");
    assertEquals(
        new CodeSource.Folder(folder),
        ApplicationReader.read(folder, options).functions().getFirst().code());
    Files.createFile(folder.resolve("pom.xml"));
    assertEquals(
        new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN),
        ApplicationReader.read(folder, options).functions().getFirst().code());
  }

  private Application read(String text) throws IOException {
    return new TemplateFolder(folder).read(text);
  }

  /** Returns what is told of a function's code. */
  /** As of a layer: what is missing of a function is built. */
  private UserMistake mistakeOf(String code) {
    Path path = folder.resolve(code.replaceFirst("^CodeUri: ", ""));
    return assertThrows(UserMistake.class, () -> CodeLocation.of(path, folder, "CodeUri"));
  }

  @Test
  void an_archive_that_a_build_has_still_to_make_is_its_project() throws IOException {
    Path project = Files.createDirectory(folder.resolve("hello"));
    Files.createFile(project.resolve("pom.xml"));
    Application application =
        read(
            TemplateFolder.function(
                "Handler: a.B", "Runtime: java21", "CodeUri: hello/target/hello.jar"));
    assertEquals(
        new CodeSource.Project(
            project.toAbsolutePath(),
            CodeSource.BuildTool.MAVEN,
            Optional.empty(),
            Optional.of(project.toAbsolutePath().resolve("target/hello.jar"))),
        application.functions().getFirst().code());
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                read(
                    TemplateFolder.function(
                        "Handler: a.B", "Runtime: java21", "CodeUri: hello/hello.jar")));
    assertEquals("build it first: (cd " + project + " && mvn package)", mistake.remedy());
  }
}
