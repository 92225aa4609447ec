package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The argument of discover. */
class DiscoverArgumentTest {

  @Test
  void needsNoMoreThanTheWord() {
    assertThat(DiscoverArgument.parse("discover")).contains(new DiscoverArgument(Set.of(), null));
  }

  @Test
  void namesToolsAndFile() {
    assertThat(
            DiscoverArgument.parse(
                "discover,tool=com.acme.Orders,tool=com.acme.Mail::send,out=a, b.yaml"))
        .contains(
            new DiscoverArgument(
                Set.of("com.acme.Orders", "com.acme.Mail::send"), new File("a, b.yaml")));
  }

  @Test
  void rejectsUnknownParts() {
    assertThat(DiscoverArgument.parse("discover,verbose")).isEmpty();
    assertThat(DiscoverArgument.parse("discover,tool=")).isEmpty();
    assertThat(DiscoverArgument.parse("discover,out=")).isEmpty();
    assertThat(DiscoverArgument.parse("discovery")).isEmpty();
  }
}
