package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NullSafetyTest {

  record Context(@Nullable Object chatMemoryId, Optional<Context> parent) {}

  @SuppressWarnings("unused") // linked against
  static class Executor {
    String execute(String request, Context context, List<Context> all, Map<String, Object> map) {
      return "";
    }
  }

  @Test
  void saysWhichPartWasNull() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> callWith(null).evaluate("arg1.chatMemoryId()"))
        .withMessage(
            "arg1 is null at column 5 of `arg1.chatMemoryId()`;"
                + " write `arg1?.chatMemoryId()` if it may be absent");
  }

  @Test
  void saysSoForEveryKindOfStep() {
    GuardedCall call = callWith(new Context(null, Optional.empty()));

    assertNull(call, "arg1.chatMemoryId.x", "arg1.chatMemoryId is null at column 18");
    assertNull(call, "arg1.parent.parent", "arg1.parent is null");
    assertNull(call, "arg3['a']['b']", "write `arg3['a']?['b']` if it may be absent");
    assertNull(call, "arg3.none[*]", "write `arg3.none?[*]` if it may be absent");
    assertNull(call, "[1, arg3.a.b()]", "arg3.a is null at column 11");
    assertNull(call, "(run ?? arg3.a).b", "(run ?? arg3.a) is null at column 16");
    assertNull(call, "[null][*].x", "an element of [null][*] is null at column 10");
  }

  @Test
  void endsTheWholePathWithNull() throws Throwable {
    GuardedCall call = callWith(null);

    assertThat(call.evaluate("arg1?.chatMemoryId")).isNull();
    assertThat(call.evaluate("arg1?.parent.parent.chatMemoryId()")).isNull();
    assertThat(call.evaluate("arg1?.parent.chatMemoryId()[0][*].x ?? 'none'")).isEqualTo("none");
    assertThat(call.evaluate("arg3.none?.[*]")).isNull();
    assertThat(call.evaluate("arg3?.['none']?.[0]")).isNull();
    assertThat(call.evaluate("arg3.none?[*]")).isNull();
    assertThat(call.evaluate("arg3?['none'] ? [0]")).isNull();
    assertThat(call.evaluate("arg3.none?[*].x ?? 'none'")).isEqualTo("none");
  }

  @Test
  void guardsOnlyWhatIsLeftOfIt() {
    GuardedCall call = callWith(new Context(null, Optional.empty()));

    assertNull(call, "arg1?.chatMemoryId.x", "arg1?.chatMemoryId is null at column 19");
    assertNull(callWith(null), "(arg1?.parent).parent", "(arg1?.parent) is null at column 15");
  }

  @Test
  void takesAnEmptyOptionalForNull() throws Throwable {
    Context parent = new Context("m1", Optional.empty());
    GuardedCall call = callWith(new Context(null, Optional.of(parent)));

    assertThat(call.evaluate("arg1.parent.chatMemoryId")).isEqualTo("m1");
    assertThat(call.evaluate("arg1.parent?.parent?.chatMemoryId")).isNull();
    assertThat(call.evaluate("arg1.parent.parent.isPresent()")).isEqualTo(false);
    assertThat(call.evaluate("arg1.parent.parent.orElse(arg1).parent().get().chatMemoryId"))
        .isEqualTo("m1");
    assertNull(call, "arg1.parent.parent.parent", "arg1.parent.parent is null at column 19");
  }

  private static void assertNull(GuardedCall call, String source, String message) {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> call.evaluate(source))
        .withMessageContaining(message);
  }

  private static GuardedCall callWith(@Nullable Context context) {
    return GuardedCall.of(
        Executor.class, "execute", "r", context, List.of(), new HashMap<String, Object>());
  }
}
