package io.loopsentinel.tools.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.management.SentinelMXBean;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The status of a guarded JVM. */
class JvmStatusTest {

  @Test
  void hasNumbersOfQuestionsAsNumbers() {
    Map<String, String> question = Map.of("question", "7", "tool", "42", "rung", "2", "count", "5");
    SentinelMXBean agent =
        (SentinelMXBean)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SentinelMXBean.class},
                (proxy, method, arguments) ->
                    method.getName().equals("listQuestions") ? List.of(question) : "");

    Map<String, ?> read = JvmStatus.of(4711, agent).questions().get(0);

    assertThat(read).isEqualTo(Map.of("question", "7", "tool", "42", "rung", 2L, "count", 5L));
  }
}
