package thaw.template;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Divides a block of addresses, as {@code Fn::Cidr} does. */
final class Cidr {
  private static final Pattern BLOCK = Pattern.compile("[0-9a-fA-F:.]+/\\d{1,3}");
  private static final int MOST = 256;

  private Cidr() {}

  /**
   * Returns the first of the smaller blocks; empty where the arguments have no meaning.
   *
   * @param bits of an address that are free in each of them
   */
  static Optional<List<String>> blocks(String block, int count, int bits) {
    if (!BLOCK.matcher(block).matches() || count < 1 || count > MOST) {
      return Optional.empty();
    }
    String[] parts = block.split("/", -1);
    byte[] address;
    try {
      address = InetAddress.getByName(parts[0]).getAddress(); // a literal: no name is looked up
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
    int length = address.length * 8;
    int prefix = length - bits;
    int own = Integer.parseInt(parts[1]);
    BigInteger most = BigInteger.ONE.shiftLeft(Math.max(0, prefix - own));
    if (bits < 0 || own > length || prefix < own || most.compareTo(BigInteger.valueOf(count)) < 0) {
      return Optional.empty();
    }
    BigInteger mask = BigInteger.ONE.shiftLeft(length - own).subtract(BigInteger.ONE);
    BigInteger first = new BigInteger(1, address).andNot(mask);
    List<String> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BigInteger next = first.add(BigInteger.valueOf(i).shiftLeft(bits));
      blocks.add(text(next, address.length) + "/" + prefix);
    }
    return Optional.of(blocks);
  }

  private static String text(BigInteger address, int length) {
    byte[] bytes = new byte[length];
    byte[] value = address.toByteArray();
    int used = Math.min(value.length, length);
    System.arraycopy(value, value.length - used, bytes, length - used, used);
    try {
      return InetAddress.getByAddress(bytes).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + length + " bytes", e);
    }
  }
}
