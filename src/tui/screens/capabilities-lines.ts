import type { Capability } from '../../contract/capability.js';
import type { PolicyDecision } from '../../contract/grant.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { redactedSpans, type SpanLine } from '../components/span-lines.js';
import type { Column } from '../components/table-lines.js';
import { type PolicyWord, policyWord } from '../state/ui-capabilities.js';
import { wrapText } from '../text/wrap.js';
import type { Role, Theme } from '../theme.js';

export interface CapabilityRow {
  readonly capability: Capability;
  readonly decision: PolicyDecision | undefined;
}

const POLICY_ROLES: Readonly<Record<PolicyWord, Role>> = {
  allowed: 'good',
  denied: 'bad',
  justify: 'warn',
  '': 'faint',
};
const CLASS_ROLES: Readonly<Record<Capability['safety_class'], Role>> = {
  READ: 'plain',
  WRITE: 'warn',
  DESTRUCTIVE: 'bad',
};

export const CAPABILITY_COLUMNS: readonly Column<CapabilityRow>[] = [
  { title: 'capability', text: ({ capability }) => terminalSafeLine(capability.capability_id), least: 20, rank: 0 },
  {
    title: 'policy ',
    text: ({ decision }) => policyWord(decision),
    role: ({ decision }) => POLICY_ROLES[policyWord(decision)],
    rank: 1,
  },
  {
    title: 'class',
    text: ({ capability }) => capability.safety_class,
    role: ({ capability }) => CLASS_ROLES[capability.safety_class],
    rank: 2,
  },
  {
    title: 'data',
    text: ({ capability }) => (capability.sensitivity === 'NONE' ? '-' : capability.sensitivity),
    rank: 2,
  },
  {
    title: 'name',
    text: ({ capability }) => terminalSafeLine(capability.name),
    role: () => 'faint',
    least: 8,
    rank: 3,
  },
];

/** Everything worth knowing of one capability before it is run. */
export function capabilityDetail(
  { capability, decision }: CapabilityRow,
  width: number,
  theme: Theme,
): readonly SpanLine[] {
  const { capability_id: id, description, tags, driver, safety_class, sensitivity } = capability;
  const facts = [
    `${safety_class}, ${sensitivity === 'NONE' ? 'no sensitive data expected' : `data: ${sensitivity}`}`,
    `driver ${driver.driver_id} ${driver.operation}`,
    ...(tags.length === 0 ? [] : [`tags ${tags.join(', ')}`]),
  ];
  return [
    [{ text: terminalSafeLine(id), role: 'strong' }],
    ...decisionLines(decision, width, theme),
    ...wrapText(terminalSafeLine(description), width).map((line) => redactedSpans(line)),
    ...facts
      .flatMap((fact) => wrapText(terminalSafeLine(fact), width))
      .map((text): SpanLine => [{ text, role: 'faint' }]),
  ];
}

/** A policy's answer with every failed condition and what would mend it. */
export function decisionLines(
  decision: PolicyDecision | undefined,
  width: number,
  { glyphs }: Theme,
): readonly SpanLine[] {
  if (decision === undefined) {
    return [[{ text: `policy: ${glyphs.ellipsis}`, role: 'faint' }]];
  }
  const rule = decision.rule === undefined ? '' : ` by rule ${terminalSafeLine(decision.rule)}`;
  const word = policyWord(decision);
  if (decision.allowed) {
    const { limit, window_ms: window } = decision.rate_limit;
    const terms = ` ${decision.reason}, ${formatCount(limit)} calls in ${window / 1000} s`;
    const [first = '', ...more] = wrapText(`allowed${rule}:${terms}`, width - 2);
    return [
      [{ text: `${glyphs.check} ${first}`, role: 'good' }],
      ...more.map((text): SpanLine => [{ text: `  ${text}`, role: 'good' }]),
    ];
  }
  const head = word === 'justify' ? 'allowed with a justification' : 'denied';
  const conditions = decision.denials.flatMap(({ reason, message, remedy }): readonly SpanLine[] => [
    ...wrapText(terminalSafeLine(`${reason}: ${message}`), width - 2).map((text): SpanLine => [{ text: `  ${text}` }]),
    ...wrapText(terminalSafeLine(remedy), width - 4).map((text): SpanLine => [{ text: `    ${text}`, role: 'faint' }]),
  ]);
  return [[{ text: `${glyphs.cross} ${head}${rule}`, role: POLICY_ROLES[word] }], ...conditions];
}
