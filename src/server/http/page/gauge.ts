import { PHASES } from '../../../contract/phase-words.js';
import { formatCount } from '../../../contract/quantities.js';
import { make, put } from './dom.js';
import { type Members, numberOf } from './members.js';

const ALL_PHASES = [1, 2, 3, 4] as const;
export const PHASE_CLASSES: Readonly<Record<number, string>> = { 1: 'good', 2: 'accent', 3: 'warn', 4: 'bad' };

export interface Gauge {
  readonly element: HTMLElement;
  readonly show: (budget: Members, phase: number) => void;
}

/** What is spent, from left to right, with the borders of the phases; below it their names, the current one in brackets. */
export function createGauge(): Gauge {
  const fill = make('span', { class: 'fill' });
  const marks = ALL_PHASES.slice(1).map((phase) => {
    const mark = make('span', { class: 'mark' });
    mark.style.left = `${PHASES[phase].from * 100}%`;
    return mark;
  });
  const bar = make(
    'div',
    { class: 'bar', role: 'meter', 'aria-label': 'budget', 'aria-valuemin': '0' },
    fill,
    ...marks,
  );
  const words = make('span', {});
  const names = make('p', { class: 'phases' });
  const element = make(
    'div',
    { class: 'gauge' },
    make('span', { class: 'label' }, 'budget'),
    make('div', { class: 'bar-box' }, bar, names),
    words,
  );
  return {
    element,
    show(budget, phase) {
      const spent = spentOf(budget);
      const said = budgetWords(budget, spent);
      fill.style.width = `${spent * 100}%`;
      element.className = `gauge ${PHASE_CLASSES[phase] ?? ''}`;
      bar.setAttribute('aria-valuemax', '100');
      bar.setAttribute('aria-valuenow', String(Math.round(spent * 100)));
      bar.setAttribute('aria-valuetext', `phase ${phase}, ${said}`);
      put(words, said);
      put(names, ...ALL_PHASES.map((each) => phaseName(each, each === phase)));
    },
  };
}

function phaseName(phase: (typeof ALL_PHASES)[number], isCurrent: boolean): HTMLElement {
  const words = `${phase} ${PHASES[phase].name}`;
  const name = make('span', { class: isCurrent ? 'current' : 'faint' }, isCurrent ? `[${words}]` : words);
  name.style.setProperty('--from', `${PHASES[phase].from * 100}%`);
  return name;
}

function spentOf(budget: Members): number {
  const total = numberOf(budget['total']) ?? 0;
  const remaining = numberOf(budget['remaining']);
  return total === 0 || remaining === undefined ? 0 : Math.min(1, Math.max(0, 1 - remaining / total));
}

/** `1,486 of 4,000 left (37 %)`. */
function budgetWords(budget: Members, spent: number): string {
  const used = numberOf(budget['used']);
  const total = numberOf(budget['total']);
  const remaining = numberOf(budget['remaining']);
  if (used === undefined) {
    return 'not spent yet';
  }
  return total === undefined || remaining === undefined
    ? `${formatCount(used)} used, no ceiling`
    : `${formatCount(remaining)} of ${formatCount(total)} left (${percent(1 - spent)})`;
}

/** Never 0 % while something is left, never 100 % when something is spent. */
function percent(share: number): string {
  const whole = Math.round(share * 100);
  return `${share > 0 && share < 1 ? Math.min(99, Math.max(1, whole)) : whole} %`;
}
