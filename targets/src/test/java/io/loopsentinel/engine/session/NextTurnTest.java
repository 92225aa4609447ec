package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.DispatchedTools;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The warnings and calls kept for the next turn of a session. */
class NextTurnTest {

  private static final String SESSION = "main";

  private final LoopEngine engine = Engines.shipped();

  @Test
  void keepsNoWarningThatNoRequestWouldCarry() {
    assertThat(engine.turns().keepWarning(SESSION, "a")).isFalse();
    assertThat(engine.turns().takeWarnings(SESSION)).isEmpty();
  }

  @Test
  void keepsTheThreeNewestWarningsAndNoneTwice() {
    engine.turns().takeWarnings(SESSION);

    for (String warning : List.of("a", "b", "c", "d", "b")) {
      assertThat(engine.turns().keepWarning(SESSION, warning)).isTrue();
    }

    assertThat(engine.turns().takeWarnings(SESSION)).containsExactly("c", "d", "b");
    assertThat(engine.turns().takeWarnings(SESSION)).isEmpty();
  }

  @Test
  void forgetsThemWithTheSession() {
    engine.turns().takeWarnings(SESSION);
    engine.turns().keepWarning(SESSION, "a");

    engine.reset(SESSION);

    assertThat(engine.turns().keepWarning(SESSION, "b")).isFalse();
    assertThat(engine.turns().takeWarnings(SESSION)).isEmpty();
  }

  @Test
  void keepsABoundedNumberOfRequestedCallsWithoutTheirArguments() {
    List<RequestedCall> requested =
        IntStream.range(0, 100)
            .mapToObj(i -> new RequestedCall(engine.identify("tool" + i, List.of(i)), ""))
            .toList();
    assertThat(requested).allSatisfy(each -> assertThat(each.call().arguments()).isNull());
    NextTurn nextTurn = new NextTurn();

    requested.forEach(nextTurn::requested);

    assertThat(nextTurn.takeUndispatched(new DispatchedTools()))
        .hasSize(NextTurn.MAX_CALLS)
        .endsWith(requested.get(99));
  }

  @Test
  void matchesDispatchUnderAPrefixedName() {
    NextTurn nextTurn = new NextTurn();
    for (String tool : List.of("search", "re", "research", "mcp.read", "")) {
      nextTurn.requested(new RequestedCall(engine.identify(tool, null), ""));
    }

    nextTurn.dispatched("client_search");
    nextTurn.dispatched("read");

    assertThat(nextTurn.takeUndispatched(new DispatchedTools()))
        .extracting(each -> each.call().tool())
        .containsExactly("re", "research", "");
  }
}
