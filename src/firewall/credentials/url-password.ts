import { isValue } from '../judge/secret-value.js';
import { BARE_DATA } from '../judge/value-context.js';

/** `$(3gw`, `./x+P`: what would be a reference or a path elsewhere, and is neither closed nor a place in a URL. */
const OPEN_REFERENCE = /^(?:[$#%]?[{(][^)}]*$|\.{1,2}\/|~\/)/;
const IN_BRACKETS = /^(?:\{[^{}]+\}|<[^<>]+>)$/;
/** What a template calls a value. */
const TEMPLATE = /^[{<][\s_.a-z-]*\d{0,2}[}>]$/i;

/** Whether what stands between a colon and an `@` is a password, not what a template or a shell puts there. */
export function isUrlPassword(password: string): boolean {
  return isValue(password, BARE_DATA) || OPEN_REFERENCE.test(password) || isNoTemplate(password);
}

/** The same of what only its brackets could make a template. */
export function mayBePassword(password: string): boolean {
  return !IN_BRACKETS.test(password) || isNoTemplate(password);
}

/** `{s9p}`, `<Kd83hf>`, `{Kd&x}`: brackets around what nobody would call a value. */
function isNoTemplate(password: string): boolean {
  return (
    IN_BRACKETS.test(password) && !TEMPLATE.test(password) && (/^.\w+.$/.test(password) || /[&^~!;#]/.test(password))
  );
}
