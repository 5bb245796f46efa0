package thaw.fix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/**
 * What no remedy does and a person could.
 *
 * @param finding its id
 * @param place in the code; empty where no place is to blame
 * @param gainMillis at most, as predicted
 * @param what the evidence, and a sketch of the change
 */
public record ByHand(String finding, String place, double gainMillis, String what) {
  /** As {@code fix.json} has them. */
  public static ArrayNode json(List<ByHand> all) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (ByHand each : all) {
      array
          .addObject()
          .put("finding", each.finding)
          .put("place", each.place)
          .put("gainMillis", each.gainMillis)
          .put("what", each.what);
    }
    return array;
  }

  /** With a further sentence. */
  public ByHand with(String further) {
    return new ByHand(finding, place, gainMillis, what + "; " + further);
  }
}
