package io.loopsentinel.agent.management;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/** An MXBean that tells what the {@link Description}s of its interface say. */
final class DescribedBean extends StandardMBean {

  DescribedBean(SentinelMXBean bean) {
    super(bean, SentinelMXBean.class, true);
  }

  @Override
  protected String getDescription(MBeanInfo info) {
    return SentinelMXBean.class.getAnnotation(Description.class).value();
  }

  @Override
  protected @Nullable String getDescription(MBeanAttributeInfo attribute) {
    return method((attribute.isIs() ? "is" : "get") + attribute.getName())
        .map(method -> method.getAnnotation(Description.class).value())
        .orElse(null);
  }

  @Override
  protected @Nullable String getDescription(MBeanOperationInfo operation) {
    return method(operation.getName())
        .map(method -> method.getAnnotation(Description.class).value())
        .orElse(null);
  }

  @Override
  protected @Nullable String getDescription(
      MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
    return parameter(operation, sequence).map(Description::value).orElse(null);
  }

  @Override
  protected @Nullable String getParameterName(
      MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
    return parameter(operation, sequence).map(Description::name).orElse(null);
  }

  private static Optional<Description> parameter(MBeanOperationInfo operation, int sequence) {
    return method(operation.getName())
        .flatMap(
            method -> {
              Annotation[] ofParameter = method.getParameterAnnotations()[sequence];
              return Arrays.stream(ofParameter)
                  .filter(Description.class::isInstance)
                  .map(Description.class::cast)
                  .findFirst();
            });
  }

  /** The interface has no two methods of one name. */
  private static Optional<Method> method(String name) {
    return Arrays.stream(SentinelMXBean.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst();
  }
}
