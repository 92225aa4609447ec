package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.TargetSpec;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfilesTest {

  private static final String ACME =
      """
      profile: acme
      description: Acme Agents 2 and newer
      targets:
        - name: acme-dispatch
          kind: tool
          type: com.acme.Tools
          method: call
          tool: arg0
      """;

  private final Profiles profiles =
      profiles(
          Map.of(
              "/profiles/index",
              "# known frameworks\nacme\nbolt\n",
              "/profiles/acme.yaml",
              ACME,
              "/profiles/bolt.yaml",
              ACME.replace("acme", "bolt")));

  @Test
  void namesThoseOfTheIndex() {
    assertThat(profiles.names()).containsExactly("acme", "bolt");
  }

  @Test
  void readsTargetsInTheLanguageOfTheFile() {
    List<TargetSpec> targets = profiles.read("acme");

    assertThat(targets).hasSize(1);
    assertThat(targets.get(0).name()).isEqualTo("acme-dispatch");
    assertThat(targets.get(0).fromProfile()).isTrue();
    assertThat(targets.get(0).origin()).hasToString("profile acme:4:5");
  }

  @Test
  void putsTheTargetsOfTheFileFirst() {
    String own = "targets: [{name: own, kind: run, type: a.B, method: c}]";

    assertThat(names(own)).containsExactly("own", "acme-dispatch", "bolt-dispatch");
    assertThat(names("profiles: none, " + own)).containsExactly("own");
    assertThat(names("profiles: [bolt], " + own)).containsExactly("own", "bolt-dispatch");
    assertThat(names("profiles: []")).isEmpty();
  }

  @Test
  void rejectsUnknownProfile() {
    ConfigResult result =
        new ConfigLoader(profiles).read("sentinel: {profiles: [acne, java]}", "file.yaml");

    assertThat(Configs.problems(result))
        .containsExactly(
            "file.yaml:1:23: profiles: unknown profile \"acne\"; did you mean \"acme\"?",
            "file.yaml:1:29: profiles: unknown profile \"java\"; available: acme and bolt");
  }

  @Test
  void saysWhereAProfileIsBroken() {
    Profiles broken =
        profiles(Map.of("/profiles/acme.yaml", ACME.replace("kind: tool", "kind: tol")));

    assertThatThrownBy(() -> broken.read("acme"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "profile acme:5:11: targets[0].kind: expected tool, turn or run, found the string"
                + " \"tol\"; did you mean \"tool\"?");
  }

  @Test
  void canReadEveryProfileThatTheAgentShips() {
    Profiles shipped = Profiles.shipped();

    assertThat(shipped.names()).isNotEmpty();
    assertThat(shipped.names()).allSatisfy(name -> assertThat(shipped.read(name)).isNotEmpty());
  }

  private List<String> names(String content) {
    ConfigResult result = new ConfigLoader(profiles).read("sentinel: {" + content + "}", "file");
    return profiles.targets(Configs.loaded(result).config()).stream()
        .map(TargetSpec::name)
        .toList();
  }

  private static Profiles profiles(Map<String, String> resources) {
    return new Profiles(
        name -> {
          String text = resources.get(name);
          return text == null
              ? null
              : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        });
  }
}
