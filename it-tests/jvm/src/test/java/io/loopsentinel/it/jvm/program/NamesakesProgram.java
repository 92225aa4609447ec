package io.loopsentinel.it.jvm.program;

/** A program whose method has the name and types of a shipped target, but not its class. */
public final class NamesakesProgram {

  private NamesakesProgram() {}

  interface Plain {
    String call(String input);
  }

  /** Its supertype is another class of the program. */
  static final class Special implements Plain {

    @Override
    public String call(String input) {
      return input;
    }
  }

  /** Calls one. */
  public static void main(String[] args) {
    System.out.println(new Special().call("hello"));
  }
}
