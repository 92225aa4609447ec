package io.loopsentinel.it.googleadk;

import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.Schema;
import io.loopsentinel.it.contract.SearchedLibrary;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.Map;
import java.util.Optional;

/** A tool that is a class of the application and works on another thread. */
final class LateRungTool extends BaseTool {

  private final SearchedLibrary library;

  LateRungTool(String name, SearchedLibrary library) {
    super(name, "Searches the library");
    this.library = library;
  }

  @Override
  public Optional<FunctionDeclaration> declaration() {
    Schema query = Schema.builder().type("STRING").description("what to search for").build();
    return Optional.of(
        FunctionDeclaration.builder()
            .name(name())
            .description(description())
            .parameters(Schema.builder().type("OBJECT").properties(Map.of("query", query)).build())
            .build());
  }

  @Override
  public Single<Map<String, Object>> runAsync(Map<String, Object> args, ToolContext toolContext) {
    return Single.<Map<String, Object>>fromCallable(
            () -> Map.of("books", library.search(String.valueOf(args.get("query")))))
        .subscribeOn(Schedulers.io());
  }
}
