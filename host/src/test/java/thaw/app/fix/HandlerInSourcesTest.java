package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;

class HandlerInSourcesTest {
  @TempDir Path folder;

  private static FunctionDefinition function(String handler) {
    return FunctionDefinitionBuilder.builder()
        .logicalId("F")
        .name("F")
        .code(new CodeSource.Folder(Path.of("/code")))
        .handler(handler)
        .runtime("java25")
        .memory(new MemorySize(512))
        .timeout(Duration.ofSeconds(3))
        .build();
  }

  private HandlerInSources sources() throws Exception {
    Path module = folder.resolve("shop");
    Path java = Files.createDirectories(module.resolve("src/main/java/com/shop"));
    Path kotlin = Files.createDirectories(module.resolve("src/main/kotlin/com/shop"));
    Files.writeString(java.resolve("GetOrder.java"), "package com.shop; class GetOrder {}");
    Files.writeString(kotlin.resolve("Orders.kt"), "package com.shop\nclass PutOrder");
    return new HandlerInSources(module);
  }

  @Test
  void a_misspelt_class_of_a_package_of_the_sources_is_named_with_the_one_that_is_meant()
      throws Exception {
    HandlerInSources sources = sources();
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> sources.require(function("com.shop.GetOdrer::handle")));
    assertEquals(
        "the handler of F names the class com.shop.GetOdrer, which is not in the sources of shop",
        mistake.getMessage());
    assertEquals("use com.shop.GetOrder::handle", mistake.remedy());
  }

  @Test
  void what_is_there_or_may_come_from_elsewhere_is_left_to_the_build() throws Exception {
    HandlerInSources sources = sources();
    sources.require(function("com.shop.GetOrder::handle"));
    sources.require(function("com.shop.GetOrder$Inner::handle"));
    sources.require(function("com.shop.PutOrder"));
    sources.require(function("org.lib.Invoker::handleRequest"));
    sources.require(function("not.a.Class.handler"));
  }
}
