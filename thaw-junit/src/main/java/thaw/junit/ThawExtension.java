package thaw.junit;

import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;

/**
 * JUnit's extension. The annotations of this package register it; nobody else needs to.
 *
 * <p>Fields that are not static are filled before each test and its {@code @BeforeEach} methods.
 * With one object for all tests of a class they are filled when it is made, too, for its
 * {@code @BeforeAll} methods.
 */
public final class ThawExtension
    implements BeforeAllCallback,
        TestInstancePostProcessor,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {
  /** Makes the extension, for JUnit. */
  public ThawExtension() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    fill(context.getRequiredTestClass(), null, context);
  }

  @Override
  public void postProcessTestInstance(Object test, ExtensionContext context) {
    boolean oneForAll =
        context
            .getTestInstanceLifecycle()
            .filter(TestInstance.Lifecycle.PER_CLASS::equals)
            .isPresent();
    if (oneForAll && context.getTestMethod().isEmpty()) {
      fill(test.getClass(), test, context);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    boolean later =
        context
            .getTestMethod()
            .filter(method -> method.isAnnotationPresent(EachJdk.class))
            .isPresent();
    if (!later) {
      fillTest(context);
    }
  }

  /** Fields of the test's object, and of those around it when it is nested. */
  static void fillTest(ExtensionContext context) {
    for (Object test : context.getRequiredTestInstances().getAllInstances()) {
      fill(test.getClass(), test, context);
    }
  }

  private static void fill(
      Class<?> type, @org.jspecify.annotations.Nullable Object test, ExtensionContext context) {
    List<Field> fields = FieldInjection.fields(type, test == null);
    if (!fields.isEmpty()) {
      FieldInjection.fill(fields, test, ContextParts.run(context));
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ThawRun.class
        || FieldInjection.isAnnotated(parameter.getParameter());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return FieldInjection.value(
        parameter.getParameter(), parameter.getParameter().getType(), ContextParts.run(context));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    ContextParts.publish(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    ContextParts.publish(context);
  }
}
