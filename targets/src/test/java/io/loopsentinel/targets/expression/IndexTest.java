package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexTest {

  @Test
  void readsMapsListsAndArrays() throws Throwable {
    GuardedCall call =
        GuardedCall.withObject(Map.of("list", List.of("a", "b"), "array", new int[] {5, 6}));

    assertThat(call.evaluate("arg0['list'][1]")).isEqualTo("b");
    assertThat(call.evaluate("arg0['array'][0]")).isEqualTo(5);
    assertThat(call.evaluate("arg0[['list'][0]][{'i': 1}.i]")).isEqualTo("b");
    assertThat(call.evaluate("arg0['none']")).isNull();
  }

  @Test
  void readsTheJsonTreeOfALibraryThroughItsGetMethod() throws Throwable {
    GuardedCall call =
        GuardedCall.withObject(new ObjectMapper().readTree("{\"calls\": [{\"name\": \"x\"}]}"));

    assertThat(call.evaluate("arg0['calls'][0]['name'].asText()")).isEqualTo("x");
    assertThat(call.evaluate("arg0['none']?.[0]")).isNull();
    assertThat(call.evaluate("arg0['calls'][*]['name'].asText()")).isEqualTo(List.of("x"));
  }

  @Test
  void saysHowManyElementsThereAre() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> GuardedCall.withObject(List.of(1, 2)).evaluate("arg0[2]"))
        .withMessage("arg0 has 2 elements, there is none at [2] (column 5 of `arg0[2]`)");
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> GuardedCall.withObject(List.of(1, 2)).evaluate("arg0['a']"))
        .withMessage("arg0 requires an integer in [ ] (column 5 of `arg0['a']`)");
  }

  @Test
  void rejectsIndexOfNonList() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> GuardedCall.withObject("x").link("message['a']"))
        .withMessageContaining("a java.lang.String does not support [ ]: it is not a Map, List");
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> GuardedCall.withObject(5).evaluate("arg0['a']"))
        .withMessageContaining("a java.lang.Integer does not support [ ]: it is not a Map, List");
  }
}
