package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.discover.Search.Wanted;
import io.loopsentinel.tools.discover.Turns.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The responses of the model, found by the calls that they announce. */
class TurnsTest {

  private static final MethodId METHOD = new MethodId(TurnsTest.class, "ask", "()V");
  private static final long NANOS = 1_000_000;

  private final Turns turns = new Turns(Readers.VALUES, Readers.SEARCH);
  private final Set<ToolCall> counted = new HashSet<>();

  record Requested(String name, Map<String, String> arguments) {}

  record Message(List<Requested> requested) {}

  record Reply(List<Requested> all, Message message) {}

  @Test
  void requestsOfTheResponseAreReadAndNotThoseOfTheWholeConversation() {
    List<Requested> all = new ArrayList<>();
    for (String customer : List.of("Ada", "Bob", "Cleo", "Dan")) {
      all.add(find(customer));
      call(new Reply(List.copyOf(all), new Message(List.of(find(customer)))), find(customer));
    }

    assertThat(turns.all(counted).stream().filter(turn -> turn.seen() > 1))
        .extracting(Turn::tool)
        .containsExactly("return.message()?.requested()?[*]?.name()");
  }

  @Test
  void aListOfTheWholeConversationIsNoResponse() {
    List<Requested> all = new ArrayList<>();
    for (String customer : List.of("Ada", "Bob", "Cleo", "Dan")) {
      all.add(find(customer));
      call(new Message(List.copyOf(all)), find(customer));
    }

    assertThat(turns.all(counted)).extracting(Turn::seen).containsExactly(1L);
  }

  @Test
  void aRepeatedRequestIsOneOfTheResponse() {
    for (String customer : List.of("Bob", "Cleo", "Dan")) {
      call(new Message(List.of(find("Ada"), find(customer))), find("Ada"), find(customer));
    }

    assertThat(turns.all(counted)).extracting(Turn::seen).containsExactly(3L);
  }

  /** Gemini answers with candidates, whose content has parts. */
  @Test
  void aResponseMayHoldItsRequestsInListsWithinLists() {
    record Part(Optional<Requested> functionCall) {}

    record Content(List<Part> parts) {}

    record Candidate(Optional<Content> content) {}

    record Usage(int promptTokenCount, int candidatesTokenCount) {}

    record Answer(List<Candidate> candidates, Usage usage) {}

    for (String customer : List.of("Ada", "Bob", "Cleo")) {
      Content content = new Content(List.of(new Part(Optional.of(find(customer)))));
      Candidate candidate = new Candidate(Optional.of(content));
      call(new Answer(List.of(candidate), new Usage(10, 5)), find(customer));
    }

    Turn turn = turns.all(counted).get(0);
    assertThat(turn.tool())
        .isEqualTo("return.candidates()?[*]?.content()?.parts()?[*]?.functionCall()?.name()");
    assertThat(turn.inputTokens()).isEqualTo("return.usage()?.promptTokenCount()");
    assertThat(turn.outputTokens()).isEqualTo("return.usage()?.candidatesTokenCount()");
  }

  private static Requested find(String customer) {
    return new Requested("find", Map.of("customer", customer));
  }

  private void call(Object response, Requested... requested) {
    turns.returned(METHOD, response, NANOS);
    for (Requested each : requested) {
      ToolCall call =
          new ToolCall(
              new ToolSelection.Tool("T", "find", null, "find"), 1, List.of(), List.of(), true);
      counted.add(call);
      turns.called(call, new Wanted("find", List.of(Set.copyOf(each.arguments().values()))));
    }
  }
}
