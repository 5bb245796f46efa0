package thaw.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorthTest {
  private static Worth worth(Proof proof, double deployed, double packaged) {
    return new Worth(proof, share(deployed), share(packaged));
  }

  private static Optional<Worth.Share> share(double median) {
    return median > 0
        ? Optional.of(new Worth.Share(median - 0.05, median, median + 0.05))
        : Optional.empty();
  }

  @Test
  void less_by_more_than_the_interval_is_worse_in_either_way() {
    Worth known = worth(Proof.WHOLE_RUN, 0.3, 0.6);
    assertFalse(known.isBelow(known));
    assertFalse(worth(Proof.WHOLE_RUN, 0.27, 0.57).isBelow(known), "that may be chance");
    assertTrue(worth(Proof.WHOLE_RUN, 0.2, 0.6).isBelow(known));
    assertTrue(worth(Proof.WHOLE_RUN, 0.3, 0.5).isBelow(known));
    assertTrue(worth(Proof.WHOLE_RUN, 0, 0.6).isBelow(known), "no gain is proven there");
    assertFalse(known.isBelow(worth(Proof.WHOLE_RUN, 0, 0)));
  }

  @Test
  void what_was_measured_more_fully_is_believed_unless_the_other_gains_more() {
    Worth whole = worth(Proof.WHOLE_RUN, 0.3, 0.6);
    Worth cut = worth(Proof.CUT_RUN, 0.32, 0.62);
    assertFalse(cut.isBelow(whole), "its starts are evidence, though they are fewer");
    assertTrue(worth(Proof.CUT_RUN, 0.3, 0.6).isBelow(whole), "it gains no more");
    assertTrue(worth(Proof.CUT_RUN, 0.305, 0.605).isBelow(whole), "nor by less than one percent");
    assertTrue(worth(Proof.CUT_RUN, 0.28, 0.7).isBelow(whole), "it gains less in one way");
    assertFalse(whole.isBelow(cut));
    assertEquals(
        "32 % of the start as it is deployed in place of 30 %, though the intervals overlap",
        cut.moreThan(whole));
    assertEquals(
        "80 % of the start in a package in place of 60 %",
        worth(Proof.CUT_RUN, 0.3, 0.8).moreThan(whole));
    assertFalse(worth(Proof.WHOLE_RUN, 0.1, 0.2).isBelow(cut));
    assertFalse(worth(Proof.CUT_RUN, 0.3, 0.8).isBelow(whole));
    assertTrue(worth(Proof.TRIALS, 0, 0).isBelow(cut));
  }
}
