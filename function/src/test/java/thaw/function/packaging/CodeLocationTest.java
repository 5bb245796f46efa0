package thaw.function.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeLocationTest {
  @TempDir Path folder;

  private Path module(String name) throws IOException {
    Files.createDirectories(folder.resolve(name).resolve("src/main/java"));
    return folder.resolve(name);
  }

  @Test
  void a_module_without_a_script_is_one_of_the_settings_above_it() throws IOException {
    Path orders = module("services/orders");
    assertInstanceOf(CodeSource.Folder.class, CodeLocation.of(orders, folder, "CodeUri"));
    Files.writeString(folder.resolve("settings.gradle.kts"), "include(\"services:orders\")");
    CodeSource.Project gradle = new CodeSource.Project(orders, CodeSource.BuildTool.GRADLE);
    assertEquals(gradle, CodeLocation.of(orders, folder, "CodeUri"));
    Path zip = orders.resolve("build/distributions/orders.zip");
    assertEquals(Optional.of(gradle), CodeLocation.projectOf(zip));
  }

  @Test
  void settings_above_a_repository_are_those_of_another_project() throws IOException {
    Path orders = module("shop/orders");
    Files.createDirectories(folder.resolve("shop/.git"));
    Files.writeString(folder.resolve("settings.gradle"), "");
    assertInstanceOf(CodeSource.Folder.class, CodeLocation.of(orders, folder, "CodeUri"));
  }

  @Test
  void a_folder_without_sources_beside_settings_is_deployed_as_it_is() throws IOException {
    Files.createDirectories(folder.resolve("python"));
    Files.writeString(folder.resolve("settings.gradle"), "");
    assertInstanceOf(
        CodeSource.Folder.class, CodeLocation.of(folder.resolve("python"), folder, "CodeUri"));
  }

  @Test
  void sources_of_another_language_below_settings_are_no_module_of_gradle() throws IOException {
    Path python = folder.resolve("python");
    Files.createDirectories(python.resolve("src/main/python"));
    Files.writeString(folder.resolve("settings.gradle"), "");
    assertInstanceOf(CodeSource.Folder.class, CodeLocation.of(python, folder, "CodeUri"));
    Files.createDirectories(python.resolve("src/main/kotlin"));
    assertInstanceOf(CodeSource.Project.class, CodeLocation.of(python, folder, "CodeUri"));
  }

  @Test
  void settings_of_gradle_are_the_same_in_every_language_of_it() throws IOException {
    Path orders = module("orders");
    Files.writeString(folder.resolve("settings.gradle.dcl"), "");
    assertInstanceOf(CodeSource.Project.class, CodeLocation.of(orders, folder, "CodeUri"));
    assertEquals(Optional.of(folder), GradleFiles.root(orders));
  }

  @Test
  void settings_around_a_submodule_are_those_of_its_project() throws IOException {
    Path orders = module("shop/orders");
    Files.writeString(folder.resolve("settings.gradle"), "");
    Files.writeString(folder.resolve("shop/.git"), "gitdir: ../.git/modules/shop");
    assertEquals(Optional.of(folder), GradleFiles.root(orders));
  }

  @Test
  void a_copy_that_cdk_synth_has_made_is_of_the_module_whose_result_has_its_bytes()
      throws IOException {
    Files.createDirectories(folder.resolve(".git"));
    Path functions = module("functions");
    Files.writeString(functions.resolve("pom.xml"), "<project/>");
    Path jar = Files.createDirectories(functions.resolve("target")).resolve("app.jar");
    Files.writeString(jar, "the code");
    Files.writeString(jar.resolveSibling("other.jar"), "no code!");
    Path output = Files.createDirectories(folder.resolve("infra/cdk.out"));
    Path asset = Files.writeString(output.resolve("asset.0a1b.jar"), "the code");

    CdkOrigins origins = new CdkOrigins();
    assertEquals(Optional.of(jar), origins.of(asset));

    Path another = Files.writeString(output.resolve("asset.2c3d.jar"), "no code!");
    Files.copy(another, jar.resolveSibling("later.jar"));
    assertEquals(
        Optional.of(jar.resolveSibling("other.jar")),
        origins.of(another),
        "a repository is searched once");

    Files.writeString(jar, "new code");
    assertEquals(Optional.empty(), origins.of(asset));
    assertEquals(Optional.empty(), new CdkOrigins().of(asset));
  }

  @Test
  void the_current_folder_has_a_name_in_messages() {
    assertEquals(".", CodeLocation.of(Path.of(""), Path.of(""), "CodeUri").path().toString());
  }
}
