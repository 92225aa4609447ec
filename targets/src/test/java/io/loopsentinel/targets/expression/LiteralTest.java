package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LiteralTest {

  private final GuardedCall call = GuardedCall.withObject("value").with(Variable.MESSAGE, "stop");

  @Test
  void readsScalars() throws Throwable {
    assertThat(call.evaluate("'a \"b\" \\'c\\' \\\\ \\u00e9\\t'")).isEqualTo("a \"b\" 'c' \\ é\t");
    assertThat(call.evaluate("42")).isEqualTo(42);
    assertThat(call.evaluate("-3000000000")).isEqualTo(-3_000_000_000L);
    assertThat(call.evaluate("-0.25")).isEqualTo(-0.25);
    assertThat(call.evaluate("true")).isEqualTo(true);
    assertThat(call.evaluate("false")).isEqualTo(false);
    assertThat(call.evaluate("null")).isNull();
  }

  @Test
  void buildsMapsInTheOrderWrittenThatMayBeChanged() throws Throwable {
    // when
    Map<?, ?> built =
        (Map<?, ?>)
            Objects.requireNonNull(call.evaluate("{'error': message, \"b\": [1, null], 'a': {}}"));

    // then
    Map<String, Object> expected = new HashMap<>(Map.of("error", "stop", "a", Map.of()));
    expected.put("b", Arrays.asList(1, null));
    assertThat(built).isEqualTo(expected);
    assertThat(built.keySet()).hasToString("[error, b, a]");
    built.clear();
    assertThat(built).isEmpty();
  }

  @Test
  void buildsAFreshListEachTime() throws Throwable {
    LinkedExpression linked = call.link("[arg0, message]");

    Object first = linked.evaluate(call);
    Object second = linked.evaluate(call);

    assertThat(first).isEqualTo(new ArrayList<>(List.of("value", "stop"))).isNotSameAs(second);
  }

  @Test
  void fallsBackOverNullAndAbsent() throws Throwable {
    assertThat(call.evaluate("run ?? null ?? session ?? arg0 ?? 1")).isEqualTo("value");
    assertThat(call.evaluate("{'a': 1}['b'] ?? 'none'")).isEqualTo("none");
    assertThat(call.evaluate("java.util.Optional::empty() ?? 2")).isEqualTo(2);
    assertThat(call.evaluate("null ?? run")).isNull();
    assertThat(call.evaluate("(run ?? arg0).length()")).isEqualTo(5);
  }

  @Test
  void knowsItsStaticType() throws Throwable {
    assertThat(call.link("'a'").type()).isEqualTo(String.class);
    assertThat(call.link("1").type()).isEqualTo(Integer.class);
    assertThat(call.link("null").type()).isEqualTo(Void.class);
    assertThat(call.link("{}").type()).isEqualTo(Map.class);
    assertThat(call.link("arg0").type()).isEqualTo(Object.class);
    assertThat(call.link("message ?? tool").type()).isEqualTo(String.class);
    assertThat(call.link("message ?? null").type()).isEqualTo(String.class);
    assertThat(call.link("message ?? count").type()).isEqualTo(Object.class);
    assertThat(call.link("message.length()").type()).isEqualTo(Integer.class);
    assertThat(call.link("arg0[*]").type()).isEqualTo(List.class);
  }

  @Test
  void knowsTheNameOfTheMethod() throws Throwable {
    assertThat(call.evaluate("method")).isEqualTo("call");
  }
}
