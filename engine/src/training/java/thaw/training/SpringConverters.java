package thaw.training;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The converters by which Spring reads and writes bodies of requests. */
final class SpringConverters {
  private static final int CONTEXT_DEPTH = 3;
  private static final String METHODS =
      "org.springframework.web.servlet.mvc.method.annotation.";

  private final ClassLoader loader;
  private final Object handler;

  SpringConverters(ClassLoader loader, Object handler) {
    this.loader = loader;
    this.handler = handler;
  }

  /**
   * Asks Spring's converters of bodies whether they read and write what the routes take and answer
   * with: they look at the types for that, and keep what they have found.
   */
  void ask() throws Exception {
    Object context = context();
    Class<?> mappings = Class.forName(METHODS + "RequestMappingHandlerMapping", true, loader);
    Class<?> adapters = Class.forName(METHODS + "RequestMappingHandlerAdapter", true, loader);
    Set<Class<?>> written = new LinkedHashSet<>();
    Set<Class<?>> read = new LinkedHashSet<>();
    for (Object mapping : beans(context, mappings)) {
      for (Object each :
          ((Map<?, ?>) NamedMethods.method(mapping.getClass(), "getHandlerMethods").invoke(mapping)).values()) {
        Method route = (Method) NamedMethods.method(each.getClass(), "getMethod").invoke(each);
        addClasses(route.getGenericReturnType(), written);
        for (Parameter parameter : route.getParameters()) {
          for (Annotation annotation : parameter.getAnnotations()) {
            if (annotation.annotationType().getSimpleName().equals("RequestBody")) {
              addClasses(parameter.getParameterizedType(), read);
            }
          }
        }
      }
    }
    for (Object adapter : beans(context, adapters)) {
      Object converters = NamedMethods.method(adapter.getClass(), "getMessageConverters").invoke(adapter);
      for (Object converter : (List<?>) converters) {
        asked(converter, "canWrite", written);
        asked(converter, "canRead", read);
      }
    }
  }

  private void asked(Object converter, String question, Set<Class<?>> types) throws Exception {
    Class<?> media = Class.forName("org.springframework.http.MediaType", true, loader);
    Class<?> declared =
        Class.forName("org.springframework.http.converter.HttpMessageConverter", true, loader);
    Method method = declared.getMethod(question, Class.class, media);
    for (Class<?> type : types) {
      Object unused = method.invoke(converter, type, null);
    }
  }

  private static Collection<?> beans(Object context, Class<?> type)
      throws ReflectiveOperationException {
    Method method = NamedMethods.method(context.getClass(), "getBeansOfType", Class.class);
    return ((Map<?, ?>) method.invoke(context, type)).values();
  }

  /** Adds the class of a type, and those of the arguments of a generic type. */
  private static void addClasses(Type type, Set<Class<?>> to) {
    if (type instanceof Class && !((Class<?>) type).isPrimitive() && type != Void.class) {
      to.add((Class<?>) type);
    } else if (type instanceof ParameterizedType) {
      addClasses(((ParameterizedType) type).getRawType(), to);
      for (Type argument : ((ParameterizedType) type).getActualTypeArguments()) {
        addClasses(argument, to);
      }
    }
  }

  /** Spring's context, which the handler leads to by its fields. */
  private Object context() throws ReflectiveOperationException {
    Object found = context(handler, CONTEXT_DEPTH);
    if (found == null) {
      found = context(new HeldContainer(loader, handler).find(), CONTEXT_DEPTH);
    }
    if (found == null) {
      throw new IllegalStateException("no field leads to Spring's context");
    }
    return found;
  }

  private Object context(Object holder, int depth) throws ReflectiveOperationException {
    Class<?> wanted =
        Class.forName("org.springframework.context.ApplicationContext", false, loader);
    if (wanted.isInstance(holder) || holder == null || depth == 0) {
      return wanted.isInstance(holder) ? holder : null;
    }
    for (Class<?> type = holder.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().startsWith("com.amazonaws.serverless.")
          || type.getName().startsWith("org.springframework.cloud.function.")) {
        for (Field each : type.getDeclaredFields()) {
          if (!Modifier.isStatic(each.getModifiers()) && !each.getType().isPrimitive()) {
            each.setAccessible(true);
            Object found = context(each.get(holder), depth - 1);
            if (found != null) {
              return found;
            }
          }
        }
      }
    }
    return null;
  }
}
