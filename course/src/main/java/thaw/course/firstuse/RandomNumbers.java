package thaw.course.firstuse;

import java.security.SecureRandom;

/** Random numbers for secrets. */
final class RandomNumbers implements Uses {
  @Override
  public String[] steps() {
    return new String[] {"first", "second"};
  }

  @Override
  public void use(int step) {
    FirstUse.keep(new SecureRandom().nextInt());
  }
}
