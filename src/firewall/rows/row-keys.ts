import type { Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';
import type { RedactedText } from '../find/redactor.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isExpiryMember, isTownMember, isValueMember } from '../judge/field-value.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { type ColumnAnswer, createColumnMemory } from '../people/column-memory.js';
import { isNameKey, isNamePart, isPersonKey } from '../people/person-fields.js';

/** What is known about a key of rows. */
export interface RowKey {
  readonly name: string;
  readonly rule: FieldRule | undefined;
  /** What it holds can be named by another member. */
  readonly isValue: boolean;
  /** What it holds is personal beside an address. */
  readonly isTown: boolean;
  /** What it holds is a part of what is known of a card, beside one. */
  readonly isExpiry: boolean;
  readonly isName: boolean;
  /** What it holds is secret where the object says that it is a secret, or a card: see `content-rule.ts`. */
  readonly isContent: boolean;
  readonly isPerson: boolean;
  /** In the record of a test it holds what the test is called; else the name of a person. */
  readonly isTestName: boolean;
  /** What it holds may be names of people with their addresses. */
  readonly isMailbox: boolean;
  /** What hides what it holds depends on other members too: only with the whole object can it be judged. */
  readonly isBeside: boolean;
  /** The key as it may be seen, and what was replaced in it. */
  readonly shown: string;
  readonly types: readonly string[];
  /** For the texts under this key. */
  readonly redactText: ColumnAnswer<RedactedText>;
  /** The key that came behind it last time. */
  next: RowKey | undefined;
}

export interface RowKeys {
  /** Stands before the first key of each object. */
  readonly start: RowKey;
  /** The key of this name, which comes behind another one. */
  readonly after: (previous: RowKey, name: string) => RowKey;
}

/** Test runners call it so in their reports. */
const TEST_NAME = 'fullName';
/** A hostile source can invent keys without end. */
const MOST_REMEMBERED = 4096;

/** Remembers keys. The rows of one source have theirs in one order, so most keys are not even looked up. */
export function createRowKeys(
  ruleFor: (name: string) => FieldRule | undefined,
  redact: ColumnAnswer<RedactedText>,
): RowKeys {
  const columnOf = createColumnMemory(redact);
  const known = new Map<string, RowKey>();

  const learn = (name: string): RowKey => {
    const redacted = redact(name);
    // A placeholder names a type, not the field.
    const rule = name.includes(PLACEHOLDER_START) ? undefined : ruleFor(name);
    const roles = rolesOf(name);
    return {
      name,
      rule,
      ...roles,
      isBeside: rule === undefined ? Object.values(roles).includes(true) : rule.value === 'jwk' || name === TEST_NAME,
      isTestName: name === TEST_NAME,
      isPerson: isPersonKey(name),
      isMailbox: isMailboxKey(name),
      shown: (redacted?.text ?? name).toWellFormed(),
      types: redacted?.replacements.map(({ type }) => type) ?? [],
      redactText: isMailboxKey(name) ? createMailboxes(redact, columnOf()) : columnOf(),
      next: undefined,
    };
  };

  const keyOf = (name: string): RowKey => {
    const before = known.get(name);
    if (before !== undefined) {
      return before;
    }
    const key = learn(name);
    if (known.size >= MOST_REMEMBERED) {
      known.clear();
      // Or the forgotten ones would be held by those before them.
      start.next = undefined;
    }
    known.set(name, key);
    return key;
  };

  const start = learn('');

  return {
    start,
    after: (previous, name) => {
      const expected = previous.next;
      if (expected !== undefined && expected.name === name) {
        return expected;
      }
      const key = keyOf(name);
      previous.next = key;
      return key;
    },
  };
}

/** An object under its keys as they may be seen; of those that look alike the later ones get a number. */
export function underShownKeys(object: { readonly [key: string]: Value }, keys: RowKeys): Value {
  const shown: { [key: string]: Value } = {};
  const repeats = new Map<string, number>();
  let key = keys.start;
  for (const [name, value] of Object.entries(object)) {
    key = keys.after(key, name);
    let free = key.shown;
    while (Object.hasOwn(shown, free)) {
      const number = (repeats.get(key.shown) ?? 1) + 1;
      repeats.set(key.shown, number);
      free = `${key.shown} ${number}`;
    }
    setMember(shown, free, value);
  }
  return shown;
}

/** What other members may say about the one of this name. */
function rolesOf(name: string): Pick<RowKey, 'isValue' | 'isTown' | 'isExpiry' | 'isName' | 'isContent'> {
  const isExpiry = isExpiryMember(name);
  return {
    isValue: isValueMember(name),
    isTown: isTownMember(name),
    isExpiry,
    isName: isNameKey(name) || isNamePart(name),
    isContent: name === 'data' || name === 'stringData' || isExpiry,
  };
}

const MAILBOX = /^(?:from|to|cc|bcc|sender|reply_?to|authors?|maintainers?)$/i;
const ADDRESS = ' <';
/** What the redactor knows to stand before the name of a person and an address. */
const HEADER = 'From: ';

/** Whether a member of this name holds names with their addresses: `Jane Doe <jane@example.com>`. */
function isMailboxKey(name: string): boolean {
  return MAILBOX.test(name);
}

/** Redacts such texts as they would be behind the name of their header, and others as before. */
function createMailboxes(
  redact: ColumnAnswer<RedactedText>,
  others: ColumnAnswer<RedactedText>,
): ColumnAnswer<RedactedText> {
  return (text) => {
    if (!text.includes(ADDRESS)) {
      return others(text);
    }
    const redacted = redact(`${HEADER}${text}`);
    return redacted === undefined ? undefined : { ...redacted, text: redacted.text.slice(HEADER.length) };
  };
}
