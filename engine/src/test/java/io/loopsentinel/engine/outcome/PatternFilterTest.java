package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which groups of short patterns a filter finds. */
class PatternFilterTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          error,            an error is here
          error,            An ERROR
          Fault,            SoapFault
          \\Wno\\W,         no flights
          \\Wno\\W,         there is no
          \\Wno\\W,         oui/no
          \\nfail,          FAILED
          \\d[nuµm]s\\W,    took 5µs
          \\x\\x\\x\\x\\-a,    id DEad-a
          [a-][_x],         - b
          """)
  void findsAPattern(String pattern, String line) {
    assertThat(groupsIn(line, "zzzzzzzz", pattern)).isEqualTo(0b10);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          error,            an eror is here
          Fault,            by default
          \\Wno\\W,         a note
          \\Wno\\W,         casino
          \\nfail,          it failed
          \\d\\d:\\d\\d,      1:23
          abc,              ''
          """)
  void findsNoOther(String pattern, String line) {
    assertThat(groupsIn(line, pattern)).isZero();
  }

  @Test
  void looksAtAPartOfATextOnly() {
    PatternFilter filter = filter("\\nabc\\n");

    assertThat(filter.groupsIn("xabcx", 1, 4)).isEqualTo(1);
    assertThat(filter.groupsIn("xabcx", 0, 5)).isZero();
    assertThat(filter.groupsIn("xabcx", 1, 3)).isZero();
  }

  @Test
  void isNeverWrongAboutWhatIsNotThere() {
    PatternFilter filter = filter("no at", "dog");

    assertThat(filter.groupsIn("not at all", 0, 10)).isEqualTo(0b01);
    assertThat(filter.groupsIn("nothing like a cat or a cow", 0, 27)).isEqualTo(0b01);
    assertThat(filter.groupsIn("do go", 0, 5)).isZero();
  }

  @Test
  void takesPatternsOfOneToEightCharacters() {
    assertThatThrownBy(() -> ShortPattern.of("123456789")).hasMessageContaining("123456789");
    assertThatThrownBy(() -> ShortPattern.of("")).isInstanceOf(IllegalArgumentException.class);
  }

  private static int groupsIn(String line, String... groups) {
    return filter(groups).groupsIn(line, 0, line.length());
  }

  private static PatternFilter filter(String... groups) {
    return new PatternFilter(
        Stream.of(groups)
            .map(group -> Stream.of(group.split(" ")).map(ShortPattern::of).toList())
            .toList());
  }
}
