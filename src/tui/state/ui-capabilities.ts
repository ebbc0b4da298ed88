import type { Capability } from '../../contract/capability.js';
import type { PolicyDecision } from '../../contract/grant.js';

/**
 * What a search as one types finds: what the kernel's search finds by whole words, best first, and then what has every
 * word somewhere in it, because a word that is being typed is not yet whole.
 */
export function foundCapabilities(
  all: readonly Capability[],
  hits: readonly Capability[],
  query: string,
): readonly Capability[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return all;
  }
  const ids = new Set(hits.map(({ capability_id: id }) => id));
  return [...hits, ...all.filter((one) => !ids.has(one.capability_id) && hasWords(one, words))];
}

function hasWords({ capability_id: id, name, tags, description }: Capability, words: readonly string[]): boolean {
  const text = `${id} ${name} ${tags.join(' ')} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** What policy says of a capability, in one word; `justify`: it would be allowed with a justification. */
export type PolicyWord = 'allowed' | 'denied' | 'justify' | '';

export function policyWord(decision: PolicyDecision | undefined): PolicyWord {
  if (decision === undefined) {
    return '';
  }
  if (decision.allowed) {
    return 'allowed';
  }
  return wantsJustification(decision) && decision.denials.length === 1 ? 'justify' : 'denied';
}

export function wantsJustification(decision: PolicyDecision | undefined): boolean {
  return decision?.allowed === false && decision.denials.some(({ reason }) => reason === 'insufficient_justification');
}
