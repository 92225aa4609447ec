package com.acme.shapes.images;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Makes five pictures of one thing, of which one is chosen. */
public final class Illustrator {

  private final ImageModel model = new ImageModel();

  public List<String> draw(String thing) throws IOException {
    List<String> urls = new ArrayList<>();
    while (urls.size() < 5) {
      urls.add(model.generate(List.of("a picture of", thing)).url());
    }
    return urls;
  }
}
