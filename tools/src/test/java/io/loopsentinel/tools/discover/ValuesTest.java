package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Values within objects, and the expressions that read them. */
class ValuesTest {

  record Call(String name, Map<String, Object> arguments) {}

  static class Bean {
    private final String title;
    private final String plain;
    private final String counted;
    private int count;

    Bean(String title, String plain, String counted) {
      this.title = title;
      this.plain = plain;
      this.counted = counted;
    }

    String getTitle() {
      return title;
    }

    String getCounted() {
      count++;
      return counted + plain + count;
    }
  }

  static class Node {
    private Node next = this;
    private final String text = "end";

    String text() {
      return next.text;
    }
  }

  static class Wire {
    private final String id;

    Wire(String id) {
      this.id = id;
    }

    String id() {
      return id.strip();
    }

    String rawId() {
      return id;
    }
  }

  record Body(Call call) {}

  record Response(List<Call> history, Body body) {}

  record Holder(Optional<String> user, List<Call> calls) {}

  @Test
  void readsRecordComponentsAndKeysOfMaps() {
    assertThat(within(new Call("search", Map.of("q", "loops"))))
        .containsEntry("arg0.name()", "search")
        .containsEntry("arg0.arguments()[\"q\"]", "loops");
  }

  @Test
  void namesAGetterThatOnlyReturnsItsField() {
    assertThat(within(new Bean("a", "b", "c")))
        .containsEntry("arg0.getTitle()", "a")
        .containsEntry("arg0.plain", "b");
  }

  @Test
  void leavesOutAFieldWhoseNameWouldCallOtherCode() {
    assertThat(within(new Bean("a", "b", "c"))).doesNotContainValue("c");
    assertThat(within(new Node())).doesNotContainValue("end");
  }

  @Test
  void namesAnotherGetterIfTheUsualOneRunsOtherCode() {
    assertThat(within(new Wire(" 7 "))).containsEntry("arg0.rawId()", " 7 ");
  }

  @Test
  void prefersAPathThatReadsNoList() {
    Call call = new Call("search", Map.of());

    assertThat(
            Readers.VALUES.withElements(
                Collections.singletonMap("return", new Response(List.of(call), new Body(call))), 4))
        .containsEntry("return.body().call().name()", "search");
  }

  @Test
  void terminatesOnCycles() {
    assertThat(within(new Node())).containsOnlyKeys("arg0", "arg0.next");
  }

  @Test
  void anOptionalStandsForItsValue() {
    assertThat(within(new Holder(Optional.of("ada"), List.of())))
        .containsEntry("arg0.user()", "ada");
  }

  @Test
  void aReflectedMethodHasAName() throws Exception {
    assertThat(within(Bean.class.getDeclaredMethod("getTitle")))
        .containsEntry("arg0.getName()", "getTitle");
  }

  @Test
  void readsElementsOnlyIfAsked() {
    Holder holder = new Holder(Optional.empty(), List.of(new Call("search", Map.of())));

    assertThat(within(holder)).doesNotContainValue("search");
    assertThat(Readers.VALUES.withElements(Collections.singletonMap("arg0", holder), 4))
        .containsEntry("arg0.calls()[0].name()", "search");
  }

  private static Map<String, Object> within(Object value) {
    return Readers.VALUES.within(Collections.singletonMap("arg0", value), Values.DEPTH);
  }
}
