package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

@SideBySide
class JvmModulesTest {
  @TempDir Path folder;

  /** As SmallRye Config requires ASM, which applications may leave out. */
  @Test
  void a_jar_whose_module_requires_what_is_not_there_counts_by_its_classes() throws Exception {
    Path missing = compiled("missing", "module missing {}", "");
    Path present =
        compiled(
            "present",
            "module present { requires missing; requires java.desktop; }",
            "package present; class Uses { java.awt.Point point; }",
            "--module-path",
            missing.toString());
    Path jar = Sources.jar(present, folder.resolve("present.jar"));
    Jdk jdk = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();

    Set<String> modules = JvmModules.modules(jdk, List.of(jar));

    assertTrue(modules.contains("java.desktop"), modules.toString());
    assertTrue(modules.contains("jdk.naming.dns"), "looked up by name");
  }

  private Path compiled(String name, String module, String type, String... options)
      throws Exception {
    Path sources = Files.createDirectories(folder.resolve(name + "-sources"));
    Path classes = Files.createDirectories(folder.resolve(name));
    Path description = Files.writeString(sources.resolve("module-info.java"), module);
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of("-d", classes.toString(), description.toString()));
    if (!type.isEmpty()) {
      words.add(Files.writeString(sources.resolve("Uses.java"), type).toString());
    }
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new)));
    return classes;
  }
}
