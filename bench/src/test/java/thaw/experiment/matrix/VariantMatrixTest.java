package thaw.experiment.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.environment.launch.ClientKind;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;

class VariantMatrixTest {
  @TempDir Path folder;

  private List<VariantMatrix> read(String yaml) throws IOException {
    return VariantsFile.read(Files.writeString(folder.resolve("variants.yaml"), yaml));
  }

  private static List<String> names(List<VariantMatrix> matrices) {
    return matrices.stream().flatMap(m -> m.product().stream()).map(VariantChoice::name).toList();
  }

  @Test
  void one_value_an_axis_adds_nothing_to_the_name() throws IOException {
    assertEquals(List.of("Hello"), names(read("{function: Hello, memory: 512, jdk: 25}")));
  }

  @Test
  void the_product_of_several_axes_names_the_values_that_differ() throws IOException {
    assertEquals(
        List.of(
            "A 256 MB JDK 17",
            "A 256 MB JDK 25",
            "A 512 MB JDK 17",
            "A 512 MB JDK 25",
            "B 256 MB JDK 17",
            "B 256 MB JDK 25",
            "B 512 MB JDK 17",
            "B 512 MB JDK 25"),
        names(read("{function: [A, B], memory: [256, 512], jdk: [17, 25]}")));
  }

  @Test
  void flags_and_variables_name_their_absence() throws IOException {
    assertEquals(
        List.of(
            "A no flags no variables",
            "A no flags K=v",
            "A -Xint -Xmx64m no variables",
            "A -Xint -Xmx64m K=v"),
        names(read("{function: A, flags: ['', '-Xint  -Xmx64m'], environment: [{}, {K: v}]}")));
  }

  @Test
  void a_name_stands_before_every_value() throws IOException {
    assertEquals(
        List.of("guice GuiceLazy", "guice GuiceStatic", "Plain"),
        names(
            read(
                """
                variants:
                  - name: guice
                    function: [GuiceLazy, GuiceStatic]
                  - function: Plain
                """)));
  }

  @Test
  void code_is_relative_to_the_file_and_names_the_variant() throws IOException {
    VariantChoice choice =
        read("{code: target/app.jar, handler: a.B::c}").getFirst().product().getFirst();
    assertEquals("app.jar", choice.name());
    assertEquals(folder.resolve("target/app.jar"), choice.code().orElseThrow());
  }

  @Test
  void options_replace_the_axes_of_the_file() {
    List<VariantChoice> choices =
        VariantMatrix.ofFunctions(List.of("A"))
            .with(
                List.of(new MemorySize(256), new MemorySize(512)), List.of(), List.of(), List.of())
            .product();
    assertEquals(
        List.of("A 256 MB", "A 512 MB"), choices.stream().map(VariantChoice::name).toList());
    assertEquals(List.of("A", "A"), choices.stream().map(VariantChoice::base).toList());
  }

  @Test
  void the_runtime_client_is_an_axis_and_absent_unless_it_is_asked_for() throws IOException {
    assertEquals(
        List.of("A official client", "A thaw client"),
        names(read("{function: A, runtime: [official, thaw]}")));
    VariantChoice only = read("{function: A, runtime: thaw}").getFirst().product().getFirst();
    assertEquals("A", only.name());
    assertEquals(ClientKind.THAW, only.client().orElseThrow());
    assertTrue(read("{function: A}").getFirst().product().getFirst().client().isEmpty());
  }

  @Test
  void snapstart_is_an_axis_and_absent_unless_it_is_asked_for() throws IOException {
    assertEquals(
        List.of("A plain", "A snapshot"),
        names(read("{function: A, snapStart: [none, snapshot]}")));
    VariantChoice silent = read("{function: A}").getFirst().product().getFirst();
    assertTrue(silent.snapStart().isEmpty());
    VariantChoice only = read("{function: A, snapStart: snapshot}").getFirst().product().getFirst();
    assertEquals("A", only.name());
    assertEquals(SnapStart.SNAPSHOT, only.snapStart().orElseThrow());
  }

  @Test
  void priming_by_the_event_is_a_start_of_its_own() throws IOException {
    assertEquals(
        List.of("A snapshot", "A snapshot+priming"),
        names(read("{function: A, snapStart: [snapshot, snapshot+priming]}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{function: A, memry: 5} | variants.yaml:1:22: unknown member: memry",
        "{function: A, memory: 64} | variants.yaml:1:23: memory size must be 128...10240 MB: 64",
        "{function: A, memory: big} | variants.yaml:1:23: memory must be a number of MB: big",
        "{function: A, runtime: node} | variants.yaml:1:24: no runtime client has the name node",
        "{function: A, snapStart: snap} | variants.yaml:1:26: snap is not a value of SnapStart",
        "{memory: 512} | variants.yaml:1:1: an entry needs a function or code",
        "{function: A | variants.yaml:1:13: not YAML:",
        "variants: [] | variants.yaml:1:11: variants is empty"
      })
  void a_mistake_is_reported_where_it_stands(String yaml, String cause) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(yaml));
    assertTrue(String.valueOf(mistake.getMessage()).contains(cause), mistake.getMessage());
    assertTrue(!mistake.remedy().isBlank());
  }
}
