package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.discover.ToolSelection.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The selection of the methods that are tools. */
class ToolSelectionTest {

  @interface MailTool {
    String name() default "";
  }

  @interface Skill {}

  interface Station {
    String work(String slip);
  }

  static class Depot implements Station {
    @Override
    public String work(String slip) {
      return hidden(slip);
    }

    private String hidden(String slip) {
      return slip;
    }

    @Override
    public String toString() {
      return "depot";
    }
  }

  static class Named {
    String name() {
      return "depot";
    }
  }

  static class Described extends Named {
    @Override
    String name() {
      return "described";
    }

    String work(String slip) {
      return slip;
    }
  }

  interface Skilled {
    String name();

    String work(String slip);

    default String describe() {
      return name();
    }
  }

  abstract static class Base implements Skilled {
    @Override
    public String name() {
      return "base";
    }
  }

  static class Mail {
    @MailTool(name = "send_mail")
    String send(String to) {
      return to;
    }

    @Skill
    String read(String id) {
      return id;
    }
  }

  @Test
  void withoutNamesAnnotationsThatLookLikeToolsSelect() throws IOException {
    assertThat(select(Mail.class)).containsExactly("send: send_mail");
  }

  @Test
  void aClassSelectsItsMethodsExceptPrivateOnesAndThoseOfEveryObject() throws IOException {
    assertThat(select(Depot.class, Depot.class.getName())).containsExactly("work: work");
  }

  @Test
  void methodsOfAClassThatDescribeItsToolsAreNone() throws IOException {
    assertThat(select(Described.class, Described.class.getName())).containsExactly("work: work");
    assertThat(select(Mail.class, Mail.class.getName())).containsExactly("send: send_mail");
    assertThat(select(Named.class, Named.class.getName())).containsExactly("name: name");
    assertThat(select(Described.class, Described.class.getName() + "::name"))
        .containsExactly("name: name");
  }

  @Test
  void anInterfaceSelectsTheMethodsOfItsImplementations() throws IOException {
    assertThat(select(Depot.class, Station.class.getName())).containsExactly("work: work");
  }

  @Test
  void anInterfaceWhoseToolTakesArgumentsSelectsNoneThatDescribeIt() throws IOException {
    ToolSelection tools = new ToolSelection(Set.of(Skilled.class.getName()));

    assertThat(tools.select(Skilled.class.getName().replace('.', '/'), file(Skilled.class)))
        .isEmpty();
    assertThat(tools.select(Base.class.getName().replace('.', '/'), file(Base.class))).isEmpty();
  }

  @Test
  void aMethodSelectsItselfByTheNameInItsAnnotation() throws IOException {
    assertThat(select(Mail.class, Mail.class.getName() + "::send"))
        .containsExactly("send: send_mail");
  }

  @Test
  void anAnnotationSelectsMethods() throws IOException {
    assertThat(select(Mail.class, Skill.class.getName())).containsExactly("read: read");
  }

  @Test
  void otherClassesHaveNoTools() throws IOException {
    assertThat(select(Mail.class, Depot.class.getName())).isEmpty();
  }

  @Test
  void findsASelectedMethodOfALoadedClass() throws Exception {
    ToolSelection tools = new ToolSelection(Set.of(Depot.class.getName()));
    tools.select(Depot.class.getName().replace('.', '/'), file(Depot.class));

    assertThat(tools.find(MethodId.of(Depot.class.getDeclaredMethod("work", String.class))))
        .isEqualTo(new Tool(Depot.class.getName(), "work", null, "work"));
    assertThat(tools.find(MethodId.of(Depot.class.getDeclaredMethod("toString")))).isNull();
  }

  private static Iterable<String> select(Class<?> type, String... named) throws IOException {
    return new ToolSelection(Set.of(named))
        .select(type.getName().replace('.', '/'), file(type)).values().stream()
            .map(tool -> tool.method() + ": " + tool.name())
            .toList();
  }

  private static byte[] file(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }
}
