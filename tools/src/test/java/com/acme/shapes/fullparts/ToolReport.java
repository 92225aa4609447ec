package com.acme.shapes.fullparts;

import java.util.List;
import java.util.Objects;

/** What the model is told, with the sections that it is made of. */
public record ToolReport(Sections sections, String text) {

  /** Sections, of which there is one at least. */
  public record Sections(List<String> all) {
    public Sections {
      if (all.isEmpty()) {
        throw new IllegalArgumentException("a report has a section");
      }
    }
  }

  public ToolReport {
    Objects.requireNonNull(sections);
  }
}
