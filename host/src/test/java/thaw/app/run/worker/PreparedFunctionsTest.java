package thaw.app.run.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PreparedFunctionsTest {
  @Test
  @Timeout(60)
  void all_functions_are_prepared_whatever_becomes_of_one() {
    Set<String> prepared = ConcurrentHashMap.newKeySet();
    List<String> functions = List.of("a", "broken", "b", "c", "d", "e");
    PreparedFunctions.await(
        functions,
        function -> {
          if (function.equals("broken")) {
            throw new IllegalStateException("it is");
          }
          Thread.sleep(1);
          prepared.add(function);
        });
    assertEquals(Set.of("a", "b", "c", "d", "e"), prepared);
  }
}
