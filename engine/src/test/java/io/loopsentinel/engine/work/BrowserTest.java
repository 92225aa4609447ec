package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages that are looked at and clicked on. */
class BrowserTest {

  private final Conversation run = new Conversation();

  @Test
  void fillsAFormFieldByField() {
    String[][] fields = {
      {"first name", "Mina"},
      {"last name", "Okafor"},
      {"street", "Quay 7"},
      {"postcode", "2511"},
      {"town", "The Hague"},
      {"telephone", "070 555 01"},
      {"mail", "mina@okafor.example"}
    };
    run.turn("I fill in the form.");
    for (String[] field : fields) {
      run.call("browser_type", Map.of("element", field[0], "text", field[1]))
          .returns(Results.content("Done."));
      run.turn();
    }
    run.call("browser_click", Map.of("element", "send"))
        .returns(Results.content("Page: Thank you, Mina. Your number is 60-1177."));

    run.verdict().silent();
  }

  @Test
  void clicksAgainWithFreshReferencesAfterThePageChanged() {
    for (int i = 0; i < 3; i++) {
      run.turn("I look at the page.")
          .call("browser_snapshot", Map.of())
          .returns(
              "- heading \"Seats\"\n- text \"%d seats left\"\n- button \"Row %d\" [ref=s%de4]"
                  .formatted(12 - i, 14 + i, i + 1));
      run.turn("Row " + (14 + i) + ".")
          .call("browser_click", Map.of("element", "Row " + (14 + i), "ref", "s" + (i + 1) + "e4"))
          .returns(
              i < 2
                  ? "Ref s%de4 not found. The page has changed, take a new snapshot."
                      .formatted(i + 1)
                  : "Clicked. Seat 16C is yours.");
    }

    run.verdict().silent();
  }

  @Test
  void clicksOnAFormThatStaysTheSameButForItsReferences() {
    for (int i = 0; i < 12; i++) {
      String page =
          "- heading \"Seats\" [ref=e%d]\n- textbox \"Name\" [ref=e%d]: Mina\n- button \"Book\" [ref=e%d]\n- text: Fill in all fields"
              .formatted(10 * i + 1, 10 * i + 2, 10 * i + 3);
      run.turn("I look at the page.").call("browser_snapshot", Map.of()).returns(page);
      run.turn("I book.")
          .call("browser_click", Map.of("element", "Book", "ref", "e" + (10 * i + 3)))
          .returns("Clicked. The page is now:\n" + page);
    }

    run.verdict().foundBetween(6, 10).neverStops(1);
  }

  @Test
  void clicksBesideAButtonThatDoesNothing() {
    run.turn("I open the shop.")
        .call("navigate", Map.of("url", "https://bikes.example"))
        .returns("Loaded https://bikes.example");
    run.turn()
        .call("screenshot", Map.of())
        .returns("[image 3fa9] Banner: We use cookies. Buttons: Accept all, Settings");
    int[][] places = {{412, 300}, {413, 300}, {412, 302}, {410, 301}, {415, 300}, {412, 300}};
    for (int[] place : places) {
      run.turn("I accept the cookies.")
          .call("left_click", Map.of("x", place[0], "y", place[1]))
          .returns("clicked");
      run.turn()
          .call("screenshot", Map.of())
          .returns("[image 3fa9] Banner: We use cookies. Buttons: Accept all, Settings");
    }
    run.turn("The keyboard may work.").call("press", Map.of("key", "Escape")).returns("pressed");
    run.turn()
        .call("screenshot", Map.of())
        .returns("[image c217] Bikes: city, tour, cargo. Basket (0)");

    run.verdict().foundBetween(5, 11).neverStops(0).neverStops(1).neverStops(14);
  }
}
