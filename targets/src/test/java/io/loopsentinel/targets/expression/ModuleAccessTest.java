package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModuleAccessTest {

  @Test
  void callsPublicMethodsOfHiddenClassesThroughTheirPublicSupertypes() throws Throwable {
    // classes of java.util that are not public, in a package that is not open
    assertThat(GuardedCall.withObject(List.of(1, 2, 3)).evaluate("arg0.size()")).isEqualTo(3);
    assertThat(
            GuardedCall.withObject(Collections.unmodifiableCollection(List.of(1)))
                .evaluate("arg0.isEmpty()"))
        .isEqualTo(false);
    assertThat(
            GuardedCall.withObject(Map.of("a", 1).entrySet().iterator().next())
                .evaluate("arg0.key"))
        .isEqualTo("a");
  }

  @Test
  void saysWhichModuleKeepsAMemberClosed() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> GuardedCall.withObject(1).link("message.coder"))
        .withMessageStartingWith("java.lang.String.coder cannot be accessed: ")
        .withMessageContaining("java.base does not open java.lang")
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(8));
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> GuardedCall.withObject("text").evaluate("arg0.coder"))
        .withMessageContaining("java.base does not open java.lang")
        .withMessageEndingWith("(column 5 of `arg0.coder`)");
  }

  @Test
  void usesTheGivenAccessForNonPublicMembersOnly() throws Throwable {
    // given
    List<Class<?>> asked = Collections.synchronizedList(new java.util.ArrayList<>());
    Linker linker =
        new Linker(
            type -> {
              asked.add(type);
              return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            });
    Method signature = GuardedCall.Untyped.class.getDeclaredMethod("call", Object.class);

    // when
    linker.link(Expression.parse("message.length()"), signature);
    linker.link(Expression.parse("java.util.List::of(message).size()"), signature);
    linker.link(Expression.parse("this.call(null)"), signature);

    // then
    assertThat(asked).containsExactly(GuardedCall.Untyped.class);
  }
}
