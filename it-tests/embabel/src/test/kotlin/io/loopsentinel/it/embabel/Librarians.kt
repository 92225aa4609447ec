package io.loopsentinel.it.embabel

import com.embabel.agent.api.annotation.AchievesGoal
import com.embabel.agent.api.annotation.Action
import com.embabel.agent.api.annotation.Agent
import com.embabel.agent.api.annotation.LlmTool
import com.embabel.agent.api.common.ActionContext
import com.embabel.agent.api.common.Ai
import com.embabel.agent.api.common.PromptRunner
import com.embabel.agent.api.common.streaming.asStreaming
import com.embabel.agent.domain.io.UserInput
import com.embabel.chat.AssistantMessage
import com.embabel.chat.UserMessage
import io.loopsentinel.it.scenario.Library

data class Query(val query: String)

data class Answer(val text: String)

/** A tool that is a method. */
class SearchTool(private val library: Library) {
    @LlmTool(description = "Searches the library")
    fun search(@LlmTool.Param(description = "what to search for") query: String): String = library.search(query)
}

@Agent(description = "Answers questions")
class TextLibrarian(private val runner: (Ai) -> PromptRunner) {
    @AchievesGoal(description = "The question is answered")
    @Action
    fun answer(question: UserInput, context: ActionContext): Answer =
        Answer(runner(context.ai()).generateText(question.content))
}

@Agent(description = "Answers questions")
class ObjectLibrarian(private val runner: (Ai) -> PromptRunner) {
    @AchievesGoal(description = "The question is answered")
    @Action
    fun answer(question: UserInput, context: ActionContext): Answer =
        runner(context.ai()).createObject(question.content, Answer::class.java)
}

@Agent(description = "Answers questions")
class StreamingLibrarian(private val runner: (Ai) -> PromptRunner) {
    @AchievesGoal(description = "The question is answered")
    @Action
    fun answer(question: UserInput, context: ActionContext): Answer {
        val stream = runner(context.ai()).asStreaming().withPrompt(question.content).generateStream()
        return Answer(stream.collectList().block()!!.joinToString(""))
    }
}

@Agent(description = "Answers questions")
class ChattingLibrarian(private val runner: (Ai) -> PromptRunner) {
    @Action(canRerun = true, trigger = UserMessage::class)
    fun answer(question: UserMessage, context: ActionContext) {
        context.sendAndSave(AssistantMessage(runner(context.ai()).generateText(question.content)))
    }
}

/** An agent that asks no model itself. */
@Agent(description = "Searches the library")
class SearchAgent(private val library: Library) {
    @AchievesGoal(description = "The library is searched")
    @Action
    fun search(query: Query): Answer = Answer(library.search(query.query))
}
