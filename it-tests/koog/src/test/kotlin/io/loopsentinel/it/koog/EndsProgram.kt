package io.loopsentinel.it.koog

import ai.koog.agents.chatMemory.feature.ChatHistoryProvider
import ai.koog.agents.chatMemory.feature.ChatMemory
import ai.koog.agents.chatMemory.feature.InMemoryChatHistoryProvider
import ai.koog.agents.core.agent.AIAgent
import ai.koog.agents.core.agent.AIAgentFunctionalStrategy
import ai.koog.agents.core.agent.AIAgentService
import ai.koog.agents.core.agent.createAgentTool
import ai.koog.agents.core.agent.entity.AIAgentGraphStrategy
import ai.koog.agents.core.agent.singleRunStrategy
import ai.koog.agents.core.tools.ToolRegistry
import ai.koog.agents.core.tools.annotations.LLMDescription
import ai.koog.agents.core.tools.annotations.Tool
import ai.koog.agents.core.tools.reflect.ToolSet
import io.loopsentinel.it.contract.EndProgram
import io.loopsentinel.it.contract.SearchedLibrary
import io.loopsentinel.it.contract.Way
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** A tool for each rung; each suspends and goes on on another thread. */
class RungTools(private val library: SearchedLibrary) : ToolSet {
    @Tool("search_hint")
    @LLMDescription("Searches the library")
    suspend fun hint(@LLMDescription("what to search for") query: String): String = search(query)

    @Tool("search_abort")
    @LLMDescription("Searches the library")
    suspend fun abort(@LLMDescription("what to search for") query: String): String = search(query)

    @Tool("search_terminate")
    @LLMDescription("Searches the library")
    suspend fun terminate(@LLMDescription("what to search for") query: String): String = search(query)

    private suspend fun search(query: String): String {
        delay(1)
        return withContext(Dispatchers.IO) { library.search(query) }
    }
}

/** Makes an agent that answers one question; what it has of the conversation is in the history. */
private typealias Agents = (url: String, tools: ToolRegistry, history: ChatHistoryProvider) -> AIAgent<String, String>

/** Plays the ways of calling Koog with the feature that remembers chats, which stores one where its run has ended well. */
fun main() {
    EndProgram.play(
        listOf(
            way("graph", singleRunStrategy()),
            way("graph, from Java", singleRunStrategy(), JavaCaller::run),
            way("graph, tools concurrently", parallelGraph()).withConcurrentCalls(),
            way("function", called()),
            way("function, streamed, tools concurrently", streamed()).withConcurrentCalls(),
            delegating("graph, an agent as a tool", singleRunStrategy()),
        )
    )
}

private fun delegating(name: String, strategy: AIAgentGraphStrategy<String, String>): Way =
    Way.ofAgentAsTool(name, "librarian", "input") { url, library ->
        val librarian =
            AIAgentService(executor(url), MODEL, toolRegistry = ToolRegistry { tools(RungTools(library).asTools()) })
                .createAgentTool("librarian", "Asks a librarian", "what to ask")
        val history = InMemoryChatHistoryProvider()
        Way.Assistant { user, question ->
            val manager =
                AIAgent(executor(url), MODEL, strategy, toolRegistry = ToolRegistry { tool(librarian) }) {
                    install(ChatMemory) { chatHistoryProvider = history }
                }
            run(manager, question, user)
        }
    }

private typealias Run = (agent: AIAgent<String, String>, question: String, session: String) -> String

private fun way(name: String, strategy: AIAgentGraphStrategy<String, String>, run: Run = ::run): Way =
    way(name, run) { url, tools, history ->
        AIAgent(executor(url), MODEL, strategy, toolRegistry = tools) {
            install(ChatMemory) { chatHistoryProvider = history }
        }
    }

private fun way(name: String, strategy: AIAgentFunctionalStrategy<String, String>): Way =
    way(name, ::run) { url, tools, history ->
        AIAgent(executor(url), MODEL, strategy, toolRegistry = tools) {
            install(ChatMemory) { chatHistoryProvider = history }
        }
    }

private fun way(name: String, run: Run, agents: Agents): Way =
    Way.of(name) { url, library ->
        val tools = ToolRegistry { tools(RungTools(library).asTools()) }
        val history = InMemoryChatHistoryProvider()
        Way.Assistant { user, question -> run(agents(url, tools, history), question, user) }
    }

private fun run(agent: AIAgent<String, String>, question: String, session: String): String =
    runBlocking { agent.run(question, session) }
