package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.completableFuture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.loopsentinel.ToolLoopError;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A target whose methods are the tools themselves, with the defaults for all else. */
class ToolMethodTest {

  /** As in frameworks, which use an empty text or a placeholder for the method's name. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Tool {
    String name() default "<<element name>>";
  }

  /** As in frameworks that do not read names of parameters from class files. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Argument {
    String name();
  }

  @SuppressWarnings("unused") // guarded, not called
  static class OrderTools {
    String findOrders(String customer, String status) {
      return "";
    }

    @Tool(name = "find_orders")
    String named(String customer, @Argument(name = "state") String status) {
      return "";
    }

    @Tool
    String placeholder(String customer, String status) {
      return "";
    }

    Optional<String> optional(String customer, String status) {
      return Optional.empty();
    }

    List<String> list(String customer, String status) {
      return List.of();
    }

    JsonNode tree(String customer, String status) {
      return TextNode.valueOf("");
    }

    CompletableFuture<List<String>> later(String customer, String status) {
      return CompletableFuture.completedFuture(List.of());
    }

    List<Integer> numbers(String customer, String status) {
      return List.of();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "findOrders, findOrders, status",
    "named, find_orders, state",
    "placeholder, placeholder, status"
  })
  void isNamedByItsAnnotationOrItself(String method, String tool, String second) throws Exception {
    assertThat(hint(method, ""))
        .asString()
        .startsWith(
            "loop-detected: %s has already run 3 times with the arguments ".formatted(tool)
                + "{\"customer\":\"Ada\",\"%s\":\"SHIPPED\"}".formatted(second));
  }

  @Test
  void takesTheNameFromTheAnnotationOfTheTarget() throws Exception {
    assertThat(hint("named", "annotated_with: " + Argument.class.getName() + ","))
        .asString()
        .startsWith("loop-detected: named has");
    assertThat(hint("named", "annotated_with: " + Tool.class.getName() + ","))
        .asString()
        .startsWith("loop-detected: find_orders has");
  }

  @Test
  void returnsAHintInAnOptional() throws Exception {
    assertThat(hint("optional", "")).asString().startsWith("Optional[loop-detected: optional has");
  }

  @Test
  void returnsAHintInAList() throws Exception {
    assertThat(hint("list", ""))
        .asInstanceOf(LIST)
        .singleElement()
        .asString()
        .startsWith("loop-detected: list has");
  }

  @Test
  void returnsAHintAsANodeOfJson() throws Exception {
    assertThat(hint("tree", "")).isInstanceOf(TextNode.class).asString().contains("loop-detected");
  }

  @Test
  void completesAFutureWithAHint() throws Exception {
    assertThat(hint("later", ""))
        .asInstanceOf(completableFuture(List.class))
        .isCompletedWithValueMatching(list -> list.get(0) instanceof String);
  }

  @Test
  void abortsIfTheResultCannotHoldText() {
    assertThatThrownBy(() -> hint("numbers", "")).isInstanceOf(ToolLoopError.class);
  }

  private static @Nullable Object hint(String method, String more) throws Exception {
    GuardedCalls calls = calls(method, more);
    for (int i = 0; i < 3; i++) {
      call(calls, method);
    }
    return call(calls, method);
  }

  private static @Nullable Object call(GuardedCalls calls, String method) throws Exception {
    Guard guard = calls.guard(method);
    return guard.callOn(
        new OrderTools(), () -> method.equals("later") ? done() : null, "Ada", "SHIPPED");
  }

  private static CompletableFuture<List<String>> done() {
    return CompletableFuture.completedFuture(List.of());
  }

  private static GuardedCalls calls(String method, String more) {
    return GuardedCalls.of(
        OrderTools.class,
        """
        sentinel:
          targets:
            - {name: my-tools, kind: tool, type: TYPE, MORE method: METHOD}
        """
            .replace("MORE", more)
            .replace("METHOD", method));
  }
}
