import type { IForbiddenRuleType } from 'dependency-cruiser';

/** The rooms of the firewall. Each may import those behind it in this list, and none before it. */
export const ROOMS: readonly string[] = [
  'frames',
  'nested',
  'texts',
  'facts',
  'budget',
  'settings',
  'own-detectors',
  'rows',
  'find',
  'decoded',
  'scan',
  'tables',
  'credentials',
  'keys',
  'people',
  'assignments',
  'bind',
  'numbers',
  'judge',
  'lex',
  'pattern',
];

/** A rule for each room, but the first, which may import all others. */
export function roomRules(root: string): readonly IForbiddenRuleType[] {
  return ROOMS.slice(1).map((room, index) => ({
    name: `room-${room}`,
    comment: `${room} would need a part that is made of it`,
    severity: 'error',
    from: { path: `^${root}/firewall/${room}/` },
    to: { path: `^${root}/firewall/(${ROOMS.slice(0, index + 1).join('|')})/` },
  }));
}
