package io.loopsentinel.it.googleadk;

import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.Schema;
import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.Optional;

/** A tool as a class of the application, which throws what goes wrong. */
final class SearchClass extends BaseTool {

  private final SearchTool tool;

  SearchClass(SearchTool tool) {
    super("search", "Searches the library");
    this.tool = tool;
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
    return Single.fromCallable(
        () -> Map.of("books", tool.search(String.valueOf(args.get("query")))));
  }
}
