package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the vectors in {@code normalised.json} cannot say: other types, the words, the bounds. */
class NormalisationTest {

  private enum Mode {
    READ_ONLY
  }

  record Find(String path, int limit, String reason) {}

  private static final IdentityRule EVERYTHING =
      IdentityRule.of(
          List.of(),
          List.of(),
          new Normalisation(
              EnumSet.allOf(TextNormaliser.class), true, Map.of("limit", 10, "all", false)));

  @Test
  void aRecordIsComparedAsItsJsonIs() {
    assertThat(CanonicalJson.of(new Find("./Src//a/", 10, "to find it"), EVERYTHING))
        .isEqualTo(CanonicalJson.of("{\"path\":\"Src/a\"}", EVERYTHING))
        .isEqualTo("{\"path\":\"Src/a\"}");
  }

  @Test
  void aConstantIsComparedAsItsNameInAnyCase() {
    assertThat(CanonicalJson.of(Map.of("mode", Mode.READ_ONLY), EVERYTHING))
        .isEqualTo(CanonicalJson.of(Map.of("mode", "read_only"), EVERYTHING));
  }

  @Test
  void aConstantAsAKeyIsAName() {
    Map<Mode, Integer> byMode = new EnumMap<>(Map.of(Mode.READ_ONLY, 1));

    assertThat(CanonicalJson.of(byMode, EVERYTHING)).isEqualTo("{\"READ_ONLY\":1}");
  }

  @Test
  void setsAreInTheOrderOfWhatIsCompared() {
    Set<String> one = new LinkedHashSet<>(List.of("A", "b"));
    Set<String> other = new LinkedHashSet<>(List.of("a", "B"));

    assertThat(CanonicalJson.of(Map.of("tags", one), EVERYTHING))
        .isEqualTo(CanonicalJson.of(Map.of("tags", other), EVERYTHING))
        .isEqualTo("{\"tags\":[\"a\",\"b\"]}");
  }

  @Test
  void theWordsAreThoseOfTheArgumentsThatAreCompared() {
    Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());
    String arguments = "{\"command\":\"ls  -la\",\"limit\":10,\"reason\":\"to look around\"}";

    assertThat(fingerprinter.identify("bash", arguments, EVERYTHING).values())
        .containsExactly("ls -la");
  }

  @Test
  void caseIsTheSameInAllLanguages() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr"));
    try {
      assertThat(TextNormaliser.CASE.apply("TITLE")).isEqualTo("title");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @EnumSource(TextNormaliser.class)
  void appliedOnceMoreNoneChangesAnything(TextNormaliser normaliser) {
    for (String text : TEXTS) {
      String once = normaliser.apply(text);

      assertThat(normaliser.apply(once)).as(text).isEqualTo(once);
      assertThat(EVERYTHING.normalisation().apply(EVERYTHING.normalisation().apply(text)))
          .as(text)
          .isEqualTo(EVERYTHING.normalisation().apply(text));
    }
  }

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "/",
          "//",
          "///",
          "./.",
          "../..",
          " ./A/ ",
          "a/../../B",
          "/../x/..",
          "a\r\n\r\n b",
          "HTTP://A/",
          "$HOME/../a",
          "\u0130",
          "\u0130".repeat(40),
          "A-B_1",
          "a/.. /b",
          "*/..",
          "a//");

  @ParameterizedTest
  @ValueSource(strings = {" ", "/", "../", "a/", "\r\n", "A"})
  void textThatIsTooLongToBeWrittenIsLeftAsItIs(String part) {
    String longest = part.repeat(CanonicalJson.MAX_CHARACTERS / part.length());
    String longer = longest + "   ";

    assertThat(EVERYTHING.normalisation().apply(longest).length())
        .isLessThanOrEqualTo(longest.length());
    assertThat(EVERYTHING.normalisation().apply(longer)).isSameAs(longer);
  }

  @Test
  void aDefaultThatIsTooLargeToBeWrittenCountsNoFurther() {
    int[] many = new int[150_000];
    Arrays.fill(many, 7);
    IdentityRule rule =
        IdentityRule.of(
            List.of(), List.of(), new Normalisation(Set.of(), false, Map.of("many", many)));

    assertThat(CanonicalJson.of(Map.of("many", many, "a", 1), rule)).isEqualTo("{\"a\":1}");
    assertThat(CanonicalJson.of(Map.of("many", new int[0], "a", 1), rule))
        .isEqualTo("{\"a\":1,\"many\":[]}");
  }

  @Test
  void withoutNormalisersEveryDifferenceCounts() {
    assertThat(IdentityRule.of(List.of(), List.of(), Normalisation.NONE))
        .isSameAs(IdentityRule.ALL_ARGUMENTS);
    assertThat(canonical("{\"path\":\"./A//b/\",\"reason\":\" x  y\"}"))
        .isEqualTo("{\"path\":\"./A//b/\",\"reason\":\" x  y\"}");
  }

  @Test
  void rulesAreEqualIfTheirNormalisersAre() {
    IdentityRule paths =
        IdentityRule.of(
            List.of("a"),
            List.of(),
            new Normalisation(Set.of(TextNormaliser.PATHS), false, Map.of()));

    assertThat(paths)
        .isEqualTo(
            IdentityRule.of(
                List.of("a"),
                List.of(),
                new Normalisation(EnumSet.of(TextNormaliser.PATHS), false, Map.of())))
        .isNotEqualTo(IdentityRule.of(List.of("a"), List.of(), Normalisation.NONE));
  }
}
