import type { ValueContext } from './field-rule.js';
import { isLikelySecret } from './secret-value.js';

const LEAST_WORDS = 3;
const SHORTEST_WORD = 3;
const ASCII = /^[!-~]+$/;

/** Whether a value can be what a wallet is made of: several words, or what looks like a credential; not `MOV`, `ADD r1`. */
export function isWalletPhrase(value: string, context: ValueContext): boolean {
  const words = value.trim().split(/[\s,]+/);
  const arePlain = words.every((word) => word.length >= SHORTEST_WORD || !ASCII.test(word));
  return (words.length >= LEAST_WORDS && arePlain) || isLikelySecret(value, context);
}
