package com.acme.shapes.pictures;

import java.util.List;

/** The message to the model about a call. */
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
