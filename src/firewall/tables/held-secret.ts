import { fieldRule } from '../judge/field-names.js';
import { isListedSecret } from '../judge/field-pairs.js';
import type { FieldRule } from '../judge/field-rule.js';

/** Names below which each value is a secret of its own name, as `tables/holder-mark.ts` marks them. */
export const HOLDER = /^(?:(secrets|api[-_]?keys)|(passwords)|credentials)/i;
/** The longest of these. */
export const LONGEST_HOLDER = 11;
const ABOUT =
  /(?:name|id|type|kind|ref|path|file|url|uri|version|policy|pattern|format|encoding|algorithm|description|message|title|label|example|hint|placeholder|provider|method|engine|backend|manager|store|scope|namespace|environment|mode|template|enabled|create|external|required|driver|host|region|status|role|property|key|min|max|error|text|help|button|new|add|edit|delete|reset|sent|confirm|show|hide)s?$/i;
/** Reading from elsewhere: `existingSecret`, `fromEnv`, `valueFrom`. */
const REFERENCE = /^(?:existing|from|use|mount)|from$/i;
const WORD = /^[^\s{}()<>]{6,}$/;
/** How secrets are kept, and what is said of it. */
const KEPT =
  /(?:rounds|rotation|rotate|length|interval|ttl|cost|iterations|expir\w{1,6}|(?:^|[_-])age|timeout|period|retention|lifetime|duration|hash\w{0,4})$/i;
const MEASURE = /^(?:\d{0,6} ?[a-z]{1,10}|bcrypt|scrypt|argon2\w{0,2}|pbkdf2\w{0,12}|sha-?\d{1,3}|md5)$/i;
/** A word as texts begin with, or none but the name of something. */
const TEXT = /^(?:[A-Z][a-z]+|[a-z]+(?:[./:][a-z]+)+)$/;
const JOINED = /[-_]/;
const NAME = /^[\w-]+$/;
const SECRET: FieldRule = { type: 'secret', value: 'any' };
const PASSWORD: FieldRule = { type: 'password', value: 'any' };
const CREDENTIALS: FieldRule = { type: 'secret', value: 'lenient', isHolder: true };

/** Says of a value below the name of a holder under which rule it is hidden. */
export type RuleOfHeld = (name: string, value: string, isQuoted: boolean) => FieldRule | undefined;

/** The same for one holder, whose name begins a text. */
export function ruleOfHeld(text: string): RuleOfHeld | undefined {
  const [whole, secrets, passwords] = HOLDER.exec(text) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  const rule = passwords === undefined ? SECRET : PASSWORD;
  const asked = secrets === undefined && passwords === undefined ? CREDENTIALS : rule;
  return (name, value, isQuoted) => {
    if (KEPT.test(name) && MEASURE.test(value)) {
      return undefined;
    }
    if (isListedSecret(asked, name, value)) {
      return rule;
    }
    // Without quotes a word may be a name in code.
    return asked !== CREDENTIALS && isQuoted && isWord(name, value) ? rule : undefined;
  };
}

function isWord(name: string, value: string): boolean {
  return (
    WORD.test(value) &&
    !TEXT.test(value) &&
    !(JOINED.test(value) && NAME.test(value)) &&
    !ABOUT.test(name) &&
    !REFERENCE.test(name) &&
    fieldRule(value) === undefined
  );
}
