import { KernelError } from '../../contract/errors.js';
import type { ModelMessage, ModelTool, ToolCall } from '../../contract/model.js';
import { isMembers } from '../../streams/members.js';
import { parseJson } from '../../streams/model-turn/parse-arguments.js';
import type { Members } from './wire.js';

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
type AnswerMessage = Extract<ModelMessage, { role: 'tool' }>;

/** A message, and with a message that asks for calls their answers in the order of the calls. */
export type Exchange =
  | {
      readonly message: Exclude<ModelMessage, AssistantMessage | AnswerMessage>;
      /** Where it stands in the request. */
      readonly place: string;
    }
  | { readonly message: AssistantMessage; readonly answered: readonly AnsweredCall[] };

export interface AnsweredCall {
  readonly call: ToolCall;
  readonly answer: string;
}

/** Providers refuse a conversation in which a call has no answer, or two: so it is not sent. Throws USAGE. */
export function readConversation(messages: readonly ModelMessage[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    if (message === undefined || message.role === 'tool') {
      throw unpaired(`messages[${index}]: an answer of a tool belongs to no call`);
    }
    if (message.role !== 'assistant') {
      exchanges.push({ message, place: `messages[${index}]` });
      continue;
    }
    const calls = message.tool_calls ?? [];
    const answers = messages.slice(index + 1, index + 1 + calls.length).filter(isAnswer);
    const give = createAnswers(answers, `messages[${index}]`);
    exchanges.push({ message, answered: calls.map((call) => ({ call, answer: give(call) })) });
    index += answers.length;
  }
  return exchanges;
}

function isAnswer(message: ModelMessage): message is AnswerMessage {
  return message.role === 'tool';
}

/** Gives each call its answer. Calls that have one id, as an id can be redacted, are answered in their order. */
function createAnswers(answers: readonly AnswerMessage[], place: string): (call: ToolCall) => string {
  const left = [...answers];
  return ({ id }) => {
    const found = left.findIndex((answer) => answer.tool_call_id === id);
    const [answer] = found < 0 ? [] : left.splice(found, 1);
    if (answer === undefined) {
      throw unpaired(`${place}: a tool call has no answer`);
    }
    return answer.content;
  };
}

function unpaired(message: string): KernelError {
  return new KernelError('USAGE', `the conversation cannot be sent: ${message}`, {
    hint: 'each call is answered once, right after the message that asked for it',
  });
}

/**
 * Arguments of an earlier call as an object, for servers that parse what is sent back to them. Text that is no object, of
 * a call that was not run, is wrapped, so that the model sees what it wrote.
 */
export function echoedArguments({ function: { arguments: text } }: ToolCall): Members {
  const value = text.trim() === '' ? {} : parseJson(text);
  return isMembers(value) ? value : { invalid_arguments: text };
}

const LONGEST_NAME = 64;

/** The name of an earlier call; one that a model made up must not make the provider refuse the whole conversation. */
export function echoedName({ function: { name } }: ToolCall, tools: readonly ModelTool[]): string {
  if (tools.some((tool) => tool.name === name)) {
    return name;
  }
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST_NAME) || 'unknown';
}

/** Some providers want their own ids back, also where they use them again in each turn. */
export function wireId({ id, wire_id: own }: ToolCall): string {
  return own ?? id;
}
