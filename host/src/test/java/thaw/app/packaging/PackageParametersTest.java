package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageParametersTest {
  @TempDir Path folder;

  @Test
  void what_the_owner_does_not_give_is_a_variable_of_the_shell() throws Exception {
    Path template =
        Files.writeString(
            folder.resolve("template.yaml"),
            """
            Parameters:
              Stage: {Type: String}
              Size: {Type: Number, Default: 1}
              OtherArn: {Type: String}
            Resources: {}
            """);
    PackageParameters all =
        new PackageParameters(Map.of("Stage", "test"), Set.of()).withMissing(template);

    assertEquals(
        " --parameter Stage=test --parameter \"OtherArn=$PARAMETER_OTHER_ARN\"", all.options());
    assertEquals(List.of("PARAMETER_OTHER_ARN"), all.secrets());
  }
}
