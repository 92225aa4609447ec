package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.AbstractMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RuntimeMemberTest {

  interface Request {}

  record SearchRequest(String query) implements Request {}

  @SuppressWarnings("unused") // read by an expression
  static class FetchRequest implements Request {
    private final String url = "http://localhost";
  }

  @SuppressWarnings("unused") // linked against
  static class Dispatcher {
    void dispatch(Request request) {}
  }

  static class Conversation extends HashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("unused") // must not hide the key
    private final String content = "field";

    public String getUser() {
      return "ann";
    }
  }

  static class Fixed extends AbstractMap<String, Object> {
    @Override
    public Set<Entry<String, Object>> entrySet() {
      return Map.<String, Object>of("entries", 1, "keySet", 2).entrySet();
    }

    /** As Kotlin adds it to every Map. */
    public Set<Entry<String, Object>> getEntries() {
      return entrySet();
    }
  }

  private final GuardedCall search =
      GuardedCall.of(Dispatcher.class, "dispatch", new SearchRequest("java"));

  @Test
  void looksForAMemberInTheRunTimeClassOfEachValue() throws Throwable {
    LinkedExpression query = search.link("arg0.query");
    LinkedExpression url = search.link("arg0.url");
    GuardedCall fetch = GuardedCall.of(Dispatcher.class, "dispatch", new FetchRequest());

    assertThat(query.evaluate(search)).isEqualTo("java");
    assertThat(url.evaluate(fetch)).isEqualTo("http://localhost");
    for (int i = 0; i < 2; i++) { // a failure is remembered, too
      assertThatExceptionOfType(EvaluationException.class)
          .isThrownBy(() -> query.evaluate(fetch))
          .withMessage(
              FetchRequest.class.getName()
                  + " has no member \"query\"; it has url (column 5 of `arg0.query`)");
    }
  }

  @Test
  void notesMembersMissingFromTheStaticType() throws ExpressionException {
    assertThat(search.link("arg0.query").notes())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note).hasMessage(Request.class.getName() + " has no member \"query\"");
              assertThat(note.offset()).isEqualTo(5);
            });
    assertThat(GuardedCall.withObject("untyped").link("arg0.query").notes()).isEmpty();
    assertThat(GuardedCall.withObject("untyped").link("message.length").notes()).isEmpty();
  }

  @Test
  void readsKeysOfAnyMap() throws Throwable {
    Map<String, Integer> entries = Map.of("size", 1, "table", 2, "empty", 3, "clear", 4);

    for (Map<String, Integer> map :
        List.of(
            entries,
            new HashMap<>(entries),
            new TreeMap<>(entries),
            new ConcurrentHashMap<>(entries))) {
      GuardedCall call = GuardedCall.withObject(map);
      assertThat(call.evaluate("[arg0.size, arg0.table, arg0.empty, arg0.clear, arg0.firstKey]"))
          .hasToString("[1, 2, 3, 4, null]");
      assertThat(call.evaluate("arg0.size()")).isEqualTo(4);
    }
  }

  @Test
  void readsOwnMembersOfMapSubclasses() throws Throwable {
    Conversation conversation = new Conversation();
    conversation.put("content", "key");
    conversation.put("user", "key");

    assertThat(GuardedCall.withObject(conversation).evaluate("arg0.user")).isEqualTo("ann");
    assertThat(GuardedCall.withObject(conversation).evaluate("arg0['user']")).isEqualTo("key");
    assertThat(GuardedCall.withObject(conversation).evaluate("arg0.content")).isEqualTo("key");
    assertThat(GuardedCall.withObject(new Fixed()).evaluate("[arg0.entries, arg0.keySet]"))
        .isEqualTo(List.of(1, 2));
  }

  @Test
  void readsLambdasThroughTheirInterface() throws Throwable {
    Supplier<String> supplier = () -> "supplied";

    assertThat(GuardedCall.withObject(supplier).evaluate("arg0.get")).isEqualTo("supplied");
    assertThat(GuardedCall.withObject(supplier).evaluate("arg0.get()")).isEqualTo("supplied");
  }
}
