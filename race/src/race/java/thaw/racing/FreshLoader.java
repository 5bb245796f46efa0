package thaw.racing;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads a function's classes once more, so that each round begins with classes that nobody has
 * initialised. What the runtime client knows comes from it.
 */
final class FreshLoader extends URLClassLoader {
  FreshLoader(URL[] files, ClassLoader parent) {
    super(files, parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && !isOfClient(name)) {
        try {
          loaded = findClass(name);
        } catch (ClassNotFoundException e) {
          loaded = null; // of the JDK, or of a layer
        }
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  private static boolean isOfClient(String name) {
    return name.startsWith("java.")
        || name.startsWith("thaw.racing.")
        || name.startsWith("com.amazonaws.services.lambda.runtime.")
;
  }

  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }
}
