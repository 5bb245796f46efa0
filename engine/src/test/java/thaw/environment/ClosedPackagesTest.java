package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;

class ClosedPackagesTest {
  private final List<String> told = new ArrayList<>();
  private final HeardOnce closed =
      new HeardOnce(
          ClosedPackages::in, event -> PlatformLog.remark(event.event()).ifPresent(told::add));

  private void write(String text) {
    closed.accept(PlatformEvent.Stamped.now(new PlatformEvent.FunctionLine(text)));
  }

  @Test
  void a_library_that_reaches_into_the_jdk_is_told_with_the_option_that_lets_it() {
    write("Caused by: java.lang.ExceptionInInitializerError");
    assertEquals(List.of(), told);

    String line =
        "Caused by: java.lang.reflect.InaccessibleObjectException: Unable to make protected final"
            + " java.lang.Class java.lang.ClassLoader.defineClass(java.lang.String,byte[],int,int)"
            + " throws java.lang.ClassFormatError accessible: module java.base does not"
            + " \"opens java.lang\" to unnamed module @cd2dae5";
    write(line);
    write(line);

    assertEquals(
        List.of(
            "thaw: a library reaches into the JDK by reflection, which JDK 16 and later forbid: take a newer version of it, or set JAVA_TOOL_OPTIONS=--add-opens=java.base/java.lang=ALL-UNNAMED"),
        told);
  }
}
