package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

/** Variables that a cluster mounts as files. */
class MountedVariablesTest {
  @TempDir Path folder;

  private Application application() throws Exception {
    Files.createDirectories(folder.resolve("app"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function: {Runtime: java25, CodeUri: app/, Handler: a.B, Environment: {Variables: {STAGE: dev}}}
        Resources:
          Create: {Type: AWS::Serverless::Function}
          Get: {Type: AWS::Serverless::Function}
        """);
    return ApplicationReader.read(folder, ReadOptions.defaults());
  }

  @Test
  void they_take_the_place_of_those_of_the_template_one_function_each() throws Exception {
    // As the kubelet mounts a ConfigMap: links to a folder that it changes as a whole.
    Path mounted = Files.createDirectories(folder.resolve("mounted"));
    Path data = Files.createDirectories(mounted.resolve("..2026_11_25"));
    Files.writeString(data.resolve("Create.STAGE"), "prod");
    Files.writeString(data.resolve("Create.db.url"), "jdbc:x\n");
    Files.createSymbolicLink(mounted.resolve("..data"), Path.of("..2026_11_25"));
    for (String name : new String[] {"Create.STAGE", "Create.db.url"}) {
      Files.createSymbolicLink(mounted.resolve(name), Path.of("..data", name));
    }
    Application changed = new MountedVariables(mounted).over(application());
    assertEquals(
        Map.of("STAGE", "prod", "db.url", "jdbc:x\n"), changed.functions().get(0).environment());
    assertEquals(Map.of("STAGE", "dev"), changed.functions().get(1).environment());
  }

  @Test
  void one_of_no_function_is_a_mistake() throws Exception {
    Path mounted = Files.createDirectories(folder.resolve("mounted"));
    Files.writeString(mounted.resolve("Delete.STAGE"), "prod");
    Application application = application();
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> new MountedVariables(mounted).over(application));
    assertTrue(mistake.getMessage().endsWith("is a variable of no function of the template"));
    assertThrows(
        UserMistake.class, () -> new MountedVariables(folder.resolve("none")).over(application));
  }
}
