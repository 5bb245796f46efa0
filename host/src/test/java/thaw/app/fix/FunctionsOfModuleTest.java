package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.packaging.CdkOrigins;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

class FunctionsOfModuleTest {
  @TempDir Path folder;

  @BeforeEach
  void modules() throws IOException {
    for (String module : new String[] {"shop", "shopping"}) {
      Path classes = Files.createDirectories(folder.resolve(module + "/target/classes"));
      Files.writeString(folder.resolve(module + "/pom.xml"), "<project/>");
      Files.writeString(classes.resolve("A.class"), "");
      Files.writeString(folder.resolve(module + "/target/app.jar"), "");
    }
  }

  /** Of a function of the module shop and another one. */
  private FunctionsOfModule functions(String code, String handler) throws IOException {
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java25}}
        Resources:
          One:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: shop, Handler: 'a.B::c'}
          Other:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: %s, Handler: '%s'}
        """
            .formatted(code, handler));
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    return FunctionsOfModule.of(application, application.functions().getFirst(), new CdkOrigins());
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "./shop/", "shop/target/app.jar", "shop/target/classes"})
  void a_function_of_the_module_or_of_what_it_makes_counts(String code) throws IOException {
    assertEquals(1, functions(code, "a.D::e").others().size());
    assertFalse(functions(code, "a.D::e").isHandlerShared());
    assertTrue(functions(code, "a.B::e").isHandlerShared());
  }

  @ParameterizedTest
  @ValueSource(strings = {"shopping", "shopping/target/app.jar", "shopping/target/classes"})
  void a_function_of_another_module_does_not(String code) throws IOException {
    assertEquals(0, functions(code, "a.D::e").others().size());
    assertFalse(functions(code, "a.B::e").isHandlerShared());
  }

  @Test
  void the_function_itself_is_one_of_them() throws IOException {
    assertEquals(2, functions("shop", "a.B::c").all().size());
  }
}
