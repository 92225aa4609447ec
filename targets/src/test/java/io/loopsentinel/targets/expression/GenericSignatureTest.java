package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.AbstractList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The types derived from type arguments. */
class GenericSignatureTest {

  record Part(String name, Optional<Part> next) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Box<T>(T content, List<? extends T> more, T[] row) {}

  static class Parts extends AbstractList<Part> {
    @Override
    public Part get(int index) {
      return new Part("read", Optional.empty());
    }

    @Override
    public int size() {
      return 1;
    }
  }

  interface Source<V> {
    @Nullable V value();
  }

  interface PartSource extends Source<Part> {}

  @SuppressWarnings("unused") // linked against
  static class Dispatcher {
    CompletableFuture<List<Part>> dispatch(
        Optional<Part> one,
        Collection<? extends Part> all,
        Map<String, Part> named,
        Box<Part> box,
        Parts parts,
        PartSource source,
        Box<?> unknown,
        Source<? super Part> wide) {
      return new CompletableFuture<>();
    }
  }

  private static final Part PART =
      new Part("read", Optional.of(new Part("write", Optional.empty())));

  private final GuardedCall call =
      GuardedCall.of(
          Dispatcher.class,
          "dispatch",
          Optional.of(PART),
          List.of(PART),
          Map.of("one", PART),
          new Box<>(PART, List.of(PART), new Part[] {PART}),
          new Parts(),
          (PartSource) () -> PART,
          new Box<>(PART, List.of(PART), new Part[] {PART}),
          (Source<Object>) () -> PART);

  @ParameterizedTest
  @CsvSource({
    "arg0.nmae,4",
    "arg0?.nmae,5",
    "arg0.next.nmae,9",
    "arg1[*].nmae,7",
    "arg1?.[*]?.next?.nmae,16",
    "(arg1[*])[0].nmae,12",
    "arg2['one'].nmae,11",
    "arg2.one.nmae,8",
    "arg2[*].nmae,7",
    "arg3.content.nmae,12",
    "arg3.more[0].nmae,12",
    "arg3.row[*].nmae,11",
    "arg4[0].nmae,7",
    "arg4[*].nmae,7",
    "arg5.value.nmae,10",
    "(arg0 ?? arg5.value).nmae,20",
    "return[*].nmae,9"
  })
  void findsAMisspeltMemberBehindThem(String expression, int dot) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link(expression))
        .withMessage(Part.class.getName() + " has no member \"nmae\"; it has name(), next()")
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(dot + 1));
  }

  @Test
  void readsMembersByGenericSignature() throws Throwable {
    LinkedExpression linked =
        call.link("[arg0.name, arg1[*].next.name, arg2.one.name, arg3.content.name, arg4[0].name]");

    assertThat(linked.evaluate(call)).hasToString("[read, [write], read, read, read]");
    assertThat(call.link("arg3.more[0].next").type()).isEqualTo(Part.class);
    assertThat(call.link("arg1[*].next").type()).isEqualTo(List.class);
  }

  @Test
  void readsTheValueIfTheyAreInconclusive() throws Throwable {
    assertThat(call.evaluate("arg6.content.name")).isEqualTo("read");
    assertThat(call.evaluate("arg6.more[0].name")).isEqualTo("read");
    assertThat(call.evaluate("arg7.value.name")).isEqualTo("read");
  }

  @Test
  void choosesOverloadsByThem() throws Throwable {
    assertThat(call.evaluate("String::valueOf(arg0.name)")).isEqualTo("read");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("Integer::valueOf(arg3.more[0])"))
        .withMessageContaining("valueOf cannot take (Part)");
  }
}
