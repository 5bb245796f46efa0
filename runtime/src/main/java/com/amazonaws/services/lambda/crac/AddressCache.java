package com.amazonaws.services.lambda.crac;

import java.lang.reflect.Field;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Map;

/**
 * The addresses of names that this JVM has looked up: they may be wrong where it is restored. They
 * can be forgotten only with {@code --add-opens java.base/java.net=ALL-UNNAMED}; without it they
 * live on for as long as {@code networkaddress.cache.ttl} says.
 */
final class AddressCache {
  private AddressCache() {}

  static void clear() {
    clear("cache");
    clear("expirySet");
  }

  private static void clear(String name) {
    try {
      Field field = InetAddress.class.getDeclaredField(name);
      field.setAccessible(true);
      Object cache = field.get(null);
      if (cache instanceof Map<?, ?> map) {
        map.clear();
      } else if (cache instanceof Collection<?> set) {
        set.clear();
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Not opened to us: said above.
    }
  }
}
