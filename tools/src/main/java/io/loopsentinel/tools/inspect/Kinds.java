package io.loopsentinel.tools.inspect;

import java.util.regex.Pattern;

/** The types that names and arguments of tools, and results, usually have. */
final class Kinds {

  static final String TEXT = "java/lang/String";

  /** Maps, and the trees of Jackson, Gson, org.json, Jakarta and kotlinx. */
  private static final Pattern MAP =
      Pattern.compile(
          "java/util/(\\w*Map|Properties)"
              + "|.*/(Json(Node|Object|Element|Value)|ObjectNode|JSONObject)");

  private static final Pattern LATER =
      Pattern.compile(
          "java/util/concurrent/\\w*(Future|CompletionStage)|reactor/core/publisher/(Mono|Flux)"
              + "|io/reactivex/rxjava3/core/(Single|Maybe|Flowable|Observable)");

  private Kinds() {}

  /** Returns whether a type usually holds named arguments. */
  static boolean isMap(String type) {
    return MAP.matcher(type).matches();
  }

  /** Returns whether a value of a type can be arguments, as an object, a map or a JSON text. */
  static boolean mayBeArguments(String type) {
    return isMap(type) || type.equals(TEXT) || type.equals("java/lang/Object");
  }

  /** Returns whether a result has a type of the JDK that a text fits, now or later. */
  static boolean mayBeResult(String type) {
    return mayBeArguments(type) || LATER.matcher(type).matches();
  }
}
