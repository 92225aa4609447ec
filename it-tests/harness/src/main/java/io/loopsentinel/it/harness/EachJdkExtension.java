package io.loopsentinel.it.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.jupiter.params.ParameterInfo;

/** Makes the invocations of a test with {@link OnEachJdk}. */
final class EachJdkExtension implements TestTemplateInvocationContextProvider {

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return context.getRequiredTestMethod().isAnnotationPresent(OnEachJdk.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    OnEachJdk ofClass = context.getRequiredTestClass().getAnnotation(OnEachJdk.class);
    OnEachJdk annotation =
        ofClass == null ? context.getRequiredTestMethod().getAnnotation(OnEachJdk.class) : ofClass;
    return Arrays.stream(
            Matrix.jdks(
                Matrix.isFull() && isNewestVersion(context) && !isForOneJdk(context),
                annotation.value()))
        .mapToObj(feature -> new OnOneJdk(feature, Jdks.find(feature)));
  }

  private static boolean isForOneJdk(ExtensionContext context) {
    return Stream.of(context.getRequiredTestMethod(), context.getRequiredTestClass())
        .map(element -> element.getAnnotation(FullMatrix.class))
        .anyMatch(matrix -> matrix != null && !matrix.onEachJdk());
  }

  private static boolean isNewestVersion(ExtensionContext context) {
    ParameterInfo parameters = ParameterInfo.get(context);
    return Matrix.isNewestVersion()
        && (parameters == null
            || parameters.getArguments().toList().stream()
                .allMatch(argument -> !(argument instanceof FrameworkVersion v) || v.isNewest()));
  }

  private record OnOneJdk(int feature, Optional<Jdk> jdk)
      implements TestTemplateInvocationContext, ExecutionCondition, ParameterResolver {

    @Override
    public String getDisplayName(int invocationIndex) {
      return "JDK " + feature;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return jdk.isPresent()
          ? ConditionEvaluationResult.enabled("JDK " + feature + " is " + jdk.get().home())
          : ConditionEvaluationResult.disabled(
              "No JDK "
                  + feature
                  + " found; name its home in the environment variable "
                  + Jdks.VARIABLE);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Jdk.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return jdk.orElseThrow();
    }
  }
}
