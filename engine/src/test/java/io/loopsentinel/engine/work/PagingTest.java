package io.loopsentinel.engine.work;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Long lists and pages that are read part by part. */
class PagingTest {

  private final Conversation run = new Conversation();

  @Test
  void pagesThroughOrdersByOffset() {
    String[] customers = {
      "Abel", "Brandt", "Cordes", "Dietz", "Ebert", "Falk", "Gruber", "Hahn", "Ihde", "Jansen"
    };
    for (int page = 0; page < customers.length; page++) {
      run.turn()
          .call("list_orders", Map.of("status", "unpaid", "limit", 2, "offset", page * 2))
          .returns(
              """
              {"total":20,"orders":[
              {"id":%d,"customer":"%s","amount":%d.50,"status":"unpaid"},
              {"id":%d,"customer":"%s & Co","amount":%d.00,"status":"unpaid"}]}
              """
                  .formatted(
                      4100 + 7 * page,
                      customers[page],
                      120 + 13 * page,
                      4103 + 7 * page,
                      customers[page],
                      80 + 31 * page));
    }

    run.verdict().silent();
  }

  @Test
  void scrollsDownALongPage() {
    run.turn("I open the terms of carriage.")
        .call("browser_open", Map.of("url", "https://rail.example/terms"))
        .returns("[page 1 of 8]\n1. Scope. These terms hold for all journeys inside the network.");
    List<String> sections =
        List.of(
            "2. Tickets. A ticket is valid for the train it names, or any where it names none.",
            "3. Seats. A reserved seat is kept for fifteen minutes after departure.",
            "4. Luggage. Two pieces and a folding bicycle travel free of charge.",
            "5. Animals. Small ones in a cage travel free, dogs at half the fare.",
            "6. Delays. From sixty minutes on a quarter of the fare is paid back.",
            "7. Cancelled trains. The whole fare is paid back, or the next train may be used.",
            "8. Complaints. Within three months, in writing or by the form.");
    for (int i = 0; i < sections.size(); i++) {
      run.turn("Further down.")
          .call("browser_scroll", Map.of("direction", "down"))
          .returns("[page %d of 8]\n%s".formatted(i + 2, sections.get(i)));
    }

    run.verdict().silent();
  }

  @Test
  void followsTheCursorsOfAnInterface() {
    String[] cursors = {"", "bz0xMA", "bz0yMA", "bz0zMA", "bz00MA", "bz01MA"};
    String[] authors = {"mkl", "tess", "ruben", "anouk", "jp", "ida"};
    for (int i = 0; i < cursors.length; i++) {
      boolean last = i == cursors.length - 1;
      run.turn()
          .call(
              "http_get",
              Map.of("url", "https://api.example/v2/comments?issue=88&cursor=" + cursors[i]))
          .returns(
              Results.content(
                  "{\"items\":[{\"author\":\"%s\",\"text\":\"%s\"}],\"next\":%s}"
                      .formatted(
                          authors[i],
                          last ? "closing, fixed by the patch above" : "I see it too, on 4." + i,
                          last ? "null" : "\"" + cursors[i + 1] + "\"")));
    }

    run.verdict().silent();
  }

  @Test
  void goesOnBeyondTheLastPage() {
    for (int page = 1; page <= 12; page++) {
      run.turn("There may be more on the next page.")
          .call("search_products", Map.of("query", "garden chair", "page", page))
          .returns(
              page <= 3
                  ? "Page %d: chair Lund %d EUR, chair Oslo %d EUR, chair Bergen %d EUR"
                      .formatted(page, 30 + page, 45 + 2 * page, 60 + 3 * page)
                  : "No products found.");
    }

    run.verdict().foundBetween(5, 10).neverStops(1).neverStops(2);
  }

  @Test
  void asksForFurtherPagesOfAToolThatIgnoresThem() {
    String page =
        """
        <result count="3">
          <hit id="a17">Lease agreement, Harbour Street 4, signed 2019, tenant: Rowan Ltd, deposit paid</hit>
          <hit id="b02">Lease agreement, Harbour Street 6, signed 2021, tenant: Quill GmbH, no deposit</hit>
          <hit id="c44">Addendum to a17: parking space 12 is let for 40 a month until further notice</hit>
        </result>
        """;
    for (int i = 0; i < 9; i++) {
      run.turn("I need the other contracts; page " + (i + 1) + ".")
          .call("find_documents", Map.of("folder", "leases", "page_number", i + 1))
          .returns(page);
    }

    run.verdict().foundBetween(2, 6);
  }

  @Test
  void scrollsUpAndDownBetweenTheSameTwoViews() {
    for (int i = 0; i < 7; i++) {
      run.turn("The price should be above.")
          .call("scroll", Map.of("by", -600))
          .returns("[top] Room Alster, 2 beds, breakfast on request. Pictures 1 to 4.");
      run.turn("The price should be below.")
          .call("scroll", Map.of("by", 600))
          .returns("[bottom] House rules: quiet after ten. No pets. Prices are not shown online.");
    }

    run.verdict().foundBetween(4, 10);
  }
}
