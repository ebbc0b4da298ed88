import { SECRET } from '../judge/field-rule.js';
import { type ComingText, isCut, pattern } from '../pattern/coming-text.js';
import { createJsonWalk, type JsonReader } from './json-walk.js';
import { behindHead, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';

/** So much is held back to learn of what kind the data above are. */
const MAX_ABOVE = 4000;

/** The member at a mark; what stands before its first quote has been shown. */
const MEMBER = pattern(/"(kind|stringData|apiVersion)(\\{0,7})"[\s\\nrt]{0,40}:/);
const ABOVE = pattern(
  /"apiVersion\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"v1\\{0,7}"\s{0,4},[\s\\n]{0,40}"data\\{0,7}"\s{0,4}:\s{0,4}\{/,
);
const KIND_BELOW = /"kind\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"(\w{1,40})\W/;
const ENCODED = /\{[\s\\n]{0,40}"[\w.-]{1,120}"\s{0,4}:\s{0,4}"[A-Za-z0-9+/]{40}/;
const DATA = /^(?:data|stringData)$/;

/** A Secret of Kubernetes in JSON: each value of its `data` and `stringData`, whatever its name is. */
export function createJsonSecret(options: MarkedTableOptions): MarkedTable {
  return behindHead((coming, at) => {
    if (MEMBER.isOpen(coming, at)) {
      return WAIT;
    }
    const [, name = '', slashes = ''] = MEMBER.at(coming, at) ?? [];
    const isSecret = name !== '' && (name !== 'apiVersion' || isSecretAbove(coming, at));
    if (isSecret === undefined) {
      return WAIT;
    }
    const begun = { brackets: ['object'], quotes: { quote: '"', escapes: slashes.length } } as const;
    return isSecret
      ? { at: at + 1 + name.length + slashes.length + 1, reader: createJsonWalk(options, readSecret(name), begun) }
      : undefined;
  });
}

function readSecret(first: string): JsonReader {
  let name = first;
  let isKnown = first !== 'kind';
  let isList = false;
  // The depth of the data.
  let data = -1;

  return {
    ruleHere: () => (data >= 0 ? SECRET : undefined),
    meet: (sign, depth, content) => {
      if (!isKnown) {
        isKnown = true;
        isList = content === 'SecretList';
        return isList || (sign === 'value' && content === 'Secret');
      }
      if (sign === 'name') {
        name = content;
      } else if (sign === 'object' && data < 0 && DATA.test(name) && (isList || depth === 1)) {
        data = depth;
      } else if (sign === 'close' && depth <= data) {
        data = -1;
      }
      return depth > 0;
    },
  };
}

/** Whether data that come first are those of a Secret, as the kind below them says; of long ones, whether they look like it. */
function isSecretAbove(coming: ComingText, at: number): boolean | undefined {
  if (ABOVE.isOpen(coming, at)) {
    return undefined;
  }
  const seen = coming.text.slice(at, at + MAX_ABOVE);
  if (!ABOVE.fits(coming, at)) {
    return false;
  }
  const kind = KIND_BELOW.exec(seen)?.[1];
  if (kind === undefined) {
    return isCut(coming, at, MAX_ABOVE) ? undefined : seen.length === MAX_ABOVE && ENCODED.test(seen);
  }
  return kind === 'Secret';
}
