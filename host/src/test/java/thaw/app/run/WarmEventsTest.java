package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.ClientKind;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

/** Which functions {@code --warm} warms, and have the client of {@code --runtime}. */
class WarmEventsTest {
  @TempDir Path folder;

  private Application application(String property) throws IOException {
    Files.createDirectory(folder.resolve("task"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Pets:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: task
              Handler: a.B::c
              Runtime: java21
              %s
        """
            .formatted(property));
    return ApplicationReader.read(folder, ReadOptions.defaults());
  }

  @Test
  void a_function_is_warmed_with_its_event() throws IOException {
    assertArrayEquals(
        "{}".getBytes(StandardCharsets.UTF_8),
        RunPreparation.warmEvents(Map.of("Pets", "{}"), application("Timeout: 9")).get("Pets"));
  }

  @Test
  void a_function_that_isolates_tenants_cannot_be_warmed() throws IOException {
    Application application = application("TenancyConfig: {TenantIsolationMode: PER_TENANT}");
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> RunPreparation.warmEvents(Map.of("Pets", "{}"), application));
    assertEquals(
        "--warm has no tenant, and each environment of Pets belongs to one", mistake.getMessage());
  }

  @Test
  void a_function_is_named_by_any_of_its_names_and_a_mistake_has_those_that_people_see()
      throws IOException {
    Application application = application("FunctionName: pets-prod");
    Application constructed =
        application.withFunctions(
            List.of(application.functions().getFirst().withConstruct(Optional.of("Api/Pets"))));
    for (String name : List.of("Pets", "pets-prod", "Api/Pets")) {
      assertEquals(
          Set.of("pets-prod"),
          RunPreparation.warmEvents(Map.of(name, "{}"), constructed).keySet(),
          name);
      assertEquals(
          Map.of("pets-prod", ClientKind.THAW),
          Clients.of(List.of(name + "=thaw"), constructed).named(),
          name);
    }
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> Clients.of(List.of("Cats=thaw"), constructed).named());
    assertEquals("use one of pets-prod", mistake.remedy());
  }
}
