package io.loopsentinel.agent.management;

import io.loopsentinel.management.Description;
import io.loopsentinel.management.SentinelMXBean;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Optional;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/** An MXBean with the descriptions that its interface has as {@link Description}s. */
final class DescribedBean extends StandardMBean {

  DescribedBean(SentinelMXBean bean) {
    super(bean, SentinelMXBean.class, true);
  }

  @Override
  protected @Nullable String getDescription(MBeanInfo info) {
    return description(Optional.of(SentinelMXBean.class));
  }

  @Override
  protected @Nullable String getDescription(MBeanAttributeInfo attribute) {
    return description(method((attribute.isIs() ? "is" : "get") + attribute.getName()));
  }

  @Override
  protected @Nullable String getDescription(MBeanOperationInfo operation) {
    return description(method(operation.getName()));
  }

  @Override
  protected @Nullable String getDescription(
      MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
    return description(parameter(operation, sequence));
  }

  @Override
  protected @Nullable String getParameterName(
      MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
    return parameter(operation, sequence).map(Parameter::getName).orElse(null);
  }

  private static @Nullable String description(Optional<? extends AnnotatedElement> described) {
    return described.map(each -> each.getAnnotation(Description.class).value()).orElse(null);
  }

  private static Optional<Parameter> parameter(MBeanOperationInfo operation, int sequence) {
    return method(operation.getName()).map(method -> method.getParameters()[sequence]);
  }

  /** Returns a method by its name, which is unique in the interface. */
  private static Optional<Method> method(String name) {
    return Arrays.stream(SentinelMXBean.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst();
  }
}
