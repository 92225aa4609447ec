package io.loopsentinel.engine.work;

import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.detect.SimilarTurnsDetector;
import io.loopsentinel.engine.meaning.Meaning;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls and turns in other words, with a similarity to which all texts are close. */
class SameMeaningTest {

  private static final String NOTHING = "no matches found";

  private static final String[] LATE = {
    "orders that are late",
    "overdue shipments",
    "deliveries behind schedule",
    "purchases that have yet to arrive",
    "delayed parcels of customers",
    "goods past their due date",
    "consignments running behind",
    "things people wait too long to receive",
    "unpunctual dispatches"
  };

  private static final SimilarMeaning ALL_CLOSE =
      new SimilarMeaning("close", text -> Meaning.read(text, (a, b) -> 0.9), 0.75);

  private static final EngineSettings SETTINGS =
      EngineSettings.DEFAULT.withDetectors(
          List.of(
              new SimilarCallsDetector.Settings(true, 0.85, 5, 3, 0, 5, ALL_CLOSE, null),
              new SimilarTurnsDetector.Settings(true, 0.85, 5, 3, 5, 50, ALL_CLOSE)));

  private final Conversation run = new Conversation(SETTINGS);

  @Test
  void warnsAboutOneQuestionInManyWordsBeforeItStopsIt() {
    for (String query : LATE) {
      run.turn().call("search", Map.of("query", query)).returns("Order list: none due.");
    }

    run.verdict().foundBetween(3, 3).stopsAt(6);
  }

  @Test
  void comparesAnswersThatSayMore() {
    String table = "id;customer;due\n".repeat(30);
    for (String query : LATE) {
      run.turn().call("search", Map.of("query", query)).returns(table);
    }

    run.verdict().foundBetween(3, 3);
  }

  @Test
  void treatsAllEmptyAnswersAsTheSame() {
    for (String query : LATE) {
      run.turn()
          .call("search", Map.of("query", query))
          .returns(query.length() % 2 == 0 ? NOTHING : "[]");
    }

    run.verdict().foundBetween(3, 3).stopsAt(6);
  }

  @Test
  void findsNothingIfNumbersDiffer() {
    for (int order = 1001; order < 1006; order++) {
      run.turn().call("search", Map.of("query", "order " + order + " status")).returns(NOTHING);
    }

    run.verdict().silent();
  }

  @Test
  void findsNothingIfNamesDiffer() {
    for (String city : List.of("Rome", "Oslo", "Bonn", "Riga")) {
      run.turn().call("search", Map.of("query", "hotels in " + city)).returns(NOTHING);
    }

    run.verdict().silent();
  }

  @Test
  void findsNothingIfOutcomesDiffer() {
    for (String query : LATE) {
      run.turn().call("search", Map.of("query", query)).returns("Found: " + query);
    }

    run.verdict().silent();
  }

  @Test
  void acknowledgedCallsAreNotCompared() {
    for (String note : LATE) {
      run.turn().call("add_note", Map.of("text", note)).returns("Note added.");
    }

    run.verdict().silent();
  }

  @Test
  void warnsAboutTurnsThatSayTheSame() {
    for (String text : List.of(LATE).subList(0, 5)) {
      run.turn(text);
    }
    run.call("search", Map.of("query", "something")).returns("a thing");

    run.verdict().foundBetween(0, 0).warnedAtMost();
  }
}
