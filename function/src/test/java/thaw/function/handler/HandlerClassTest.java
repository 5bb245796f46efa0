package thaw.function.handler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;

class HandlerClassTest {
  private static final String TYPE =
      "package com.example.events; public class Order { public static class Line {} }";
  private static final String HANDLER =
      "package com.example; import com.amazonaws.services.lambda.runtime.*;"
          + " import com.example.events.*; import java.io.*; import java.util.Map;"
          + " public class Create implements RequestHandler<Order, String> {"
          + " public String handleRequest(Order event, Context context) { return \"\"; }"
          + " public String line(Order.Line event) { return \"\"; }"
          + " public String any(Object event) { return \"\"; }"
          + " public String numbers(int[] event) { return \"\"; }"
          + " public void stream(InputStream in, OutputStream out) {} }";

  @TempDir Path folder;

  private Optional<HandlerClass> of(String handler) throws Exception {
    Path classes = Sources.compile(folder.resolve("classes"), TYPE, HANDLER);
    CodeSource jar = new CodeSource.Archive(Sources.jar(classes, folder.resolve("app.jar")));
    Optional<HandlerClass> found = HandlerClass.of(jar, handler);
    assertEquals(found, HandlerClass.of(new CodeSource.Folder(classes), handler));
    Path packaged = folder.resolve("packaged");
    Path own = packaged.resolve(DeploymentPackage.OWN_CLASSES);
    Files.createDirectories(own.getParent());
    Sources.jar(classes, own);
    assertEquals(found, HandlerClass.of(new CodeSource.Folder(packaged), handler));
    CodeSource zip = new CodeSource.Archive(Sources.jar(packaged, folder.resolve("function.zip")));
    assertEquals(found, HandlerClass.of(zip, handler));
    return found;
  }

  private static Optional<HandlerClass> takes(String type) {
    return Optional.of(new HandlerClass(17, Optional.ofNullable(type)));
  }

  /** Not that of the bridge method that the compiler adds for the interface. */
  @Test
  void the_event_s_type_is_that_of_the_method_as_it_is_written() throws Exception {
    assertEquals(takes("com.example.events.Order"), of("com.example.Create"));
    assertEquals(takes("com.example.events.Order"), of("com.example.Create::handleRequest"));
    assertEquals(takes("com.example.events.Order$Line"), of("com.example.Create::line"));
  }

  @Test
  void a_value_of_the_language_is_told_by_its_name() throws Exception {
    assertEquals(takes("int[]"), of("com.example.Create::numbers"));
  }

  @Test
  void what_leaves_the_type_open_has_none() throws Exception {
    for (String method : new String[] {"any", "stream", "missing"}) {
      assertEquals(takes(null), of("com.example.Create::" + method), method);
    }
  }

  @Test
  void a_class_that_is_missing_or_damaged_tells_nothing() throws Exception {
    assertEquals(Optional.empty(), of("com.example.Other"));
    Path damaged = folder.resolve("damaged");
    Files.createDirectories(damaged);
    Files.writeString(damaged.resolve("Broken.class"), "no class");
    assertEquals(Optional.empty(), HandlerClass.of(new CodeSource.Folder(damaged), "Broken"));
  }

  /** The method is written once, in a base class, for events of any type. */
  @Test
  void the_event_s_type_may_be_a_parameter_of_a_base_class() throws Exception {
    Path classes =
        Sources.compile(
            folder.resolve("bases"),
            TYPE,
            "package com.example; import com.amazonaws.services.lambda.runtime.*;"
                + " public abstract class Base<R, E> implements RequestHandler<E, R> {"
                + " public R handleRequest(E event, Context context) { return null; } }",
            "package com.example; public abstract class Middle<T> extends Base<String, T> {}",
            "package com.example; import com.example.events.*;"
                + " public class Leaf extends Middle<Order> {}",
            "package com.example; public class Raw extends Middle {}",
            "package com.example; import java.util.*;"
                + " public class Lists extends Base<String, List<String>> {}");
    CodeSource code = new CodeSource.Folder(classes);
    assertEquals(takes("com.example.events.Order"), HandlerClass.of(code, "com.example.Leaf"));
    assertEquals(takes("java.util.List"), HandlerClass.of(code, "com.example.Lists"));
    assertEquals(takes(null), HandlerClass.of(code, "com.example.Raw"));
  }
}
