package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Arguments in a framework's own type for JSON are read as JSON, where that only reads. */
class WrappedArgumentsTest {

  @Test
  void readsTheMemberThatGivesThemAsJson() {
    assertThat(proposed("ownjson")).contains("\n      args: arg0.input().toJson()\n");
  }

  @Test
  void namesWhatWritesThemAsJsonWhereThatMayAct() {
    assertThat(proposed("jsonmapper"))
        .contains("\n      args: arg0.input()\n")
        .contains(
            "its arguments are JSON in com.acme.shapes.jsonmapper.Json::write(arg0.input()), which"
                + " calls Json.write(), which is not known to only read: their fields are"
                + " compared");
  }

  private static String proposed(String shape) {
    Path folder =
        Path.of(
            URI.create(
                Objects.requireNonNull(
                        WrappedArgumentsTest.class.getResource("/com/acme/shapes/" + shape))
                    .toString()));
    return InspectInvocation.of(folder.toString()).out();
  }
}
