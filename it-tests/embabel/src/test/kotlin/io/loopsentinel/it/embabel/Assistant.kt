package io.loopsentinel.it.embabel

import com.embabel.agent.api.annotation.support.AgentMetadataReader
import com.embabel.agent.api.channel.DevNullOutputChannel
import com.embabel.agent.api.common.Ai
import com.embabel.agent.api.common.PlannerType
import com.embabel.agent.api.common.PromptRunner
import com.embabel.agent.api.tool.Subagent
import com.embabel.agent.api.tool.Tool
import com.embabel.agent.core.Agent
import com.embabel.agent.core.AgentPlatform
import com.embabel.agent.core.AgentProcessStatusCode
import com.embabel.agent.core.ProcessOptions
import com.embabel.agent.core.support.NIRVANA
import com.embabel.agent.domain.io.UserInput
import com.embabel.agent.spi.loop.AutoCorrectionPolicy
import com.embabel.agent.spi.support.springai.SpringAiLlmService
import com.embabel.agent.spi.support.springai.toEmbabelTool
import com.embabel.chat.UserMessage
import com.embabel.chat.agent.AgentProcessChatbot
import io.loopsentinel.it.scenario.Library
import org.springframework.ai.openai.OpenAiChatModel
import org.springframework.ai.openai.OpenAiChatOptions
import org.springframework.ai.openai.api.OpenAiApi
import org.springframework.ai.tool.function.FunctionToolCallback

/** A user's conversation, in which questions follow each other. */
fun interface Conversation {
    /** Answers a question; fails as Embabel fails. */
    fun ask(question: String): String
}

/** Embabel has no result of a process that was terminated, and no exception either. */
class ProcessTerminated : RuntimeException()

/** Answers questions with the help of one tool; for several users at once. */
internal class Assistant(
    private val platform: AgentPlatform,
    private val dispatch: Dispatch,
    url: String,
    private val library: Library,
) {
    private val model = model(url)

    fun conversation(): Conversation =
        when (dispatch) {
            Dispatch.CHAT -> chat()
            Dispatch.OBJECT -> ofProcesses(agent(ObjectLibrarian(::runner)))
            Dispatch.STREAMED -> ofProcesses(agent(StreamingLibrarian(::runner)))
            else -> ofProcesses(agent(TextLibrarian(::runner)))
        }

    /** Each question has a process of its own. */
    private fun ofProcesses(agent: Agent) = Conversation { question ->
        val process = platform.runAgentFrom(agent, ProcessOptions(), mapOf("it" to UserInput(question)))
        if (process.status == AgentProcessStatusCode.TERMINATED) throw ProcessTerminated()
        process.resultOfType(Answer::class.java).text
    }

    private fun chat(): Conversation {
        // It waits for the next message where others would have come to their end.
        val librarian = agent(ChattingLibrarian(::runner)).copy(goals = setOf(NIRVANA))
        val session =
            AgentProcessChatbot(platform, { librarian }, plannerType = PlannerType.UTILITY)
                .createSession(null, DevNullOutputChannel, null, null, null)
        return Conversation { question ->
            session.onUserMessage(UserMessage(question))
            if (session.isFinished()) throw ProcessTerminated()
            session.conversation.messages.last().content
        }
    }

    private fun runner(ai: Ai): PromptRunner {
        // Embabel's own is one for all, and counts the tools that do not exist over all runs.
        val runner = ai.withLlmService(model).withToolNotFoundPolicy(AutoCorrectionPolicy())
        return when (dispatch) {
            Dispatch.OBJECT -> runner.withTool(springAiTool(library))
            Dispatch.CHAT -> runner.withTool(function(library))
            Dispatch.AGENT_AS_TOOL -> runner.withTool(subagent(library))
            else -> runner.withToolObject(SearchTool(library))
        }
    }
}

internal const val MODEL = "scripted"

internal fun model(url: String): SpringAiLlmService {
    val api = OpenAiApi.builder().baseUrl(url.removeSuffix("/v1")).apiKey("none").build()
    val options = OpenAiChatOptions.builder().model(MODEL).build()
    return SpringAiLlmService(
        MODEL,
        "OpenAI",
        OpenAiChatModel.builder().openAiApi(api).defaultOptions(options).build(),
    )
}

private fun agent(annotated: Any): Agent = AgentMetadataReader().createAgentMetadata(annotated) as Agent

private fun springAiTool(library: Library): Tool =
    FunctionToolCallback.builder("search", java.util.function.Function<Query, String> { library.search(it.query) })
        .description("Searches the library")
        .inputType(Query::class.java)
        .build()
        .toEmbabelTool()

private fun function(library: Library): Tool =
    Tool.fromFunction("search", "Searches the library", Query::class.java, String::class.java) {
        library.search(it.query)
    }

private fun subagent(library: Library): Tool =
    Subagent.ofInstance(agent(SearchAgent(library))).consuming(Query::class.java).withName("search")
