package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.launch.AgentMode;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The syntax of the agent's argument for a discovery. */
class DiscoverArgumentTest {

  @Test
  void theWordAloneWritesToStandardError() {
    assertThat(DiscoverArgument.parse("discover")).contains(new DiscoverArgument(false, null));
  }

  @Test
  void outNamesAFile() {
    assertThat(DiscoverArgument.parse("discover,out=a,b=c.yaml"))
        .contains(new DiscoverArgument(false, new File("a,b=c.yaml")));
  }

  @Test
  void proposesMethodsOfProfilesOnRequest() {
    assertThat(DiscoverArgument.parse("discover,ignore-profiles,out=a.yaml"))
        .contains(new DiscoverArgument(true, new File("a.yaml")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"discover,", "discover,out=", "discover,mode=observe", "discover,yaml"})
  void anythingElseBehindTheWordIsAMistake(String argument) {
    assertThat(AgentMode.of(argument)).isInstanceOf(DiscoverMode.class);
    assertThat(DiscoverArgument.parse(argument)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"./discover", "discover.yaml", "mode=observe", "discoverer", ""})
  void aFileOrASettingIsNoDiscovery(String argument) {
    assertThat(AgentMode.of(argument)).isNull();
  }
}
