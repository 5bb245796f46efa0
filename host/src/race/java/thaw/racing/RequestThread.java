package thaw.racing;

import java.util.Random;

/** A thread that serves requests: its number, and the turns that it gives to others. */
final class RequestThread {
  final int number;
  final Random random;

  RequestThread(int number, long seed) {
    this.number = number;
    this.random = new Random(seed);
  }
}
