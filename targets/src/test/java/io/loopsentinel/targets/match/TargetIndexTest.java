package io.loopsentinel.targets.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ShippedTargets;
import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.load.Profiles;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TargetIndexTest {

  private final ShippedTargets shipped = ShippedTargets.open();
  private final TargetIndex unread = TargetIndex.of(List.of(), shipped.names());

  @Test
  void readsAShippedProfileWhenItsTargetsMayMatch() {
    assertThat(unread.targets()).isEmpty();
    assertThat(names(unread.including(hintsOf("koog")))).isEqualTo(names("koog"));
  }

  @Test
  void keepsTheOrderOfTheProfilesAndTheNumbersOfTheirTargets() {
    TargetIndex first = unread.including(hintsOf("spring-ai"));
    TargetIndex both = first.including(hintsOf("embabel"));

    assertThat(names(both)).isEqualTo(names("embabel", "spring-ai"));
    assertThat(both.targets()).containsAll(first.targets());
    assertThat(both.target(0)).isSameAs(first.target(0));
    assertThat(both.including(hintsOf("spring-ai"))).isSameAs(both);
  }

  @Test
  void putsTargetsOfTheUserFirst() {
    TargetSpec own = Specs.exact(String.class, "length");
    TargetIndex index = TargetIndex.of(List.of(own), shipped.names()).including(hintsOf("koog"));

    assertThat(index.targets()).hasSize(1 + names("koog").size());
    assertThat(index.targets().get(0).spec()).isSameAs(own);
    assertThat(index.target(0).spec()).isSameAs(own);
  }

  private static List<String> names(TargetIndex index) {
    return index.targets().stream().map(target -> target.spec().name()).toList();
  }

  private static List<String> names(String... profiles) {
    return Stream.of(profiles)
        .flatMap(profile -> Profiles.shipped().read(profile).stream())
        .map(TargetSpec::name)
        .toList();
  }

  private List<TargetHint> hintsOf(String profile) {
    return shipped.hints().stream().filter(hint -> hint.profile().equals(profile)).toList();
  }
}
