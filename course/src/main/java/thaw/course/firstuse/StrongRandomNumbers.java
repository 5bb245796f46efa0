package thaw.course.firstuse;

import java.security.SecureRandom;

/** Random numbers for keys that live long: {@code securerandom.strongAlgorithms}. */
final class StrongRandomNumbers implements Uses {
  @Override
  public String[] steps() {
    return new String[] {"first", "second"};
  }

  @Override
  public void use(int step) throws Exception {
    FirstUse.keep(SecureRandom.getInstanceStrong().nextInt());
  }
}
