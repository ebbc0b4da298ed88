import { findNamed } from '../assignments/named-value.js';
import { matchValue } from '../bind/enclosed-value.js';
import type { ValueContext } from '../judge/field-rule.js';
import { isLikelySecret, isRandomValue } from '../judge/secret-value.js';
import type { Detector } from '../lex/detector.js';
import { KIND } from '../pattern/characters.js';

/** Of a Windows account, and of things at Twilio: these name something and open nothing. */
const IDENTITY = /^(?:S-1-|[A-Z]{2}[0-9a-f]{32}$)/;
const NAME_KIND = /[\w.-]/;

/** Values of `PHPSESSID`, `connect.sid` and `sid`, of which the last is the name of other things too. */
export const sessionId: Detector = {
  name: 'session-id',
  group: 'secret',
  validates: 'the name as a whole; a value that looks like a credential, and behind a bare sid a long random one',
  source: 'SPEC 4',
  literals: ['sid=', 'sid:', 'sid"', "sid'"],
  match: (window, start, end) => {
    const named = findNamed(window, start, end - 1);
    if (named === undefined || 'kind' in named) {
      return named;
    }
    const { rule, enclosure } = named;
    if (rule.type !== 'secret' || rule.value !== 'lenient' || enclosure.statement !== undefined) {
      return undefined;
    }
    const isBare = start <= window.floor || !NAME_KIND.test(window.text.charAt(start - 1));
    const judge = (sample: string, context: ValueContext): boolean =>
      !IDENTITY.test(sample) && (isBare ? isRandomValue(sample, context) : isLikelySecret(sample, context));
    const word = { ...enclosure, isLine: false, stop: KIND.stop };
    return (
      matchValue(window, enclosure, 'session_id', judge) ??
      (enclosure.close === '' ? matchValue(window, word, 'session_id', judge) : undefined)
    );
  },
};
