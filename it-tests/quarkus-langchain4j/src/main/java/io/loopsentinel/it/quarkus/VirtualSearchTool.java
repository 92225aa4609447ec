package io.loopsentinel.it.quarkus;

import dev.langchain4j.agent.tool.Tool;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;

/** The tool on a virtual thread. A JDK without any runs it on another one. */
@ApplicationScoped
class VirtualSearchTool {

  private final Shelves shelves;

  VirtualSearchTool(Shelves shelves) {
    this.shelves = shelves;
  }

  @Tool("Searches the catalogue")
  @RunOnVirtualThread
  String search(String query) {
    if (Runtime.version().feature() >= 21
        && !Thread.currentThread().toString().startsWith("VirtualThread[")) {
      throw new IllegalStateException("Not a virtual thread: " + Thread.currentThread());
    }
    return shelves.library().search(query);
  }
}
