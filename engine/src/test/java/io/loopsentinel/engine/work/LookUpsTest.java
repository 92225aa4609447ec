package io.loopsentinel.engine.work;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Questions that are asked of data, search engines and people. */
class LookUpsTest {

  private final Conversation run = new Conversation();

  @Test
  void looksUpTenEmployeesOneByOne() {
    String[] names = {
      "Adler", "Bauer", "Curtis", "Doyle", "Evans", "Fiala", "Gomez", "Hansen", "Ito", "Jonker"
    };
    for (int i = 0; i < names.length; i++) {
      run.turn()
          .call("get_employee", Map.of("id", 300 + i))
          .returns(
              """
              <employee><id>%d</id><name>%s</name><department>Sales</department>
              <country>NL</country><leave_days>%d</leave_days></employee>
              """
                  .formatted(300 + i, names[i], 20 + i % 4));
    }

    run.verdict().silent();
  }

  @Test
  void asksManyHostsOfWhichAlmostAllAreWell() {
    for (int host = 1; host <= 9; host++) {
      run.turn()
          .call("check_host", Map.of("host", "edge-0" + host))
          .returns(host == 6 ? "degraded: disk 97 % full" : "healthy");
    }

    run.verdict().silent();
  }

  /** Each is warned about, because the answers are long; none is the same question again. */
  @Test
  void asksManyHostsThatAllGiveTheSameLongAnswer() {
    for (int host = 1; host <= 14; host++) {
      run.turn()
          .call("run_on", Map.of("host", "edge-" + host + "x", "command", "timedatectl show"))
          .returns("Timezone=UTC\nLocalRTC=yes\nCanNTP=yes\nNTP=yes\nNTPSynchronized=yes");
    }

    run.verdict().foundBetween(3, 5).warnedAtMost();
  }

  /** A number may be another place in the same thing. */
  @Test
  void readsFromOffsetsThatHaveNoEffect() {
    for (int offset = 0; offset < 900; offset += 100) {
      run.turn()
          .call("read_from", Map.of("path", "notes/trip.md", "offset", offset))
          .returns("# Trip\nMonday: Bern\nTuesday: Thun\nFriday: Brig\nSunday: home");
    }

    run.verdict().foundBetween(3, 5).stopsAt(7);
  }

  @Test
  void asksInManyWordsAndGetsTheSameList() {
    List<String> questions =
        List.of("gold price", "why gold rises", "price of gold", "gold rally", "gold market today");
    for (String question : questions) {
      run.turn()
          .call("recall", Map.of("query", question))
          .returns("[{\"id\":3,\"memory\":\"Likes tea\"},{\"id\":8,\"memory\":\"Has a dog\"}]");
    }

    run.verdict().foundBetween(3, 4).warnedAtMost();
  }

  @Test
  void asksTheSameAboutManyThings() {
    List<String> regions =
        List.of(
            "AT", "BE", "CH", "CZ", "DE", "DK", "ES", "FI", "FR", "IT", "NL", "NO", "PL", "PT",
            "SE");
    for (String region : regions) {
      String sql = "SELECT count(*) AS late FROM orders o JOIN customers c ON c.id = o.customer_id";
      run.turn()
          .call("query", Map.of("sql", sql + " WHERE c.region = '" + region + "' AND late = 1"))
          .returns("{\"rows\": [[" + (region.equals("DE") ? 4 : 0) + "]]}");
    }
    for (String region : regions) {
      run.turn()
          .call("get_stock", Map.of("warehouse", "north", "unit", "piece", "sku", "A-" + region))
          .returns("{\"in_stock\": false, \"qty\": 0, \"backorder\": false}");
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void asksTheUserOneQuestionAfterTheOther() {
    String[][] interview = {
      {"Do you own the flat?", "yes"},
      {"Is it your main residence?", "yes"},
      {"Was it built before 1990?", "yes"},
      {"Is there a cellar?", "yes"},
      {"Has water damage been reported in the last five years?", "no"},
      {"Do you want glass to be covered as well?", "yes"},
      {"May we send the offer by mail?", "yes"}
    };
    for (String[] question : interview) {
      run.turn().call("ask_user", Map.of("question", question[0])).returns(question[1]);
    }

    run.verdict().silent();
  }

  @Test
  void asksForTheSameThingAgainAndAgain() {
    run.turn("Where is the nearest branch?")
        .call("find_branches", Map.of("postcode", "3511"))
        .returns(
            Results.content("Utrecht, Lange Nieuwstraat (0.4 km); Utrecht, Biltstraat (1.1 km)"));
    for (int i = 0; i < 8; i++) {
      run.turn("I need the opening hours.")
          .call("get_branch", Map.of("city", "Utrecht", "street", "Lange Nieuwstraat"))
          .returns(
              Results.content(
                  "Branch Utrecht: pharmacy and post office. Opening hours: see door."));
    }
    run.turn("I take the other one.")
        .call("get_branch", Map.of("city", "Utrecht", "street", "Biltstraat"))
        .returns(Results.content("Branch Utrecht: post office. Opening hours: 9 to 18."));

    run.verdict().foundBetween(3, 5).neverStops(1).neverStops(9);
  }

  @Test
  void getsTheSameAnswerWithAnotherTimeEachTime() {
    for (int i = 0; i < 8; i++) {
      run.turn()
          .call("GET", Map.of("path", "/v1/stock/4006381333931"))
          .returns(
              "{\"request_id\":\"7d1c0a%d2-51c9-4f0e-9d5b-0a4b6c2e8f1%d\",\"time\":\"2024-04-02T08:15:%d7.31%dZ\",\"ean\":\"4006381333931\",\"stock\":0}"
                  .formatted(i, i, i % 6, i));
    }

    run.verdict().foundBetween(2, 5);
  }

  @Test
  void getsTheHeadOfATableWithoutRowsEachTime() {
    for (String filter : List.of("Kline", "name=Kline", "kline", "K*", "buyer=Kline", "Kline 26")) {
      run.turn().call("export", Map.of("filter", filter)).returns("id,customer,amount\n");
    }

    run.verdict().foundBetween(3, 3);
  }

  @Test
  void alternatesBetweenTwoQuestions() {
    for (int i = 0; i < 6; i++) {
      run.turn("What is in the basket?")
          .call("get_basket", Map.of("session", "s-19"))
          .returns("{\"items\":[],\"total\":0}");
      run.turn("And which vouchers are there?")
          .call("list_vouchers", Map.of("customer", 8812))
          .returns("{\"vouchers\":[{\"code\":\"MAY5\",\"needs\":\"a basket of at least 50\"}]}");
    }

    run.verdict().foundBetween(4, 8);
  }

  @Test
  void goesThroughTheSameThreeQuestions() {
    for (int i = 0; i < 5; i++) {
      run.turn()
          .call("weather", Map.of("place", "Tromso", "day", "Saturday"))
          .returns("snow, -4 C, wind 9 m/s");
      run.turn()
          .call("ferries", Map.of("from", "Tromso", "to", "Harstad", "day", "Saturday"))
          .returns("no departures with wind above 8 m/s");
      run.turn()
          .call("buses", Map.of("from", "Tromso", "to", "Harstad", "day", "Saturday"))
          .returns("sold out");
    }

    run.verdict().foundBetween(6, 11);
  }

  @Test
  void searchesAnEngineThatAlwaysGivesTheSamePage() {
    String[] queries = {
      "height of the Kolm tower", "Kolm tower metres", "how tall is the tower of Kolm",
      "Kolm radio mast height", "tower Kolm built when", "Kolm tower wikipedia",
      "tallest structures Kolm", "Kolm television tower data sheet"
    };
    for (String query : queries) {
      run.turn("I search for: " + query)
          .call("web_search", Map.of("q", query))
          .returns(
              """
              1. Kolm Hotels from 49 a night - book now and pay later. Best price for all hotels in Kolm.
              2. Cheap flights to Kolm. Compare 400 airlines and agencies in one search, without fees.
              3. Things to do in Kolm this weekend: markets, museums, guided walks and much more.
              """);
    }

    run.verdict().foundBetween(2, 6).neverStops(3);
  }

  @Test
  void toursToolsThatEachTellWhatWasKnown() {
    run.turn("I look at the order.")
        .call("get_order", Map.of("id", "A-771"))
        .returns("{\"id\":\"A-771\",\"customer\":\"C-9\",\"state\":\"lost\"}");
    run.turn()
        .call("get_customer", Map.of("id", "C-9"))
        .returns("{\"id\":\"C-9\",\"name\":\"Vera Lind\",\"tier\":\"gold\"}");
    run.turn()
        .call("get_policy", Map.of("topic", "lost parcels"))
        .returns("Lost parcels are replaced once the carrier has confirmed the loss.");
    run.turn()
        .call("track", Map.of("parcel", "P-3"))
        .returns("{\"parcel\":\"P-3\",\"carrier\":\"silent since 3 May\"}");
    String[][] known = {
      {"get_customer", "C-9", "{\"id\":\"C-9\",\"name\":\"Vera Lind\",\"tier\":\"gold\"}"},
      {"get_order", "A-771", "{\"id\":\"A-771\",\"customer\":\"C-9\",\"state\":\"lost\"}"},
      {"track", "P-3", "{\"parcel\":\"P-3\",\"carrier\":\"silent since 3 May\"}"},
      {
        "get_policy",
        "lost parcels",
        "Lost parcels are replaced once the carrier has confirmed the loss."
      },
      {"get_order", "A-771", "{\"id\":\"A-771\",\"customer\":\"C-9\",\"state\":\"lost\"}"},
      {
        "get_policy",
        "lost parcels",
        "Lost parcels are replaced once the carrier has confirmed the loss."
      },
      {"get_customer", "C-9", "{\"id\":\"C-9\",\"name\":\"Vera Lind\",\"tier\":\"gold\"}"},
      {"track", "P-3", "{\"parcel\":\"P-3\",\"carrier\":\"silent since 3 May\"}"},
      {
        "get_policy",
        "lost parcels",
        "Lost parcels are replaced once the carrier has confirmed the loss."
      },
      {"get_customer", "C-9", "{\"id\":\"C-9\",\"name\":\"Vera Lind\",\"tier\":\"gold\"}"},
      {"track", "P-3", "{\"parcel\":\"P-3\",\"carrier\":\"silent since 3 May\"}"},
      {"get_order", "A-771", "{\"id\":\"A-771\",\"customer\":\"C-9\",\"state\":\"lost\"}"},
      {"get_customer", "C-9", "{\"id\":\"C-9\",\"name\":\"Vera Lind\",\"tier\":\"gold\"}"},
      {
        "get_policy",
        "lost parcels",
        "Lost parcels are replaced once the carrier has confirmed the loss."
      }
    };
    for (String[] call : known) {
      String argument =
          switch (call[0]) {
            case "track" -> "parcel";
            case "get_policy" -> "topic";
            default -> "id";
          };
      run.turn().call(call[0], Map.of(argument, call[1])).returns(call[2]);
    }

    run.verdict().foundBetween(6, 16).neverStops(4).neverStops(5);
  }
}
