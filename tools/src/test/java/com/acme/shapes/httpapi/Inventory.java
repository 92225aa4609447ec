package com.acme.shapes.httpapi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks a shop until all that was ordered is there. */
public final class Inventory {

  private final ShopApi api = new ShopApi();

  public List<String> fill(List<String> articles) throws IOException {
    List<String> missing = new ArrayList<>();
    for (String article : articles) {
      ShopApi.ApiResult stock = api.execute("stock", Map.of("article", article));
      while (stock.outputCount() == 0 && !stock.isError()) {
        stock = api.execute("order", Map.of("article", article, "count", 1));
      }
      if (stock.isError()) {
        missing.add(stock.text());
      }
    }
    return missing;
  }
}
