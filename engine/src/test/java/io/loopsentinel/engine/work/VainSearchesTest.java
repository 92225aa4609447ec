package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches that find nothing, in one tool or in several. */
class VainSearchesTest {

  private static final String[] WORDS = {
    "apples",
    "pears",
    "plums",
    "grapes",
    "cherries",
    "figs",
    "dates",
    "kiwis",
    "limes",
    "melons",
    "nuts",
    "oats",
    "peas",
    "rice"
  };

  private final Conversation run = new Conversation();

  @Test
  void differentQuestionsWithNothingFoundAreALoop() {
    for (String word : WORDS) {
      run.turn()
          .call("search_docs", Map.of("query", word))
          .returns("{\"results\": [], \"total\": 0}");
    }

    run.verdict().foundBetween(6, 6).stopsAt(11);
  }

  @Test
  void countsTheSearchesOfAllTools() {
    String[] tools = {"list_resources", "describe_trigger", "list_components"};
    for (int i = 0; i < WORDS.length; i++) {
      run.turn().call(tools[i % 3], Map.of("name", WORDS[i])).returns("[]");
    }

    run.verdict().foundBetween(6, 6);
  }

  @Test
  void toolsNamedAsProgramsThatLookSearch() {
    for (String word : WORDS) {
      run.turn().call("Grep", Map.of("pattern", word, "path", "src")).returns("");
    }

    run.verdict().foundBetween(6, 6).stopsAt(11);
  }

  @Test
  void commandsThatLookAndPrintNothingAreSearches() {
    for (String word : WORDS) {
      run.turn()
          .call("bash", Map.of("command", "cd /app && grep -r '" + word + "' . 2>/dev/null"))
          .returns("");
    }

    run.verdict().foundBetween(6, 6);
  }

  @Test
  void commandsOfGitThatLookAndPrintNothingAreSearches() {
    for (String word : WORDS) {
      run.turn().call("bash", Map.of("command", "git log --author=" + word)).returns("");
    }

    run.verdict().foundBetween(6, 6);
  }

  @Test
  void silentActsAreNoSearches() {
    run.turn().call("bash", Map.of("command", "ls")).returns("fruit.txt");
    for (String word : WORDS) {
      run.turn().call("bash", Map.of("command", "redis-cli set " + word + " 1")).returns("");
      run.turn().call("bash", Map.of("command", "git add log " + word)).returns("");
      run.turn().call("bash", Map.of("command", "grep " + word + " a > b")).returns("");
    }

    run.verdict().silent();
  }

  @Test
  void neverStopsALookUpOfOneItemAfterAnother() {
    for (String word : WORDS) {
      run.turn()
          .call("get_open_orders", Map.of("customer", "the " + word, "state", "open"))
          .returns("[]");
    }

    run.verdict().warnedAtMost().foundBetween(6, 6);
  }

  @Test
  void stopsALookUpOfOneThingInOtherWords() {
    for (int i = 0; i < WORDS.length; i++) {
      run.turn()
          .call("get_contact", Map.of("key", WORDS[i % 3] + ", " + WORDS[i]))
          .returns(i % 2 == 0 ? "undefined" : "{\"data\": {\"contact\": null}}");
    }

    run.verdict().foundBetween(6, 6).stopsAt(11);
  }

  @Test
  void neverStopsASearchWithAToolThatFoundSomething() {
    run.turn().call("search_docs", Map.of("query", "tea")).returns("tea.md: how to make tea");
    for (int i = 0; i < 10; i++) {
      run.turn().call("search_docs", Map.of("query", WORDS[i])).returns("[]");
    }

    run.verdict().warnedAtMost().foundBetween(7, 7);
  }

  @Test
  void countOnceForEachResponse() {
    for (String word : WORDS) {
      run.turn().call("search_docs", Map.of("query", word)).returns("[]");
      run.call("search_web", Map.of("query", word)).returns("No pages found.");
    }

    run.verdict().foundBetween(12, 13);
  }

  @Test
  void doNotCountBesideAnotherSearchOfTheResponseThatFindsSomething() {
    for (String word : WORDS) {
      run.turn().call("search_docs", Map.of("query", word)).returns("[]");
      run.call("search_web", Map.of("query", word)).returns("A page about " + word);
    }

    run.verdict().silent();
  }

  @Test
  void areNoAnswersThatSayMoreThanThatSomethingIsMissing() {
    for (String word : WORDS) {
      run.turn()
          .call("inspect_crate", Map.of("of", word))
          .returns(
              "The crate of "
                  + word
                  + " is whole, smells fresh, has no spots, and came on "
                  + "the morning boat with a seal of the grower.");
    }

    run.verdict().silent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Keine Ergebnisse gefunden.",
        "Aucun résultat pour « %s ».",
        "No se encontraron resultados.",
        "Nenhum resultado encontrado.",
        "Nessun risultato trovato.",
        "Geen resultaten gevonden.",
        "Brak wyników.",
        "Ничего не найдено.",
        "没有找到相关结果",
        "未找到与“%s”匹配的内容。",
        "該当する結果はありません。",
        "검색 결과가 없습니다.",
        "لا توجد نتائج",
        "Sin resultados",
        "Sonuç bulunamadı",
        "Không tìm thấy kết quả",
        "I couldn't find anything about %s.",
        "Found 0 files",
      })
  void findNothingInAnyLanguage(String nothing) {
    areVain(nothing);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"query\": \"%s\", \"count\": 0, \"results\": []}",
        "{\"data\": [], \"page\": 1, \"per_page\": 20, \"total\": 0}",
        "{\"success\": true, \"results\": []}",
        "{\"message\": \"No records for %s\", \"items\": []}",
        "{\"type\": \"FeatureCollection\", \"features\": []}",
        "{\"columns\": [\"id\", \"name\"], \"rows\": []}",
        "{\"took\": 3, \"timed_out\": false, \"_shards\": {\"total\": 5, \"failed\": 0},"
            + " \"hits\": {\"total\": {\"value\": 0, \"relation\": \"eq\"}, \"hits\": []}}",
        "<results count=\"0\"></results>",
        "<search query=\"%s\" total=\"0\"/>",
      })
  void findNothingInDataThatOnlySaysWhatWasAsked(String nothing) {
    areVain(nothing);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "No issues found.",
        "No known vulnerabilities",
        "Found 0 errors in 1 file",
        "{\"errors\": []}",
        "{\"violations\": [], \"count\": 0}",
        "{\"success\": true, \"errors\": [], \"messages\": [], \"result\": null}",
        "{\"ok\": true, \"result\": []}",
        "{\"status\": \"ok\", \"data\": []}",
      })
  void areNoChecksThatFindNoFaultAndNoActs(String answer) {
    for (String word : WORDS) {
      run.turn().call("process", Map.of("item", word)).returns(answer);
    }

    run.verdict().silent();
  }

  @Test
  void findNothingInAnyForm() {
    String[] nothing = {"0 hits in 1,204 files", "<references/>", "[]", "<items></items>"};
    for (int i = 0; i < WORDS.length; i++) {
      run.turn().call("search_" + i % 4, Map.of("of", WORDS[i])).returns(nothing[i % 4]);
    }

    run.verdict().foundBetween(6, 6);
  }

  /** Searches for each word, and finds nothing. */
  private void areVain(String nothing) {
    for (String word : WORDS) {
      run.turn().call("search_docs", Map.of("query", word)).returns(nothing.formatted(word));
    }

    run.verdict().foundBetween(6, 6).stopsAt(11);
  }
}
