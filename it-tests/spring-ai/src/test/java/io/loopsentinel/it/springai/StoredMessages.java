package io.loopsentinel.it.springai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.Prompt;

/** The messages of conversations, read as new objects each time, as from a database. */
final class StoredMessages implements ChatMemoryRepository {

  private final Map<String, List<Message>> stored = new ConcurrentHashMap<>();

  @Override
  public List<String> findConversationIds() {
    return List.copyOf(stored.keySet());
  }

  @Override
  public List<Message> findByConversationId(String conversation) {
    return copied(stored.getOrDefault(conversation, List.of()));
  }

  @Override
  public void saveAll(String conversation, List<Message> messages) {
    stored.put(conversation, copied(messages));
  }

  @Override
  public void deleteByConversationId(String conversation) {
    stored.remove(conversation);
  }

  private static List<Message> copied(List<Message> messages) {
    return messages.isEmpty()
        ? new ArrayList<>()
        : new ArrayList<>(new Prompt(messages).copy().getInstructions());
  }
}
