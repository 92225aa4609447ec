package io.loopsentinel.store.kit;

import java.util.List;

/** Names that stores must keep apart. */
final class Names {

  /** Returns different names, the longest with {@code max} characters. */
  static List<String> any(int max) {
    return List.of(
        "",
        " ",
        "a",
        "A",
        "a ",
        "a:b",
        "{a}",
        "a}b{c",
        "*",
        "a*",
        "[a-z]?",
        "../a",
        "a\\b",
        "'a' \"b\"; --",
        "%s $1 \\0",
        "a\0",
        "a\0b",
        "a\r\nb\t",
        "\u00e9",
        "e\u0301",
        "\ud83d\ude00",
        "\uffff\u0001",
        "x".repeat(max),
        "x".repeat(max - 1) + "y",
        "\u20ac".repeat(max),
        "\ud83d\ude00".repeat(max / 2));
  }

  private Names() {}
}
