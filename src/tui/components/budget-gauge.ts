import type { BudgetState } from '../../contract/budget.js';
import type { Phase } from '../../contract/frame.js';
import { PHASES } from '../../contract/phase-words.js';
import { formatCount } from '../../contract/quantities.js';
import { displayWidth } from '../text/display-width.js';
import type { Role, Theme } from '../theme.js';
import type { Span } from './line.js';
import type { SpanLine } from './span-lines.js';

interface GaugeOptions {
  readonly budget: BudgetState | undefined;
  readonly phase: Phase;
  readonly width: number;
  readonly theme: Theme;
}

const LABEL = 'budget ';
const ALL_PHASES: readonly Phase[] = [1, 2, 3, 4];
const PHASE_ROLES: Readonly<Record<Phase, Role>> = { 1: 'good', 2: 'accent', 3: 'warn', 4: 'bad' };

/** What is spent, from left to right, with the borders of the phases; below it their names, the current one in brackets. */
export function budgetGauge({ budget, phase, width, theme }: GaugeOptions): readonly SpanLine[] {
  const words = budgetWords(budget);
  // The bar stays as long as it is while the amounts change.
  const widest = Math.max(displayWidth(words), displayWidth(budgetWords(untouched(budget))));
  const barWidth = Math.max(10, Math.min(60, width - LABEL.length - widest - 2));
  const indent = ' '.repeat(LABEL.length);
  return [
    [
      { text: LABEL, role: 'faint' },
      ...bar({ spent: spentOf(budget), phase, width: barWidth, theme }),
      { text: `  ${words}` },
    ],
    [{ text: indent }, ...phaseNames(phase, barWidth)],
  ];
}

/** The same on one line: `phase 2 trimmed ████┆██░░┆░░┆░ 38 % left`. */
export function shortBudgetGauge({ budget, phase, width, theme }: GaugeOptions): SpanLine {
  const name = `phase ${phase} ${PHASES[phase].name} `;
  const spent = spentOf(budget);
  const left = budget?.total == null ? '' : percent(1 - spent);
  const barWidth = Math.min(30, width - name.length - left.length - ' left'.length - 1);
  const title: Span = { text: name, role: PHASE_ROLES[phase] };
  if (barWidth < 8) {
    return [title, { text: left }];
  }
  const words = left === '' ? '' : ` ${left} left`;
  return [title, ...bar({ spent, phase, width: barWidth, theme }), { text: words }];
}

function budgetWords(budget: BudgetState | undefined): string {
  if (budget === undefined) {
    return 'not spent yet';
  }
  if (budget.total == null || budget.remaining === null) {
    return `${formatCount(budget.used)} used, no ceiling`;
  }
  const left = `${formatCount(budget.remaining)} of ${formatCount(budget.total)} left`;
  return `${left} (${percent(1 - spentOf(budget))})`;
}

function untouched(budget: BudgetState | undefined): BudgetState | undefined {
  return budget?.total == null ? budget : { ...budget, used: 0, remaining: budget.total };
}

function spentOf(budget: BudgetState | undefined): number {
  const { total, remaining } = budget ?? {};
  return total == null || remaining == null || total === 0 ? 0 : Math.min(1, Math.max(0, 1 - remaining / total));
}

/** Never 0 % while something is left, never 100 % when something is spent. */
function percent(share: number): string {
  const whole = Math.round(share * 100);
  return `${share > 0 && share < 1 ? Math.min(99, Math.max(1, whole)) : whole} %`;
}

interface BarOptions {
  readonly spent: number;
  readonly phase: Phase;
  readonly width: number;
  readonly theme: Theme;
}

function bar({ spent, phase, width, theme }: BarOptions): readonly Span[] {
  const { full, empty, mark } = theme.glyphs;
  const marks = new Set(ALL_PHASES.slice(1).map((each) => borderOf(each, width)));
  const filled = Math.round(spent * width);
  const cells = Array.from({ length: width }, (_, index) => (marks.has(index) ? mark : index < filled ? full : empty));
  return [
    { text: cells.slice(0, filled).join(''), role: PHASE_ROLES[phase] },
    { text: cells.slice(filled).join(''), role: 'faint' },
  ];
}

function borderOf(phase: Phase, width: number): number {
  return Math.round(PHASES[phase].from * width);
}

/** Each name below the start of its part of the bar, moved on where the one before it needs the room. */
function phaseNames(current: Phase, width: number): readonly Span[] {
  let used = 0;
  return ALL_PHASES.flatMap((phase): readonly Span[] => {
    const isCurrent = phase === current;
    const name = isCurrent ? `[${phase} ${PHASES[phase].name}]` : `${phase} ${PHASES[phase].name}`;
    const start = Math.max(borderOf(phase, width), used === 0 ? 0 : used + 1);
    const gap = ' '.repeat(start - used);
    used = start + name.length;
    return [{ text: gap }, { text: name, role: isCurrent ? PHASE_ROLES[phase] : 'faint' }];
  });
}
