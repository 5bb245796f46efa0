package thaw.wire.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponseV1;
import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects of every type with random values in them, ours beside Lambda's own serializer. */
class GeneratedTest {
  /** It writes a policy by other names than it reads. */
  private static final Set<Class<?>> OFFICIAL_DOES_NOT_READ =
      Set.of(IamPolicyResponse.class, IamPolicyResponseV1.class);

  /** It has a point of time as a getter's, which is an object with all of Joda-Time in it. */
  private static final Set<Class<?>> OFFICIAL_DOES_NOT_WRITE =
      Set.of(APIGatewayV2CustomAuthorizerEvent.class);

  /** It fails on nulls in these, where an event has none. */
  private static final Set<Class<?>> OFFICIAL_NEEDS_ALL =
      Set.of(
          S3Event.class,
          S3EventNotification.class,
          IamPolicyResponse.class,
          IamPolicyResponseV1.class);

  static List<Arguments> types() {
    List<Arguments> arguments = new ArrayList<>();
    for (Class<?> type : EventTypes.all()) {
      for (int seed = 1; seed <= 10; seed++) {
        arguments.add(Arguments.of(type, seed));
      }
    }
    return arguments;
  }

  private static Object object(Class<?> type, int seed) {
    boolean all = seed <= 5 || OFFICIAL_NEEDS_ALL.contains(type);
    return new Filled(seed, all ? 0 : 30).object(type);
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("types")
  void what_is_written_is_the_same(Class<?> type, int seed) {
    Object object = object(type, seed);
    Object before = Tree.of(object);
    String ours = EventTypes.write(object);
    assertEquals(before, Tree.of(object), "writing changes nothing");
    if (!OFFICIAL_DOES_NOT_WRITE.contains(type)) {
      assertEquals(Official.tree(Official.write(object)), Official.tree(ours));
    }
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("types")
  void each_reads_what_the_other_writes(Class<?> type, int seed) {
    Object object = object(type, seed);
    String ours = EventTypes.write(object);
    Object read = Tree.of(EventTypes.read(ours, type));
    if (!OFFICIAL_DOES_NOT_READ.contains(type)) {
      assertEquals(Tree.of(Official.read(ours, type)), read);
    }
    if (!OFFICIAL_DOES_NOT_WRITE.contains(type)) {
      assertEquals(read, Tree.of(EventTypes.read(Official.write(object), type)));
    }
    assertEquals(Official.tree(ours), Official.tree(EventTypes.write(EventTypes.read(ours, type))));
  }
}
