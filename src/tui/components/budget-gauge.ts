import type { BudgetState } from '../../contract/budget.js';
import type { Phase } from '../../contract/frame.js';
import { PHASES } from '../../contract/phase-words.js';
import { formatCount } from '../../contract/quantities.js';
import { displayWidth } from '../text/display-width.js';
import type { Role, Theme } from '../theme.js';
import type { Span } from './line.js';
import { cutSpans, type SpanLine } from './span-lines.js';

interface GaugeOptions {
  readonly budget: BudgetState | undefined;
  readonly phase: Phase;
  readonly width: number;
  readonly theme: Theme;
}

const LABEL = 'budget ';
const PHASE_LABEL = 'phase  ';
/** `10,000 of 10,000 used (100 %)`: the bar has the same room before the ceiling is known, and while amounts grow. */
const USUAL_WORDS = 29;
const LONGEST_BAR = 60;
const ALL_PHASES: readonly Phase[] = [1, 2, 3, 4];
const LONGEST_NAME = Math.max(...ALL_PHASES.map((phase) => PHASES[phase].name.length));
const PHASE_ROLES: Readonly<Record<Phase, Role>> = { 1: 'good', 2: 'accent', 3: 'warn', 4: 'bad' };

/** What is spent, from left to right, with the borders of the phases; below it their names, the current one in brackets. */
export function budgetGauge({ budget, phase, width, theme }: GaugeOptions): readonly SpanLine[] {
  const words = budgetWords(budget);
  const room = Math.max(USUAL_WORDS, displayWidth(words), displayWidth(budgetWords(allSpent(budget))));
  const barWidth = Math.max(10, Math.min(LONGEST_BAR, width - LABEL.length - room - 2));
  return [
    [
      { text: LABEL, role: 'faint' },
      ...bar({ spent: spentOf(budget), phase, width: barWidth, theme }),
      { text: `  ${words}` },
    ],
    [{ text: PHASE_LABEL, role: 'faint' }, ...phaseNames(phase, barWidth)],
  ];
}

const SHORT_WORDS = ' 100 % used'.length;

/** The same on one line: `phase 2 trimmed ████┆██░░┆░░┆░ 62 % used`. */
export function shortBudgetGauge({ budget, phase, width, theme }: GaugeOptions): SpanLine {
  const name = `phase ${phase} ${PHASES[phase].name.padEnd(LONGEST_NAME)} `;
  const barWidth = Math.min(30, width - name.length - SHORT_WORDS);
  const title: Span = { text: name, role: PHASE_ROLES[phase] };
  if (barWidth < 8) {
    const isKnown = budget?.total != null && !isBound(budget);
    return cutSpans([title, { text: isKnown ? percent(spentOf(budget)) : '' }], width, theme.glyphs);
  }
  return [title, ...bar({ spent: spentOf(budget), phase, width: barWidth, theme }), { text: shortWords(budget) }];
}

function shortWords(budget: BudgetState | undefined): string {
  if (budget?.total == null) {
    return '';
  }
  return isBound(budget) ? ` ${underShare(budget)}` : ` ${percent(spentOf(budget))} used`;
}

function budgetWords(budget: BudgetState | undefined): string {
  if (budget === undefined) {
    return 'not spent yet';
  }
  const used = formatCount(budget.used);
  if (budget.total == null || budget.remaining === null) {
    return `${used} used, no ceiling`;
  }
  const amounts = `${used} of ${formatCount(budget.total)} used`;
  return isBound(budget) ? `at most ${amounts}` : `${amounts} (${percent(spentOf(budget))})`;
}

function allSpent(budget: BudgetState | undefined): BudgetState | undefined {
  return budget?.total == null ? budget : { ...budget, used: budget.total, remaining: 0, exact: true };
}

/** Bytes stand for model tokens until those are counted, which are far fewer: a bar of them would run back then. */
function isBound(budget: BudgetState | undefined): boolean {
  return budget?.exact === false;
}

function underShare({ used, total }: BudgetState): string {
  const share = total == null || total === 0 ? 0 : used / total;
  return `under ${Math.min(100, Math.ceil(Math.max(PHASES[2].from, share) * 100))} %`;
}

function spentOf(budget: BudgetState | undefined): number {
  const { total, remaining } = budget ?? {};
  const isKnown = total != null && remaining != null && total !== 0 && !isBound(budget);
  return isKnown ? Math.min(1, Math.max(0, 1 - remaining / total)) : 0;
}

/** Never 0 % when something is spent, never 100 % while something is left. */
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
