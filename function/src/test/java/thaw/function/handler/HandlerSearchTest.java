package thaw.function.handler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;
import thaw.function.packaging.CodeSource;

class HandlerSearchTest {
  private static final String IMPORTS = "import com.amazonaws.services.lambda.runtime.*;";
  private static final String BODY =
      "public String handleRequest(String event, Context context) { return event; }";
  private static final String BASE =
      "package com.example;"
          + IMPORTS
          + "public abstract class Base implements RequestHandler<String, String> { "
          + BODY
          + " }";
  private static final String CREATE = "package com.example; public class Create extends Base {}";
  private static final String LIBRARY =
      "package org.springframework.lib;"
          + IMPORTS
          + "public class Invoker implements RequestHandler<String, String> { "
          + BODY
          + " }";

  @TempDir Path folder;

  private List<String> inJar(String... sources) throws Exception {
    Path classes = Sources.compile(folder.resolve("classes"), sources);
    return HandlerSearch.handlers(
        new CodeSource.Archive(Sources.jar(classes, folder.resolve("app.jar"))));
  }

  @Test
  void a_class_that_inherits_its_interface_is_a_handler_and_an_abstract_one_is_not()
      throws Exception {
    assertEquals(List.of("com.example.Create"), inJar(BASE, CREATE));
  }

  @Test
  void a_handler_that_nobody_could_make_is_none() throws Exception {
    assertEquals(
        List.of(),
        inJar(
            BASE,
            "package com.example; public class Made extends Base { public Made(int size) {} }",
            "package com.example; public class Plain { public String handle() { return \"\"; } }"));
  }

  @Test
  void a_plain_class_is_the_handler_where_only_one_of_its_methods_can_be() throws Exception {
    String greeter =
        "package com.example; public class Greeter { public String greet(String name) { return"
            + " name; } public int size() { return 1; } public static void main(String[] a) {} }";
    assertEquals(List.of("com.example.Greeter::greet"), inJar(greeter));
    String other =
        "package com.example; public class Other { public String say(String it) { return it; } }";
    assertEquals(List.of(), inJar(greeter, other));
  }

  @Test
  void a_plain_method_that_takes_the_context_comes_before_others_and_after_an_interface()
      throws Exception {
    String plain =
        "package com.example;"
            + IMPORTS
            + "public class Plain { public String trim(String it) { return it; } "
            + "public String run(String it, Context context) { return it; } }";
    assertEquals(List.of("com.example.Plain::run"), inJar(plain));
    assertEquals(List.of("com.example.Create"), inJar(plain, BASE, CREATE));
  }

  @Test
  void several_are_in_the_order_of_their_names() throws Exception {
    assertEquals(
        List.of("com.example.Alter", "com.example.Create"),
        inJar(BASE, CREATE, "package com.example; public class Alter extends Base {}"));
  }

  @Test
  void a_handler_of_a_library_counts_where_the_application_has_none() throws Exception {
    assertEquals(List.of("org.springframework.lib.Invoker"), inJar(LIBRARY));
    assertEquals(List.of("com.example.Create"), inJar(LIBRARY, BASE, CREATE));
  }

  @Test
  void a_folder_of_classes_is_searched_like_a_jar() throws Exception {
    Path classes = Sources.compile(folder.resolve("classes"), BASE, CREATE);
    Files.writeString(classes.resolve("broken.class"), "not a class");

    assertEquals(
        List.of("com.example.Create"), HandlerSearch.handlers(new CodeSource.Folder(classes)));
  }

  @Test
  void what_cannot_be_read_has_no_handler() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.zip"), "not a zip");

    assertEquals(List.of(), HandlerSearch.handlers(new CodeSource.Archive(broken)));
  }
}
