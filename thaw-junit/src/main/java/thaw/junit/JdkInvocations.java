package thaw.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a test once for each JDK of {@link EachJdk}. */
final class JdkInvocations implements TestTemplateInvocationContextProvider {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return context.getRequiredTestMethod().isAnnotationPresent(EachJdk.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return Stream.of(context.getRequiredTestMethod().getAnnotation(EachJdk.class).value())
        .map(OnJdk::new);
  }

  private record OnJdk(String jdk) implements TestTemplateInvocationContext, BeforeEachCallback {
    @Override
    public String getDisplayName(int invocationIndex) {
      return "JDK " + jdk;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      ContextParts.choose(context, jdk);
      ThawExtension.fillTest(context);
    }
  }
}
