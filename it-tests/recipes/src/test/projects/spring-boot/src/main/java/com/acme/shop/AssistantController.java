package com.acme.shop;

import java.util.concurrent.CompletableFuture;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

@RestController
class AssistantController {

  private final ChatClient assistant;

  AssistantController(ChatClient.Builder assistant) {
    this.assistant = assistant.defaultTools(new Orders()).build();
  }

  @GetMapping("/answer")
  String answer(@RequestParam String question) {
    return assistant.prompt(question).call().content();
  }

  @GetMapping("/later")
  CompletableFuture<String> later(@RequestParam String question) {
    return CompletableFuture.supplyAsync(() -> answer(question));
  }

  @GetMapping("/streamed")
  Flux<String> streamed(@RequestParam String question) {
    return assistant.prompt(question).stream().content();
  }

  static final class Orders {

    @Tool(description = "Finds the orders of a customer")
    String findOrders(String customer) {
      return "0 orders of " + customer;
    }
  }
}
