package io.loopsentinel.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.settings.Glob;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What was compiled is what the YAML says. */
class ShippedTargetsTest {

  /** All keys, and texts whose characters stand elsewhere in the file than in the value. */
  private static final String ACME =
      """
      profile: acme
      description: Acme Agents 2 and newer
      targets:
        - name: acme-tool
          kind: tool
          type: com.acme.Tools$Registry
          subtypes: true
          packages: [com.acme, org.acme.tools]
          method: call*
          parameters: [java.lang.String, 'int[]', com.acme.Request]
          returns: com.acme.Response
          field: context
          tool: 'arg0'
          args: "arg2[0].text"
          session: 'arg0[''it''].key'
          ignore_values: [none, default, äöü]
          unless: arg1.known
          result: message
          output: return.text
          failed: return.failed
        - name: acme-annotated
          kind: tool
          annotated_with: com.acme.ToolMethod
          packages: [com.acme]
          method: '*'
          tool: method.name
          parameters: []
        - name: acme-turn
          kind: turn
          type: com.acme.Model
          method: ask
          text: >-
            return
              .text
          input_tokens: return.usage.in
          output_tokens: return.usage.out
          inject: {arg1: message}
        - {name: acme-run, kind: run, type: com.acme.Assistant, method: run, session: arg0, reset: false}
      """;

  private static final RecursiveComparisonConfiguration AS_READ =
      RecursiveComparisonConfiguration.builder()
          .withEqualsForType(Glob::equals, Glob.class)
          // What only those need that are parsed later.
          .withIgnoredFieldsMatchingRegexes(".*readings\\..*\\.(reading|kind)")
          .withStrictTypeChecking(false)
          .build();

  static List<String> profiles() {
    return Profiles.shipped().names();
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void holdTheTargetsOfEachProfileAsItsYamlHasThem(String profile) {
    // given
    SentinelConfig only = config("profiles: [" + profile + "]");

    // when
    List<TargetSpec> compiled = ShippedTargets.open().targets(only);

    // then
    assertSame(compiled, Profiles.shipped().read(profile));
  }

  @Test
  void holdAllProfilesInTheirOrder() {
    ShippedTargets shipped = ShippedTargets.open();
    SentinelConfig own =
        config("targets: [{name: own, kind: run, type: a.B, method: c}], profiles: auto");

    assertThat(shipped.names()).isEqualTo(Profiles.shipped().names());
    assertThat(names(shipped.targets(own))).isEqualTo(names(Profiles.shipped().targets(own)));
    assertThat(names(shipped.targets())).hasSizeGreaterThan(shipped.names().size());
  }

  @Test
  void holdAHintForEachTarget() {
    ShippedTargets shipped = ShippedTargets.open();

    assertThat(shipped.hints()).isEqualTo(shipped.targets().stream().map(TargetHint::of).toList());
  }

  @Test
  void leaveNothingOutOfATarget() throws IOException {
    // given
    List<TargetSpec> written = acme(ACME).read("acme");

    // when
    List<TargetSpec> read = compiled(written);

    // then
    assertSame(read, written);
  }

  /** A message about an expression points to the character in the YAML that is wrong. */
  @Test
  void tellWhereEachCharacterOfAnExpressionStands() throws IOException {
    // given
    List<TargetSpec> read = compiled(acme(ACME).read("acme"));

    // when
    SourceExpression session = Objects.requireNonNull(read.get(0).readings().session());

    // then
    assertThat(session.text()).isEqualTo("arg0['it'].key");
    assertThat(session.at(0)).hasToString("profile acme:15:15");
    // Each of the two quotation marks before it stands twice in the file.
    assertThat(session.at(session.text().indexOf("key"))).hasToString("profile acme:15:28");
  }

  @Test
  void cannotBeCompiledFromAProfileThatIsBroken() {
    Profiles broken = acme(ACME.replace("kind: turn", "kind: tern"));

    assertThatThrownBy(() -> ProfileCompiler.compile(broken))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("did you mean \"turn\"?");
  }

  private static List<TargetSpec> compiled(List<TargetSpec> targets) throws IOException {
    CompiledOutput out = new CompiledOutput();
    CompiledTargets.write(targets, out);
    return CompiledTargets.read(CompiledInput.of(out.toBytes()));
  }

  private static void assertSame(List<TargetSpec> compiled, List<TargetSpec> written) {
    // Those of the YAML are parsed already.
    expressions(compiled).forEach(SourceExpression::expression);
    assertThat(compiled)
        .isNotEmpty()
        .usingRecursiveFieldByFieldElementComparator(AS_READ)
        .isEqualTo(written);
    assertThat(expressions(compiled).map(SourceExpression::origin).map(Origin::toString))
        .isEqualTo(
            expressions(written).map(SourceExpression::origin).map(Origin::toString).toList());
  }

  private static Stream<SourceExpression> expressions(List<TargetSpec> targets) {
    return targets.stream()
        .flatMap(
            target -> Stream.of(Reading.values()).map(reading -> reading.of(target.readings())))
        .flatMap(Stream::ofNullable);
  }

  private static List<String> names(List<TargetSpec> targets) {
    return targets.stream().map(TargetSpec::name).toList();
  }

  private static SentinelConfig config(String content) {
    return Configs.loaded(
            new ConfigLoader(Profiles.shipped()).read("sentinel: {" + content + "}", "file"))
        .config();
  }

  private static Profiles acme(String yaml) {
    Map<String, String> resources = Map.of("/profiles/index", "acme", "/profiles/acme.yaml", yaml);
    return new Profiles(name -> stream(resources.getOrDefault(name, "")));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
