package thaw.platform.record;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FunctionRecordTest {
  /** What is null without need was forgotten where the record is made. */
  @Test
  void a_new_function_has_all_its_members() throws Exception {
    FunctionRecord made =
        FunctionRecord.of(
            "f", false, SampleVersion.of(FunctionVersion.LATEST, settings -> settings), Map.of());
    for (RecordComponent member : FunctionRecord.class.getRecordComponents()) {
      if (!member.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        assertNotNull(member.getAccessor().invoke(made), member.getName());
      }
    }
  }
}
