import { entriesOf } from '../contract/conversation-step.js';
import type { ConversationStore } from '../contract/conversation-store.js';
import { KernelError } from '../contract/errors.js';
import type { ModelMessage } from '../contract/model.js';
import type { ConversationCounts, OpenConversation, SessionEntry, SessionRecord } from '../contract/session.js';
import { createModelRedaction, type ModelRedaction } from './model-redaction.js';
import type { KernelPorts } from './ports.js';
import { recentOf } from './recent-conversation.js';
import { type RecentStepsBook, type Step, stepOf } from './recent-steps.js';
import { checkStep } from './step-shape.js';
import type { TellingPorts } from './told-messages.js';

export interface ClaimedConversation {
  readonly session: SessionRecord;
  readonly claimId: string;
  readonly counts: ConversationCounts;
  readonly book: RecentStepsBook;
  /** Lets the next one have it. */
  readonly release: () => Promise<void>;
}

/** A conversation for its one writer. What goes in and what comes out is redacted, as today's settings want it. */
export function createConversation(ports: TellingPorts, claimed: ClaimedConversation): OpenConversation {
  const { conversations } = ports.stores;
  const { session, claimId, book, release } = claimed;
  const sessionId = session.session_id;
  const redaction = createModelRedaction(ports.settings.redaction, { told: ports.told });
  let counts = claimed.counts;
  /** The newest steps, oldest first; those before them are in the store alone. */
  const known = [...book.of(sessionId, counts)];
  let closed: Promise<void> | undefined;
  /** Steps are kept in the order in which they were given. */
  let last: Promise<unknown> = Promise.resolve();

  const append = async (messages: readonly ModelMessage[]): Promise<void> => {
    const shown = messages.map(redaction.message);
    const { entries, turns } = counts;
    counts = await conversations.append({ sessionId, claimId, messages: shown });
    const keptMs = ports.clock.now();
    known.push(stepOf(entriesOf({ firstSeq: entries + 1, turnsBefore: turns, keptMs, messages: shown })));
  };
  const checkOpen = (): void => {
    if (closed !== undefined) {
      throw new KernelError('USAGE', 'the conversation was closed', { hint: 'open the session again' });
    }
  };

  return Object.freeze({
    session,
    size: () => ({ entries: counts.entries, turns: counts.turns }),
    recent: async (mostChars: number) => {
      checkOpen();
      await last.catch(() => undefined);
      return recentOf(stepsBack({ conversations, sessionId, redaction, known }), mostChars, counts);
    },
    keep: async (messages: readonly ModelMessage[]) => {
      checkOpen();
      checkStep(messages);
      if (messages.length > 0) {
        const kept = last.then(() => append(messages));
        last = kept.catch(() => undefined);
        await kept;
      }
    },
    close: () => {
      closed ??= last.then(() => {
        book.keep(sessionId, { counts, steps: known });
        return release();
      });
      return closed;
    },
  });
}

interface Reading {
  readonly conversations: ConversationStore;
  readonly sessionId: string;
  readonly redaction: ModelRedaction;
  readonly known: Step[];
}

/** What is read from the store is known from then on. */
async function* stepsBack({ conversations, sessionId, redaction, known }: Reading): AsyncGenerator<Step> {
  yield* [...known].reverse();
  const firstKnown = known[0]?.entries[0]?.seq ?? Number.POSITIVE_INFINITY;
  if (firstKnown === 1) {
    return;
  }
  for await (const step of conversations.read(sessionId, 'backward')) {
    if (step.every(({ seq }) => seq < firstKnown)) {
      const shown = stepOf(step.map((entry) => ({ ...entry, message: redaction.message(entry.message) })));
      known.unshift(shown);
      yield shown;
    }
  }
}

/** To be shown, and not to be told to a model again: ids are redacted too, and what only the provider reads is left out. */
export async function* historyOf(
  ports: KernelPorts,
  sessionId: string,
  newest: number | undefined,
): AsyncGenerator<SessionEntry> {
  const { conversations } = ports.stores;
  const redaction = createModelRedaction(ports.settings.redaction);
  const steps =
    newest === undefined
      ? conversations.read(sessionId, 'forward')
      : await newestSteps(conversations.read(sessionId, 'backward'), newest);
  for await (const step of steps) {
    for (const entry of step) {
      yield { ...entry, message: redaction.shown(entry.message) };
    }
    await ports.clock.breathe();
  }
}

type StoredStep = readonly SessionEntry[];

/** The first of them may lose messages. */
async function newestSteps(backward: AsyncIterable<StoredStep>, most: number): Promise<readonly StoredStep[]> {
  const steps: StoredStep[] = [];
  let left = most;
  for await (const step of backward) {
    steps.push(step.slice(Math.max(0, step.length - left)));
    left -= step.length;
    if (left <= 0) {
      break;
    }
  }
  return steps.reverse();
}
