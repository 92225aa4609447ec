package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MemberAccessPathTest {

  record Request(String name, Map<String, Object> arguments, Optional<String> id) {}

  static class Context {
    private final String secret = "s3";
    final int attempts = 2;

    String getConversationId() {
      return "c1";
    }

    boolean isLive() {
      return true;
    }

    String user() {
      return "ann";
    }

    Optional<Context> parent() {
      return Optional.empty();
    }

    OptionalInt depth() {
      return OptionalInt.of(4);
    }

    @SuppressWarnings("unused") // read by an expression
    private String hidden() {
      return "h" + secret;
    }
  }

  static class Dispatcher {
    @SuppressWarnings("unused")
    private final Context context = new Context();

    @SuppressWarnings("unused")
    String dispatch(Request request, Context context, Object anything) {
      return "";
    }
  }

  private final Request request =
      new Request("search", Map.of("query", "java", "size", 3), Optional.of("call-1"));
  private final GuardedCall call =
      GuardedCall.of(Dispatcher.class, "dispatch", request, new Context(), request)
          .with(Variable.THIS, new Dispatcher());

  @Test
  void readsRecordComponentsGettersMethodsAndFields() throws Throwable {
    assertThat(call.evaluate("arg0.name")).isEqualTo("search");
    assertThat(call.evaluate("arg0.name()")).isEqualTo("search");
    assertThat(call.evaluate("arg1.conversationId")).isEqualTo("c1");
    assertThat(call.evaluate("arg1.live")).isEqualTo(true);
    assertThat(call.evaluate("arg1.user")).isEqualTo("ann");
    assertThat(call.evaluate("arg1.attempts")).isEqualTo(2);
  }

  @Test
  void readsPrivateMembers() throws Throwable {
    assertThat(call.evaluate("arg1.secret")).isEqualTo("s3");
    assertThat(call.evaluate("arg1.hidden()")).isEqualTo("hs3");
    assertThat(call.evaluate("this.context.secret")).isEqualTo("s3");
  }

  @Test
  void readsMapKeys() throws Throwable {
    assertThat(call.evaluate("arg0.arguments.query")).isEqualTo("java");
    assertThat(call.evaluate("arg0.arguments['query']")).isEqualTo("java");
    assertThat(call.evaluate("arg0.arguments.size")).isEqualTo(3);
    assertThat(call.evaluate("arg0.arguments.size()")).isEqualTo(2);
    assertThat(call.evaluate("arg0.arguments['none']")).isNull();
  }

  @Test
  void unwrapsOptionals() throws Throwable {
    assertThat(call.evaluate("arg0.id")).isEqualTo("call-1");
    assertThat(call.evaluate("arg0.id.length()")).isEqualTo(6);
    assertThat(call.evaluate("arg0.id().get()")).isEqualTo("call-1");
    assertThat(call.evaluate("arg1.depth")).isEqualTo(4);
    assertThat(call.evaluate("arg1.parent")).isNull();
    assertThat(call.evaluate("arg1.parent?.user ?? 'none'")).isEqualTo("none");
  }

  @Test
  void readsMembersOfTheRunTimeClass() throws Throwable {
    assertThat(call.evaluate("arg2.name")).isEqualTo("search");
    assertThat(call.evaluate("arg2.id().get()")).isEqualTo("call-1");
    Map<String, Object> map = new HashMap<>(Map.of("threshold", 7, "size", 1));
    assertThat(GuardedCall.withObject(map).evaluate("arg0.threshold")).isEqualTo(7);
    assertThat(GuardedCall.withObject(List.of(1, 2)).evaluate("arg0.size()")).isEqualTo(2);
    assertThat(GuardedCall.withObject(new int[] {1, 2}).evaluate("arg0.length")).isEqualTo(2);
  }

  @Test
  void namesTheNearestMembersOfAFinalType() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("arg0.nmae"))
        .withMessage(
            Request.class.getName() + " has no member \"nmae\"; it has name(), id(), arguments()")
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(5));
  }

  @Test
  void saysWhetherAMethodOrAPropertyWasMissing() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("arg0.arguements(1)"))
        .withMessageContaining("has no method \"arguements\"; it has arguments(), ");
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> call.evaluate("arg1.secret()"))
        .withMessageContaining("secret of ")
        .withMessageContaining(" is not a method; write it without ( )");
  }
}
