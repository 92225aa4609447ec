package io.loopsentinel.tools.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loopsentinel.tools.support.AnnotatedTools.Tool;
import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tools by their annotation. */
class AnnotatedToolsTest {

  @interface OrderTool {
    String name() default "";
  }

  @interface Skill {}

  @interface Audited {}

  interface Remote {
    @OrderTool
    String fetch(String id);
  }

  static class Orders {
    @OrderTool(name = "find_orders")
    String find(String customer) {
      return customer;
    }

    @OrderTool
    String cancel(String id) {
      return id;
    }

    @OrderTool(name = "<<element name>>")
    String list() {
      return "";
    }

    @Audited
    @Skill
    String repeat(int number) {
      return "again".repeat(number);
    }
  }

  @OrderTool(name = "find_orders")
  static class FindOrders implements Function<String, String> {
    @Override
    public String apply(String customer) {
      return customer;
    }

    @Override
    public String toString() {
      return "orders";
    }
  }

  @OrderTool
  static class DescribedTool extends Described {
    @Override
    public String describe() {
      return "cancels orders";
    }

    @Override
    public String run(String id) {
      return id;
    }
  }

  abstract static class Described {
    abstract String describe();

    abstract String run(String id);
  }

  @OrderTool
  record Weather(String city) implements Supplier<String> {
    @Override
    public String get() {
      return city;
    }
  }

  @OrderTool
  record WeatherRequest(String city) {}

  @OrderTool
  static class Request {
    public void setCustomer(String customer) {}
  }

  @OrderTool
  static class Parameters implements Serializable {
    private static final long serialVersionUID = 1;

    public String getCustomer() {
      return "";
    }

    public void setCustomer(String customer) {}
  }

  @OrderTool
  static class Shop implements Function<String, String> {
    @Override
    public String apply(String customer) {
      return customer;
    }

    public String open(String day) {
      return day;
    }
  }

  @Test
  void findsMethodsWhoseAnnotationLooksLikeATools() throws IOException {
    assertThat(AnnotatedTools.of(file(Orders.class)))
        .extracting(Tool::method, Tool::descriptor, Tool::name)
        .containsExactlyInAnyOrder(
            tuple("find", "(Ljava/lang/String;)Ljava/lang/String;", "find_orders"),
            tuple("cancel", "(Ljava/lang/String;)Ljava/lang/String;", "cancel"),
            tuple("list", "()Ljava/lang/String;", "list"));
  }

  @Test
  void findsMethodsWithTheGivenAnnotation() throws IOException {
    String skill = Skill.class.getName();

    assertThat(AnnotatedTools.of(file(Orders.class), skill::equals))
        .containsExactly(
            new Tool(
                Orders.class.getName(), "repeat", "(I)Ljava/lang/String;", skill, "repeat", false));
  }

  @Test
  void findsTheOnlyOperationOfAnAnnotatedClass() throws IOException {
    assertThat(AnnotatedTools.of(file(FindOrders.class)))
        .containsExactly(
            new Tool(
                FindOrders.class.getName(),
                "apply",
                "(Ljava/lang/String;)Ljava/lang/String;",
                OrderTool.class.getName(),
                "find_orders",
                true));
  }

  @Test
  void findsTheOnlyOperationWithParametersOfAnAnnotatedClass() throws IOException {
    assertThat(AnnotatedTools.of(file(DescribedTool.class)))
        .extracting(Tool::method)
        .containsExactly("run");
  }

  @Test
  void findsTheOperationOfAnAnnotatedRecord() throws IOException {
    assertThat(AnnotatedTools.of(file(Weather.class)))
        .extracting(Tool::method)
        .containsExactly("get");
  }

  @Test
  void ignoresAnAnnotatedRecordOfParameters() throws IOException {
    assertThat(AnnotatedTools.of(file(WeatherRequest.class))).isEmpty();
  }

  @Test
  void ignoresAnAnnotatedClassThatNothingCouldCall() throws IOException {
    assertThat(AnnotatedTools.of(file(Request.class))).isEmpty();
  }

  @Test
  void ignoresAnAnnotatedClassThatIsOnlySerializable() throws IOException {
    assertThat(AnnotatedTools.of(file(Parameters.class))).isEmpty();
  }

  @Test
  void ignoresAnAnnotatedClassWithSeveralOperations() throws IOException {
    assertThat(AnnotatedTools.of(file(Shop.class))).isEmpty();
  }

  @Test
  void ignoresMethodsWithoutABody() throws IOException {
    assertThat(AnnotatedTools.of(file(Remote.class))).isEmpty();
  }

  private static byte[] file(Class<?> type) throws IOException {
    String name = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    return Objects.requireNonNull(type.getResourceAsStream(name)).readAllBytes();
  }
}
