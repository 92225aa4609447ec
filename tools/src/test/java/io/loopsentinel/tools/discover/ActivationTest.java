package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The values in which the name and arguments of a tool are searched. */
class ActivationTest {

  @Test
  void aMethodThatIsInvokedNamesTheTool() throws NoSuchMethodException {
    assertThat(call("invoke").roots()).containsOnlyKeys("arg0", "arg1", "this");
  }

  @Test
  void aMethodThatALambdaHasCapturedDoesNot() throws NoSuchMethodException {
    assertThat(call("lambda$invokeLater$0").roots()).containsOnlyKeys("arg1", "this");
  }

  private static Activation call(String name) throws NoSuchMethodException {
    Method tool = String.class.getMethod("trim");
    return new Activation(
        new MethodId(ActivationTest.class, name, "()V"),
        1,
        null,
        new Object[] {tool, Map.of("customer", "Miller")},
        null);
  }
}
