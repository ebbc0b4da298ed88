import { KernelError } from '../../contract/errors.js';
import type { EmbeddingRequest, Embeddings } from '../../contract/model.js';
import { isMembers } from '../../streams/members.js';
import { parseJson } from '../../streams/model-turn/parse-arguments.js';
import { throwIfAborted } from '../cancellation.js';
import type { Answer, HttpRequest } from '../http-exchange.js';
import { isTransient } from '../http-failure.js';
import { backOffMs, sleepOrCancelled } from '../retry-delay.js';
import { readEmbeddings } from './embeddings.js';
import { answerTooLong, describeModelFailure } from './failure.js';
import { type Failure, type ModelCall, openAnswer } from './open-answer.js';
import { providerError } from './provider-error.js';

/** Asks for embeddings, again where that can help: an answer is taken as a whole or not at all. */
export async function askEmbeddings(request: EmbeddingRequest, call: ModelCall): Promise<Embeddings> {
  const { settings, signal } = call;
  throwIfAborted(signal);
  const { embeddings, headers } = settings;
  if (embeddings === undefined) {
    throw new KernelError('USAGE', 'this model provider has no embeddings', {
      hint: 'openai, openai-responses and ollama have',
    });
  }
  const body = JSON.stringify(embeddings.wire.body(request));
  const sent: HttpRequest = { method: 'POST', url: embeddings.url, headers, body: () => body };
  for (let attempt = 0; ; attempt += 1) {
    const opening = await openAnswer(sent, call);
    throwIfAborted(signal);
    const read = 'answer' in opening ? await readWhole(opening.answer, call) : opening;
    throwIfAborted(signal);
    if ('text' in read) {
      return readEmbeddings(answerIn(read.text), request.input.length, embeddings.wire);
    }
    const delayMs = read.delayMs ?? backOffMs(attempt, settings.maxDelayMs);
    const isAllowed = read.mayHelp && attempt < settings.attempts && delayMs <= settings.maxDelayMs;
    if (!isAllowed || !call.mayAskAgain()) {
      throw read.error;
    }
    await sleepOrCancelled(delayMs, signal);
  }
}

async function readWhole(
  answer: Answer,
  { settings: { maxBytes } }: ModelCall,
): Promise<{ readonly text: string } | Failure> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const bytes of answer.body()) {
      size += bytes.length;
      if (size > maxBytes) {
        return { error: answerTooLong(maxBytes), mayHelp: false };
      }
      pieces.push(bytes);
    }
    return { text: Buffer.concat(pieces).toString('utf8') };
  } catch (error) {
    return { error: describeModelFailure(error), mayHelp: isTransient(error) };
  } finally {
    answer.close();
  }
}

/** Gateways tell errors under a status that says that all is well. */
function answerIn(text: string): unknown {
  const answer = parseJson(text.replace(/^\ufeff/, ''));
  if (isMembers(answer) && answer['error'] !== undefined && answer['error'] !== null) {
    throw providerError(isMembers(answer['error']) ? answer['error'] : {});
  }
  return answer;
}
