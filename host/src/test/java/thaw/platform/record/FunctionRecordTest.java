package thaw.platform.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What belongs to a function besides its versions and aliases is in two records. */
class FunctionRecordTest {
  private static final FunctionRecord FUNCTION =
      FunctionRecord.of(
          "f", false, SampleVersion.of(FunctionVersion.LATEST, settings -> settings), Map.of());

  /** Each member is another than a new function has. */
  private static final AttachedSettings CHANGED =
      new AttachedSettings(
          Map.of("a", "b"),
          1,
          Map.of("", new ResourcePolicy(Map.of(), "r")),
          new TreeMap<>(Map.of("1", new ProvisionedRequest(1, 0))),
          new TreeMap<>(Map.of("", new UrlConfig("u", "", "NONE", null, null, 0, 0))),
          new TreeMap<>(Map.of("1", new EventInvokeRecord(1, null, null, null, 0))),
          Map.of("", new RuntimeManagement("FunctionUpdate", null)),
          "Allow",
          "arn",
          new TreeMap<>(Map.of("1", new CapacityProvider.Scaling(1, 2))));

  @Test
  void a_function_takes_each_of_its_attached_settings() throws Exception {
    AttachedSettings before = FUNCTION.extras();
    AttachedSettings taken = FUNCTION.with(CHANGED).extras();
    for (RecordComponent member : AttachedSettings.class.getRecordComponents()) {
      Object changed = member.getAccessor().invoke(CHANGED);
      assertNotEquals(member.getAccessor().invoke(before), changed, member.getName());
      assertEquals(changed, member.getAccessor().invoke(taken), member.getName());
    }
  }
}
