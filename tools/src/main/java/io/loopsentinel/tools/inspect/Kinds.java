package io.loopsentinel.tools.inspect;

import java.util.Set;
import java.util.regex.Pattern;

/** The types that names and arguments of tools, and texts of results, usually have. */
final class Kinds {

  static final String TEXT = "java/lang/String";

  private static final String OBJECT = "java/lang/Object";

  private static final Set<String> TEXTS = Set.of(TEXT, "java/lang/CharSequence");
  private static final Pattern MAP = Pattern.compile("java/util/(\\w*Map|Properties)");

  /** The trees of Jackson, Gson, org.json, Jakarta and kotlinx. */
  private static final Pattern JSON =
      Pattern.compile(".*/(Json(Node|Object|Element|Value)|ObjectNode|JSONObject)");

  private static final Pattern LATER =
      Pattern.compile(
          "java/util/concurrent/\\w*(Future|CompletionStage)|reactor/core/publisher/(Mono|Flux)"
              + "|io/reactivex/rxjava3/core/(Single|Maybe|Flowable|Observable)");

  private Kinds() {}

  static boolean isText(String type) {
    return TEXTS.contains(type);
  }

  /** Returns whether a type usually holds named arguments. */
  static boolean isMap(String type) {
    return MAP.matcher(type).matches() || JSON.matcher(type).matches();
  }

  /** Returns whether a value of a type can be arguments, as an object, a map or a JSON text. */
  static boolean mayBeArguments(String type) {
    return isMap(type) || isText(type) || type.equals(OBJECT);
  }

  /** Returns whether a result of this type arrives later. */
  static boolean isLater(String type) {
    return LATER.matcher(type).matches();
  }

  /** Returns whether a tool may give this type back without a type of the framework's own. */
  static boolean mayBeResult(String type) {
    return mayBeArguments(type) || isLater(type);
  }
}
