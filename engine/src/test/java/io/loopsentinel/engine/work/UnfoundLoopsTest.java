package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Loops that a reader sees and the engine does not. What was expected before it was first run
 * stands with each.
 */
class UnfoundLoopsTest {

  private final Conversation run = new Conversation();

  /**
   * Expected at call 2 to 6. The only answer that the tool ever gives is short, so it may be an
   * acknowledgement.
   */
  @Test
  void asksAnExpertTheSameInOtherWords() {
    String[] questions = {
      "How do I cancel a subscription that was paid by invoice?",
      "How can I cancel a subscription which was paid by invoice?",
      "A subscription was paid by invoice; how do I cancel it?",
      "How can a subscription that was paid by invoice be cancelled?",
      "What do I do to cancel a subscription that was paid by invoice?",
      "Please tell me how to cancel a subscription that was paid by invoice.",
      "How is a subscription that was paid by invoice cancelled?",
      "How do I end and cancel a subscription that was paid by invoice?"
    };
    for (String question : questions) {
      run.turn("Perhaps I should phrase it differently.")
          .call("ask_expert", Map.of("topic", "billing", "question", question))
          .returns(
              "Subscriptions are cancelled in the customer portal under Contracts. Those paid by"
                  + " invoice are handled by the accounts team, which you reach by post only.");
    }

    run.verdict().silent();
  }

  /**
   * Expected at call 3 to 16. Each call is acknowledged, and nearness of its arguments proves
   * nothing.
   */
  @Test
  void thinksTheSameThoughtInOtherWords() {
    run.turn()
        .call("read_mail", Map.of("id", 5))
        .returns("From: Jo\nCan we move the review to Thursday or Friday?");
    String[] thoughts = {
      "Jo wants the review on Thursday or Friday. I should pick one of the two.",
      "The review is to be moved to Thursday or Friday. I should pick one.",
      "Jo asks for Thursday or Friday for the review. One of the two has to be picked.",
      "I should pick Thursday or Friday for the review that Jo wants to move.",
      "Thursday or Friday: Jo wants the review moved, and I should pick one of the two.",
      "For the review, Jo wants Thursday or Friday. I should pick one of the two days.",
      "Jo wants to move the review. I should pick Thursday or Friday.",
      "I should pick one of the two, Thursday or Friday, for the review.",
      "The review should be on Thursday or Friday, as Jo wants. I should pick one.",
      "One of the two days, Thursday or Friday, should be picked for the review.",
      "Jo wants the review to be moved. Thursday or Friday, I should pick one of the two.",
      "I should pick a day for the review: Thursday or Friday.",
      "Of Thursday and Friday I should pick one for the review that Jo wants moved.",
      "Jo wants Thursday or Friday for the review. I should pick one of the two.",
      "The review: Thursday or Friday. I should pick one.",
      "I should pick Thursday or Friday for Jo's review.",
      "Jo wants the review on Thursday or Friday. One should be picked.",
      "Thursday or Friday for the review, as Jo wants. I should pick one of the two."
    };
    for (String thought : thoughts) {
      run.turn(thought)
          .call("think", Map.of("thought", thought))
          .returns("Your thought has been logged.");
    }

    run.verdict().silent();
  }

  /** Expected at call 2 to 7. The lines of a result are not compared with those of other calls. */
  @Test
  void readsOverlappingPartsOfWhatItHasSeen() {
    String[] lines = {
      "def quote(route):", "    km = route.km", "    base = 1.9 * km", "    if route.night:",
      "        base *= 1.25", "    if route.bags > 2:", "        base += 5",
          "    return round(base, 1)"
    };
    int[][] ranges = {{1, 8}, {1, 6}, {2, 8}, {1, 7}, {3, 8}, {2, 7}, {1, 5}, {4, 8}, {1, 8}};
    for (int[] range : ranges) {
      StringBuilder view = new StringBuilder();
      for (int line = range[0]; line <= range[1]; line++) {
        view.append(line).append('\t').append(lines[line - 1]).append('\n');
      }
      run.turn()
          .call("view", Map.of("path", "taxi/fare.py", "from", range[0], "to", range[1]))
          .returns(view.toString());
    }

    run.verdict().silent();
  }

  /**
   * Expected at call 2 to 5. Of three lines only two are long enough to be known again in a view.
   */
  @Test
  void appendsTheSameLinesAgain() {
    for (int i = 0; i < 7; i++) {
      int end = 14 + 3 * i;
      run.turn()
          .call(
              "insert_lines",
              Map.of("path", "app.js", "text", "app.get('/ping', (q, r) => {\n  r.end('ok')\n})"))
          .returns(
              """
              Inserted 3 lines. The file has %d lines now; its end:
              %d: app.get('/ping', (q, r) => {
              %d:   r.end('ok')
              %d: })
              """
                  .formatted(end, end - 2, end - 1, end));
    }

    run.verdict().silent();
  }
}
