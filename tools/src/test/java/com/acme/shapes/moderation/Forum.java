package com.acme.shapes.moderation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Shows what is not offensive; the model mostly says the same of all. */
public final class Forum {

  private final ModerationModel model = new ModerationModel();

  public List<String> publish(List<String> posts) throws IOException {
    List<String> shown = new ArrayList<>();
    for (String post : posts) {
      if (!model.call(List.of(post)).flagged()) {
        shown.add(post);
      }
    }
    return shown;
  }
}
