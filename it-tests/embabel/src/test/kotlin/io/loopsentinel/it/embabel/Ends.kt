package io.loopsentinel.it.embabel

import com.embabel.agent.api.annotation.Action
import com.embabel.agent.api.annotation.Agent
import com.embabel.agent.api.annotation.support.AgentMetadataReader
import com.embabel.agent.api.channel.DevNullOutputChannel
import com.embabel.agent.api.common.ActionContext
import com.embabel.agent.api.common.Ai
import com.embabel.agent.api.common.PlannerType
import com.embabel.agent.api.common.PromptRunner
import com.embabel.agent.api.tool.Tool
import com.embabel.agent.core.AgentPlatform
import com.embabel.agent.core.AgentProcessStatusCode
import com.embabel.agent.core.ProcessOptions
import com.embabel.agent.core.support.NIRVANA
import com.embabel.agent.domain.io.UserInput
import com.embabel.agent.spi.loop.AutoCorrectionPolicy
import com.embabel.chat.ChatSession
import com.embabel.chat.Conversation
import com.embabel.chat.UserMessage
import com.embabel.chat.agent.AgentProcessChatbot
import io.loopsentinel.it.contract.EndProgram
import io.loopsentinel.it.contract.Rung
import io.loopsentinel.it.contract.SearchedLibrary
import io.loopsentinel.it.contract.Way
import java.util.concurrent.ConcurrentHashMap
import com.embabel.agent.core.Agent as Described

/** Answers with all messages of the conversation. */
@Agent(description = "Answers questions")
class RememberingLibrarian(private val runner: (Ai) -> PromptRunner) {
    @Action(canRerun = true, trigger = UserMessage::class)
    fun answer(conversation: Conversation, context: ActionContext) {
        context.sendAndSave(runner(context.ai()).respond(conversation.messages))
    }
}

/** Plays the ways of calling Embabel; a conversation is the one that has a memory. */
fun main() {
    val platforms = Platforms()
    val sequential = platforms.of(Dispatch.TEXT)
    val parallel = platforms.of(Dispatch.PARALLEL)
    EndProgram.play(
        listOf(
            Way.of("conversation") { url, library -> conversations(sequential, runner(url, library)) },
            Way.of("`generateText`") { url, library ->
                processes(sequential, TextLibrarian(runner(url, library)))
            }.withoutMemory(),
            Way.of("`generateText`, tools in parallel") { url, library ->
                processes(parallel, TextLibrarian(runner(url, library)))
            }.withoutMemory().withConcurrentCalls().hidingTheErrorOfACall(),
            Way.of("`generateStream`") { url, library ->
                processes(sequential, StreamingLibrarian(runner(url, library)))
            }.withoutMemory(),
        ),
    )
}

private fun runner(url: String, library: SearchedLibrary): (Ai) -> PromptRunner {
    val model = model(url)
    val tools =
        Rung.values().map { rung ->
            Tool.fromFunction(rung.tool(), "Searches the library", Query::class.java, String::class.java) {
                library.search(it.query)
            }
        }
    return { ai -> ai.withLlmService(model).withToolNotFoundPolicy(AutoCorrectionPolicy()).withTools(tools) }
}

private fun described(annotated: Any) = AgentMetadataReader().createAgentMetadata(annotated) as Described

/** Each question has a process of its own. */
private fun processes(platform: AgentPlatform, annotated: Any): Way.Assistant {
    val agent = described(annotated)
    return Way.Assistant { _, question ->
        val process = platform.runAgentFrom(agent, ProcessOptions(), mapOf("it" to UserInput(question)))
        if (process.status == AgentProcessStatusCode.TERMINATED) throw ProcessTerminated()
        process.resultOfType(Answer::class.java).text
    }
}

private fun conversations(platform: AgentPlatform, runner: (Ai) -> PromptRunner): Way.Assistant {
    // It waits for the next message where others would have come to their end.
    val agent = described(RememberingLibrarian(runner)).copy(goals = setOf(NIRVANA))
    val chatbot = AgentProcessChatbot(platform, { agent }, plannerType = PlannerType.UTILITY)
    val sessions = ConcurrentHashMap<String, ChatSession>()
    return Way.Assistant { user, question ->
        val session =
            sessions.computeIfAbsent(user) { chatbot.createSession(null, DevNullOutputChannel, null, null, null) }
        session.onUserMessage(UserMessage(question))
        if (session.isFinished()) throw ProcessTerminated()
        session.conversation.messages.last().content
    }
}
