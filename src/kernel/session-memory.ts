import type { StoredMemory } from '../contract/conversation-store.js';
import { KernelError } from '../contract/errors.js';
import type { MemoryItem, SessionMemory } from '../contract/session.js';
import { redactText } from '../firewall/find/redactor.js';
import { createValueRedactor } from '../firewall/rows/redact-value.js';
import { recordsFromValues } from '../streams/records.js';
import type { KernelPorts } from './ports.js';

const KEY = /^[a-z][a-z0-9._-]{0,63}$/;
const MOST_KEYS = 1000;
const MOST_BYTES = 64 * 1024;

/** What one session remembers, for its own principal: `own` throws for any other. Values are kept as they are, and redacted like a row where they are read. */
export function createSessionMemory(ports: KernelPorts, sessionId: string, own: () => Promise<unknown>): SessionMemory {
  const { memories } = ports.stores;
  const { redaction } = ports.settings;
  const redact = createValueRedactor(redaction);

  const shown = ({ key, json, changed_at }: StoredMemory): MemoryItem => {
    const { rows } = recordsFromValues([{ [key]: JSON.parse(json) }]);
    const { value } = redact(rows[0] ?? null);
    const [held = null] = typeof value === 'object' && value !== null ? Object.values(value) : [];
    return { key, value: held, changed_at };
  };
  const checkKey = (key: string): void => {
    if (typeof key !== 'string' || !KEY.test(key) || redactText(key, redaction).replacements.length > 0) {
      throw new KernelError('USAGE', 'a key of the memory of a session is a name, and no secret', {
        hint: 'begin with a letter; up to 64 of a-z 0-9 . _ -, such as project.language',
      });
    }
  };
  return Object.freeze({
    get: async (key: string) => {
      checkKey(key);
      await own();
      const item = await memories.get(sessionId, key);
      return item && shown(item);
    },
    set: async (key: string, value: unknown) => {
      checkKey(key);
      const json = jsonOf(value);
      await own();
      if (!(await memories.set(sessionId, { key, json }, MOST_KEYS))) {
        throw new KernelError('LIMIT_REACHED', `the memory of a session holds at most ${MOST_KEYS} keys`, {
          hint: 'remove one with akernel session memory rm',
        });
      }
    },
    list: async () => {
      await own();
      return (await memories.list(sessionId)).map(shown);
    },
    remove: async (key: string) => {
      checkKey(key);
      await own();
      return memories.remove(sessionId, key);
    },
  });
}

function jsonOf(value: unknown): string {
  const json = written(value);
  if (json === undefined || Buffer.byteLength(json) > MOST_BYTES) {
    throw new KernelError('USAGE', `a session remembers values of JSON of at most ${MOST_BYTES} bytes each`, {
      hint: 'give something shorter, or keep it in a file and remember its name',
    });
  }
  return json;
}

function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
