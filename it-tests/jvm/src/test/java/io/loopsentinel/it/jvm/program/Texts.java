package io.loopsentinel.it.jvm.program;

/** What a model and the users of an application write. */
enum Texts {
  /** Names as people give them, and values that can be told apart. */
  MARKED {
    @Override
    String name(String plain) {
      return plain;
    }

    @Override
    String value(Marker marker) {
      return marker.text();
    }
  },
  /** Names and values that would forge lines, drive a terminal or fill a disk. */
  HOSTILE {
    @Override
    String name(String plain) {
      return plain + ATTACK;
    }

    @Override
    String value(Marker marker) {
      return marker.text() + ATTACK;
    }
  };

  /** An escape sequence, line breaks of all kinds, a lone surrogate, mark-up, and a megabyte. */
  private static final String ATTACK =
      " \u001b[31m\u009b2J\b\u007f\0\t\r\n[loop-sentinel] forged\n{\"forged\":1}\u0085\u2028\u2029"
          + "\u202e\u200f\ufeff\ufe0f\udb40\udd00\u115f\u3164\ud800 \udc00 ${jndi:x} \"'\\ <@U1> @everyone [x](http://x) "
          + "x".repeat(100_000);

  /** Returns the name of a tool, session or model that begins with another one. */
  abstract String name(String plain);

  /** Returns such a name that is not too long to be kept as it is. */
  String shortName(String plain) {
    String name = name(plain);
    return name.substring(0, Math.min(name.length(), 100));
  }

  abstract String value(Marker marker);
}
