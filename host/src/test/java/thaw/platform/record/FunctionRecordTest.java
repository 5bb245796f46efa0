package thaw.platform.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What belongs to a function besides its versions and aliases is in two records. */
class FunctionRecordTest {
  private static final FunctionRecord FUNCTION =
      FunctionRecord.of(
          "f", false, SampleVersion.of(FunctionVersion.LATEST, settings -> settings), Map.of());

  private static final Set<String> NOT_ATTACHED =
      Set.of("name", "fromTemplate", "latest", "versions", "lastVersion", "published", "aliases");

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
    assertNothingMissing(before);
    for (RecordComponent member : AttachedSettings.class.getRecordComponents()) {
      Object changed = member.getAccessor().invoke(CHANGED);
      assertNotEquals(member.getAccessor().invoke(before), changed, member.getName());
      assertEquals(changed, member.getAccessor().invoke(taken), member.getName());
    }
  }

  @Test
  void a_new_function_has_all_its_members() throws Exception {
    assertNothingMissing(FUNCTION);
  }

  /** What is null without need was forgotten where the record is made. */
  private static void assertNothingMissing(Record made) throws Exception {
    for (RecordComponent member : made.getClass().getRecordComponents()) {
      if (!member.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        assertNotNull(member.getAccessor().invoke(made), member.getName());
      }
    }
  }

  @Test
  void each_member_of_a_function_is_attached_or_changes_with_its_versions_and_aliases() {
    Map<String, Type> members = members(FunctionRecord.class);
    assertTrue(members.keySet().containsAll(NOT_ATTACHED), members::toString);
    members.keySet().removeAll(NOT_ATTACHED);
    assertEquals(members, members(AttachedSettings.class));
  }

  private static Map<String, Type> members(Class<? extends Record> of) {
    Map<String, Type> members = new TreeMap<>();
    for (RecordComponent member : of.getRecordComponents()) {
      members.put(member.getName(), member.getGenericType());
    }
    return members;
  }
}
