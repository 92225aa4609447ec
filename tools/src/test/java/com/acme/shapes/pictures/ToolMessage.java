package com.acme.shapes.pictures;

import java.util.List;

/** What the model is shown of a call. */
public record ToolMessage(String callId, List<Picture> contents) {

  /** A picture, at an address. */
  public record Picture(String address, int width, int height) {
    public Picture {
      if (!address.startsWith("https://")) {
        throw new IllegalArgumentException("no address: " + address);
      }
    }
  }
}
