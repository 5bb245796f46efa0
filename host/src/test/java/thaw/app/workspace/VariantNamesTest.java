package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.shared.Progress;
import thaw.experiment.matrix.VariantMatrix;
import thaw.fixture.SideBySide;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

/** Which variants a name of a command means. */
@SideBySide
class VariantNamesTest {
  @TempDir Path folder;
  private Application application;

  @BeforeEach
  void application() throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {CodeUri: classes, Handler: a.B, Runtime: java25}}
        Resources:
          OrdersFunction: {Type: AWS::Serverless::Function, Properties: {FunctionName: orders}}
          A: {Type: AWS::Serverless::Function, Properties: {FunctionName: B}}
          B: {Type: AWS::Serverless::Function}
        """);
    application = ApplicationReader.read(folder, ReadOptions.defaults());
  }

  private List<String> meant(VariantMatrix matrix, String name) {
    try (Workspace workspace = Workspace.open(Progress.SILENT)) {
      return new Variants(workspace, application, _ -> new byte[0], Progress.SILENT)
          .functions(List.of(matrix), List.of(name)).stream()
              .map(FunctionDefinition::logicalId)
              .toList();
    }
  }

  @Test
  void a_name_of_a_variants_file_is_taken_as_it_is_written() {
    VariantMatrix byName = VariantMatrix.ofFunctions(List.of("orders"));
    VariantMatrix named =
        VariantMatrix.ofFunctions(List.of("B")).with().name(Optional.of("orders")).build();
    assertEquals(List.of("OrdersFunction"), meant(byName, "orders"));
    assertEquals(List.of("OrdersFunction"), meant(byName, "OrdersFunction"));
    assertEquals(List.of("B"), meant(named, "orders"));
  }

  @Test
  void a_function_is_meant_by_its_logical_id_before_the_name_of_another_one() {
    VariantMatrix all = VariantMatrix.ofFunctions(List.of("OrdersFunction", "A", "B"));
    assertEquals(List.of("B"), meant(all, "B"));
    assertEquals(List.of("OrdersFunction"), meant(all, "orders"));
  }

  @Test
  void a_mistake_has_the_name_that_was_typed_and_those_that_people_see() {
    VariantMatrix some = VariantMatrix.ofFunctions(List.of("A", "B"));
    UserMistake other = assertThrows(UserMistake.class, () -> meant(some, "orders"));
    assertEquals("no function or variant has the name orders", other.getMessage());
    VariantMatrix all = VariantMatrix.ofFunctions(List.of("OrdersFunction", "B"));
    UserMistake none = assertThrows(UserMistake.class, () -> meant(all, "nothing"));
    assertEquals("use one of: orders, B", none.remedy());
  }
}
