package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A tool that is a class: its fields are the arguments, and a method without parameters runs it.
 */
class ToolObjectTest {

  @SuppressWarnings("unused") // read by the agent
  static class SendMail implements Supplier<String> {
    private final String to;

    SendMail(String to) {
      this.to = to;
    }

    @Override
    public String get() {
      return "sent";
    }
  }

  /** Implements nothing; the framework only reads its class. */
  @SuppressWarnings("unused") // read by the agent
  static class CancelOrder {
    private String id = "";

    void setId(String value) {
      id = value;
    }

    String execute() {
      return "cancelled";
    }
  }

  /** Its field is no argument, because a model cannot have written it. */
  @SuppressWarnings("unused") // read by the agent
  static class ListOrders implements Callable<String> {
    private final Thread.UncaughtExceptionHandler service;

    ListOrders(Thread.UncaughtExceptionHandler service) {
      this.service = service;
    }

    @Override
    public String call() {
      return "no orders";
    }
  }

  /** A tool with its arguments in one parameter. */
  static class FindOrder implements Function<String, String> {
    @Override
    public String apply(String id) {
      return "no order";
    }
  }

  /** Its other methods describe the tool to the model. */
  interface Skill {
    String name();

    default String description() {
      return name();
    }

    String run(String id);
  }

  static class FindParcel implements Skill {
    @Override
    public String name() {
      return "find_parcel";
    }

    @Override
    public String run(String id) {
      return "no parcel";
    }
  }

  interface Reports {
    String daily();

    String weekly();
  }

  static class Office implements Reports {
    @Override
    public String daily() {
      return "none";
    }

    @Override
    public String weekly() {
      return "none";
    }
  }

  @Test
  void countsOnlyCallsWithEqualFields() throws Exception {
    GuardedCalls calls = calls(SendMail.class, "get");
    for (String to : new String[] {"ada", "bob", "cleo", "dan", "eve", "fay"}) {
      assertThat(call(calls, new SendMail(to), "get")).isEqualTo("sent");
    }
  }

  @Test
  void stopsTheFourthCallWithEqualFields() throws Exception {
    assertThat(fourth(new SendMail("ada"), "get"))
        .asString()
        .startsWith("loop-detected: SendMail has already run 3 times");
  }

  @Test
  void mayImplementNothing() throws Exception {
    GuardedCalls calls = calls(CancelOrder.class, "execute");
    Object last = null;
    for (int i = 0; i < 6; i++) {
      CancelOrder tool = new CancelOrder();
      tool.setId("A-" + i);
      last = call(calls, tool, "execute");
    }

    assertThat(last).isEqualTo("sent");
    assertThat(fourth(new CancelOrder(), "execute"))
        .asString()
        .startsWith("loop-detected: CancelOrder has");
  }

  @Test
  void isNamedByItsClass() throws Exception {
    assertThat(fourth(new ListOrders((thread, failure) -> {}), "call"))
        .asString()
        .startsWith("loop-detected: ListOrders has");
  }

  @Test
  void isNamedByItsClassIfAParameterHasItsArguments() throws Exception {
    FindOrder tool = new FindOrder();
    GuardedCalls calls = calls(FindOrder.class, "apply");
    Object last = null;
    for (int i = 0; i < 4; i++) {
      last = calls.guard(FindOrder.class, "apply").callOn(tool, () -> "no order", "A-17");
    }

    assertThat(last).asString().startsWith("loop-detected: FindOrder has");
  }

  /** Another class with such a method, called with the same arguments, is another tool. */
  @Test
  void isNamedByItsClassIfOtherMethodsOnlyDescribeIt() throws Exception {
    GuardedCalls calls = calls(FindParcel.class, "run");
    Object last = null;
    for (int i = 0; i < 4; i++) {
      last =
          calls.guard(FindParcel.class, "run").callOn(new FindParcel(), () -> "no parcel", "A-17");
    }

    assertThat(last).asString().startsWith("loop-detected: FindParcel has");
  }

  @Test
  void isNamedByItsMethodIfTheClassHasSeveralTools() throws Exception {
    assertThat(fourth(new Office(), "daily")).asString().startsWith("loop-detected: daily has");
  }

  private static @Nullable Object fourth(Object tool, String method) throws Exception {
    GuardedCalls calls = calls(tool.getClass(), method);
    for (int i = 0; i < 3; i++) {
      call(calls, tool, method);
    }
    return call(calls, tool, method);
  }

  private static @Nullable Object call(GuardedCalls calls, Object tool, String method)
      throws Exception {
    return calls.guard(tool.getClass(), method).callOn(tool, () -> "sent");
  }

  private static GuardedCalls calls(Class<?> type, String method) {
    return GuardedCalls.of(
        type,
        "sentinel: {targets: [{name: my-tools, kind: tool, type: TYPE, method: %s}]}"
            .formatted(method));
  }
}
