package io.loopsentinel.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {

  @Test
  void leavesAPlainNameAsItIs() {
    String name = "get_wetter_für_日本_🌧";

    assertThat(Printable.of(name, Printable.NAME)).isSameAs(name);
  }

  @Test
  void escapesWhatBreaksLinesOrDrivesATerminal() {
    assertThat(Printable.of("a\r\n\tb", 100)).isEqualTo("a\\r\\n\\tb");
    assertThat(Printable.of("\u001b[31mred\u0007", 100)).isEqualTo("\\u001b[31mred\\u0007");
    assertThat(Printable.of("\u0085\u2028\u2029", 100)).isEqualTo("\\u0085\\u2028\\u2029");
  }

  @Test
  void escapesWhatHidesOrTurnsText() {
    assertThat(Printable.of("safe\u202efdp.exe\u200b", 100)).isEqualTo("safe\\u202efdp.exe\\u200b");
    assertThat(Printable.of("half \ud83c", 100)).isEqualTo("half \\ud83c");
  }

  @Test
  void escapesWhatIsShownAsNothing() {
    assertThat(Printable.of("a\ufe00b\ufe0f", 100)).isEqualTo("a\\ufe00b\\ufe0f");
    assertThat(Printable.of("a" + Character.toString(0xE0100), 100)).isEqualTo("a\\udb40\\udd00");
    assertThat(Printable.of("\u00ad\u034f\u115f\u1160\u17b4\u180b\u180e", 100))
        .isEqualTo("\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u180b\\u180e");
    assertThat(Printable.of("\u2060\u2064\u2065\u3164\uffa0\ufff0\ufdd0\ue000", 100))
        .isEqualTo("\\u2060\\u2064\\u2065\\u3164\\uffa0\\ufff0\\ufdd0\\ue000");
  }

  @Test
  void leavesWordsOfAllScriptsAndEmojiOfLaterVersionsAsTheyAre() {
    String text =
        "cafe\u0301 हिन्दी ภาษาไทย עִבְרִית العَرَبِيَّة 한국어 " + Character.toString(0x1FAE9);

    assertThat(Printable.of(text, 100)).isSameAs(text);
  }

  @Test
  void cutsALongTextAndSaysSo() {
    assertThat(Printable.of("x".repeat(1_000_000), 100)).isEqualTo("x".repeat(100) + "...");
    assertThat(Printable.of("x".repeat(100), 100)).isEqualTo("x".repeat(100));
  }

  @Test
  void keepsATextWithinALengthEscapesIncluded() {
    assertThat(Printable.within("search", 6)).isEqualTo("search");
    assertThat(Printable.within("search_web", 8)).isEqualTo("searc...");
    assertThat(Printable.within("\u001b".repeat(100), 20)).hasSize(20).endsWith("...");
    assertThat(Printable.within("abc🌧defg", 7)).isEqualTo("abc...");
  }

  @Test
  void doesNotCutACharacterInHalf() {
    assertThat(Printable.of("ab🌧cd", 3)).isEqualTo("ab...");
    assertThat(Printable.of("ab🌧cd", 4)).isEqualTo("ab🌧...");
  }
}
