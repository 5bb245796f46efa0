package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SeqPacketTest {
  @Test
  void endIsGivenAwayOnce() throws IOException {
    SeqPacket.Pair pair = SeqPacket.pair();
    SeqPacket ours = pair.ours();
    int descriptor = ours.descriptor();

    assertEquals(OptionalInt.of(descriptor), ours.release());
    assertEquals(OptionalInt.empty(), ours.release());
    ours.close();

    Syscalls.close(descriptor);
    pair.theirs().close();
  }
}
