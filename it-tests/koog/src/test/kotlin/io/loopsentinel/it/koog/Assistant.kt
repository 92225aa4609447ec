package io.loopsentinel.it.koog

import ai.koog.agents.core.agent.AIAgent
import ai.koog.agents.core.agent.AIAgentService
import ai.koog.agents.core.agent.createAgentTool
import ai.koog.agents.core.agent.functionalStrategy
import ai.koog.agents.core.dsl.builder.strategy
import ai.koog.agents.core.dsl.extension.nodeExecuteTools
import ai.koog.agents.core.dsl.extension.nodeLLMRequest
import ai.koog.agents.core.dsl.extension.nodeLLMSendToolResults
import ai.koog.agents.core.dsl.extension.onTextMessage
import ai.koog.agents.core.dsl.extension.onToolCalls
import ai.koog.agents.core.tools.ToolRegistry
import ai.koog.agents.ext.agent.SubgraphWithTaskUtils
import ai.koog.agents.ext.agent.subgraphWithTask
import ai.koog.http.client.ktor.KtorKoogHttpClient
import ai.koog.prompt.executor.clients.openai.OpenAIClientSettings
import ai.koog.prompt.executor.clients.openai.OpenAILLMClient
import ai.koog.prompt.executor.llms.MultiLLMPromptExecutor
import ai.koog.prompt.executor.model.PromptExecutor
import ai.koog.prompt.llm.LLMCapability
import ai.koog.prompt.llm.LLMProvider
import ai.koog.prompt.llm.LLModel
import ai.koog.prompt.message.Message
import ai.koog.prompt.streaming.toMessageResponse
import io.loopsentinel.it.model.Reply
import io.loopsentinel.it.model.Script
import io.loopsentinel.it.model.ScriptedModelServer
import io.loopsentinel.it.scenario.Library
import kotlinx.coroutines.flow.toList

internal val MODEL =
    LLModel(
        LLMProvider.OpenAI,
        "scripted",
        listOf(LLMCapability.Completion, LLMCapability.Tools, LLMCapability.ToolChoice, LLMCapability.OpenAIEndpoint.Completions),
    )

/** Answers questions with the help of one tool; for several users at once, each of whom has a run of their own. */
class Assistant(private val openResources: List<AutoCloseable>, private val agents: () -> AIAgent<String, String>) :
    AutoCloseable {
    /** Answers in one conversation, whose id Koog takes for the run's. */
    suspend fun answer(question: String): String = agents().run(question, "conversation")

    override fun close() = openResources.forEach { it.close() }
}

internal fun assistant(dispatch: Dispatch, url: String, library: Library, tasks: Int): Assistant {
    val executor = executor(url)
    val suspending = ToolRegistry { tools(SuspendingSearch(library).asTools()) }
    return when (dispatch) {
        Dispatch.GRAPH -> {
            val blocking = ToolRegistry { tools(BlockingSearch(library).asTools()) }
            Assistant(listOf(executor)) { AIAgent(executor, MODEL, toolRegistry = blocking) }
        }
        Dispatch.PARALLEL ->
            Assistant(listOf(executor)) { AIAgent(executor, MODEL, parallelGraph(), toolRegistry = suspending) }
        Dispatch.SUBGRAPH ->
            Assistant(listOf(executor)) { AIAgent(executor, MODEL, graphOfTasks(tasks), toolRegistry = suspending) }
        Dispatch.SUBTASK ->
            Assistant(listOf(executor)) { AIAgent(executor, MODEL, subtasks(tasks), toolRegistry = suspending) }
        Dispatch.FUNCTIONAL ->
            Assistant(listOf(executor)) { AIAgent(executor, MODEL, called(), toolRegistry = suspending) }
        Dispatch.STREAMED ->
            Assistant(listOf(executor)) { AIAgent(executor, MODEL, streamed(), toolRegistry = suspending) }
        Dispatch.AGENT_AS_TOOL -> {
            val librarian = ScriptedModelServer.start(librarian())
            val librariansExecutor = executor(librarian.baseUrl())
            val tool =
                AIAgentService(librariansExecutor, MODEL, toolRegistry = suspending)
                    .createAgentTool("search", "Searches the library", "what to search for")
            Assistant(listOf(executor, librariansExecutor, librarian)) {
                AIAgent(executor, MODEL, toolRegistry = ToolRegistry { tool(tool) })
            }
        }
    }
}

internal fun executor(url: String): PromptExecutor =
    MultiLLMPromptExecutor(
        OpenAILLMClient(
            "none",
            OpenAIClientSettings(baseUrl = url.removeSuffix("/v1")),
            httpClientFactory = KtorKoogHttpClient.Factory(),
        ),
    )

/** A model that searches once for what it is asked, and passes the result on. */
private fun librarian() = Script { conversation ->
    val results = conversation.latestToolResults()
    if (results.isEmpty()) {
        Reply.ToolCalls(listOf(KoogBehaviour.HABITS.search(conversation.messages().last().text())))
    } else {
        Reply.Answer(results.single())
    }
}

internal fun parallelGraph() =
    strategy<String, String>("parallel") {
        val ask by nodeLLMRequest()
        val execute by nodeExecuteTools(parallel = true)
        val tell by nodeLLMSendToolResults()
        edge(nodeStart forwardTo ask)
        edge(ask forwardTo execute onToolCalls { true })
        edge(ask forwardTo nodeFinish onTextMessage { true })
        edge(execute forwardTo tell)
        edge(tell forwardTo execute onToolCalls { true })
        edge(tell forwardTo nodeFinish onTextMessage { true })
    }

private fun graphOfTasks(tasks: Int) =
    strategy<String, String>("tasks") {
        var done = 0
        val task by subgraphWithTask<String, String> { it }
        edge(nodeStart forwardTo task)
        edge(task forwardTo task onCondition { ++done < tasks })
        edge(task forwardTo nodeFinish)
    }

private fun subtasks(tasks: Int) =
    functionalStrategy<String, String> { question ->
        // One tool for all of them, as an application may have a tool of its own there.
        val finish = SubgraphWithTaskUtils.finishTool<String>()
        List(tasks) { subtask(question, finishTool = finish) }.last()
    }

internal fun called() =
    functionalStrategy<String, String> { question ->
        var response = requestLLM(question)
        while (getToolCalls(response).isNotEmpty()) {
            response = sendToolResults(executeTools(getToolCalls(response)))
        }
        response.textContent()
    }

internal fun streamed() =
    functionalStrategy<String, String> { question ->
        appendPrompt { user(question) }
        var response: Message.Assistant = llm.readSession { requestLLMStreaming().toList() }.toMessageResponse()
        while (getToolCalls(response).isNotEmpty()) {
            val results = executeTools(getToolCalls(response), parallelTools = true)
            appendPrompt {
                message(response)
                user { results.forEach { toolResult(it.toMessagePart()) } }
            }
            response = llm.readSession { requestLLMStreaming().toList() }.toMessageResponse()
        }
        response.textContent()
    }
