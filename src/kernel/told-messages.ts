import type { ModelMessage } from '../contract/model.js';
import type { KernelPorts } from './ports.js';

/**
 * What messages were redacted to. A conversation is told again with every request, and its messages stay what they are: each
 * is redacted once, and what it was redacted to is not redacted again. One that was changed since is redacted anew.
 */
export interface ToldMessages {
  readonly once: (message: ModelMessage, redact: (message: ModelMessage) => ModelMessage) => ModelMessage;
}

interface Told {
  readonly seen: readonly unknown[];
  readonly shown: ModelMessage;
}

/** The ports of a kernel, with what it has told its models. */
export interface TellingPorts extends KernelPorts {
  readonly told: ToldMessages;
}

/** As much as a few conversations are told at most: those of one process are read again and again. */
const MOST_CHARS = 4 * 1024 * 1024;

export function createToldMessages(): ToldMessages {
  const known = new WeakMap<ModelMessage, Told>();
  const read = createRecentTexts(MOST_CHARS);
  return {
    once(message, redact) {
      const before = known.get(message);
      const seen = partsOf(message);
      if (seen === undefined) {
        return redact(message);
      }
      if (before?.seen.length === seen.length && before.seen.every((part, index) => part === seen[index])) {
        return before.shown;
      }
      const text = JSON.stringify(message);
      const shown = read.get(text) ?? redact(message);
      read.keep(text, shown);
      known.set(message, { seen, shown });
      const own = partsOf(shown);
      if (own !== undefined) {
        known.set(shown, { seen: own, shown });
      }
      return shown;
    },
  };
}

interface RecentTexts {
  readonly get: (text: string) => ModelMessage | undefined;
  readonly keep: (text: string, shown: ModelMessage) => void;
}

/** What messages of the same text were redacted to, the oldest forgotten first. */
function createRecentTexts(mostChars: number): RecentTexts {
  const kept = new Map<string, ModelMessage>();
  let chars = 0;
  return {
    get: (text) => kept.get(text),
    keep(text, shown) {
      chars += kept.delete(text) ? 0 : text.length;
      kept.set(text, shown);
      for (const [oldest] of kept) {
        if (chars <= mostChars) {
          return;
        }
        kept.delete(oldest);
        chars -= oldest.length;
      }
    },
  };
}

/** All that can be said in a message, piece by piece; undefined for images, which are looked at each time. */
function partsOf(message: ModelMessage): readonly unknown[] | undefined {
  const { role, content } = message;
  if (typeof content !== 'string') {
    return undefined;
  }
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const said = calls.flatMap(({ id, wire_id: wireId, extra_content: extra, function: { name, arguments: text } }) => {
    return [id, wireId, extra, name, text];
  });
  return [role, content, message.role === 'tool' ? message.tool_call_id : '', ...said];
}
