package com.acme.shapes.foreignids;

import java.util.Objects;

/** An answer, kept under the account that is billed for it. */
public record ToolAnswer(String accountId, String text) {
  public ToolAnswer {
    Objects.requireNonNull(accountId);
  }
}
