package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When calls with different arguments had the same answer. */
class StagnationKeyTest {

  private final Outcomes reader = new Outcomes();

  @Test
  void answersThatFindNothingAreOneWhateverTheyName() {
    Outcome one = search("Parser", "No matches found for \"Parser\" in /src/main");
    Outcome other = search("Lexer", "No matches found for \"Lexer\" in /lib");

    assertThat(one.stagnationKey()).isEqualTo(other.stagnationKey());
    assertThat(one.normalisedKey()).isNotEqualTo(other.normalisedKey());
  }

  @Test
  void answersThatRepeatTheQuestionUnquotedAreOne() {
    Outcome one = search("de.acme.Parser", "nothing known about de.acme.Parser (page 1)");
    Outcome other = search("de.acme.Lexer", "nothing known about de.acme.Lexer (page 1)");

    assertThat(one.stagnationKey()).isEqualTo(other.stagnationKey());
  }

  @Test
  void anAnswerInQuotesIsReadLikeOneWithout() {
    Outcome quoted = search("Parser", "\"nothing known about that\"");
    Outcome plain = search("Parser", "nothing known about that");

    assertThat(quoted.negative()).isTrue();
    assertThat(quoted.stagnationKey()).isEqualTo(plain.stagnationKey());
  }

  @Test
  void answersThatFindSomethingKeepWhatTheyName() {
    Outcome one = search("Parser", "1 match for \"Parser\" in /src/main");
    Outcome other = search("Lexer", "1 match for \"Lexer\" in /lib");

    assertThat(one.stagnationKey()).isNotEqualTo(other.stagnationKey());
  }

  @Test
  void aLongAnswerKeepsWhatItNames() {
    String page = "\nnot one of these lines is short of words".repeat(20);

    Outcome one = search("Parser", "'Parser'" + page);
    Outcome other = search("Lexer", "'Lexer'" + page);

    assertThat(one.stagnationKey()).isNotEqualTo(other.stagnationKey());
  }

  @Test
  void onlyALongAnswerIsSubstantial() {
    assertThat(search("a", "x".repeat(199)).substantial()).isFalse();
    assertThat(search("a", "x".repeat(200)).substantial()).isTrue();
    assertThat(search("a", "x\n".repeat(3) + "x").substantial()).isFalse();
    assertThat(search("a", "x\n".repeat(4) + "x").substantial()).isTrue();
  }

  @Test
  void emptyDataIsTheSameAnswerInAnyForm() {
    Outcome nothing = search("Meyer", "[]");

    for (Object empty :
        List.of(
            "{\"items\": [], \"total\": 0}",
            "{\"requestId\": \"be54014c2b54\", \"took_ms\": 12, \"items\": [], \"more\": false}",
            "{\"attributions\": [], \"results\": [], \"status\": \"OK\"}",
            "{\"results\": [], \"status\": \"ZERO_RESULTS\"}",
            "{\"code\": 200, \"data\": {\"list\": [], \"total\": 0}, \"msg\": \"success\"}",
            List.of(),
            new Object[0],
            Map.of("hits", List.of(), "total", 0))) {
      assertThat(reader.read(Map.of("query", "Meyer"), empty).stagnationKey())
          .as(empty.toString())
          .isEqualTo(nothing.stagnationKey());
    }
    assertThat(reader.read(Map.of(), Optional.empty()).negative()).isTrue();
    assertThat(search("Meyer", "null").negative()).isFalse();
    assertThat(search("Meyer", "{}").negative()).isFalse();
    assertThat(search("Meyer", "{\"items\": [1], \"total\": 0}").negative()).isFalse();
    assertThat(search("Meyer", "{\"id\": \"A-1\", \"items\": []}").negative()).isFalse();
  }

  @Test
  void theMessageOfAnEnvelopeIsReadLikeAPlainOne() {
    Outcome plain = search("Meyer", "Nobody has that name, so no customer");

    Outcome wrapped =
        search(
            "Meyer",
            "{\"code\": 0, \"data\": null, \"msg\": \"Nobody has that name, so no customer\"}");

    assertThat(wrapped.negative()).isTrue();
    assertThat(wrapped.stagnationKey()).isEqualTo(plain.stagnationKey());
    assertThat(search("Meyer", "{\"code\": 0, \"data\": {}, \"msg\": \"ok\"}").negative())
        .isFalse();
    assertThat(search("Meyer", "{\"code\": 7, \"msg\": \"No\", \"city\": \"Bern\"}").negative())
        .isFalse();
  }

  @Test
  void aRecordWithAnotherIdOfItsOwnIsAnotherAnswer() {
    String record = "{\"id\": \"%s\", \"type\": \"text\", \"size\": 3}";
    Outcome one = search("a", record.formatted("550e8400-e29b-41d4-a716-446655440000"));
    Outcome other = search("b", record.formatted("550e8400-e29b-41d4-a716-446655440001"));

    assertThat(one.stagnationKey()).isNotEqualTo(other.stagnationKey());
    assertThat(one.normalisedKey()).isEqualTo(other.normalisedKey());
    assertThat(one.negative()).isFalse();
  }

  @Test
  void theIdOfARequestMakesNoOtherAnswer() {
    String record = "{\"request_id\": \"%s\", \"type\": \"text\", \"size\": 3}";

    assertThat(search("a", record.formatted("550e8400e29b41d4")).stagnationKey())
        .isEqualTo(search("b", record.formatted("550e8400e29b41d5")).stagnationKey());
  }

  private Outcome search(String query, String answer) {
    return reader.read(Map.of("query", query), answer);
  }
}
