import type { Plan } from '../../contract/kernel.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import { wrapText } from '../text/wrap.js';
import { decisionLines } from './capabilities-lines.js';
import { factLines } from './handles-lines.js';
import type { TextPage } from './pane.js';

/** A dry run in words. */
export function planPage(plan: Plan): TextPage {
  const left = plan.session_remaining;
  return {
    title: `dry run of ${plan.capability_id}`,
    lines: (width, theme) => [
      [{ text: 'nothing was run', role: 'faint' }],
      ...factLines(
        [
          ['principal', plan.principal_id],
          ['driver', `${plan.driver_id} ${plan.operation}`],
          ['mode', plan.mode],
          ['budget', `${formatCount(plan.budget_total)} model tokens`],
          ['session', left === undefined ? undefined : `${formatCount(left)} left`],
        ],
        width,
      ),
      [],
      ...(plan.args_valid
        ? [[{ text: `${theme.glyphs.check} the arguments are valid`, role: 'good' as const }]]
        : plan.args_errors.flatMap((text) =>
            wrapText(terminalSafeLine(`${theme.glyphs.cross} ${text}`), width).map(
              (line): SpanLine => [{ text: line, role: 'bad' }],
            ),
          )),
      ...decisionLines(plan.decision, width, theme),
    ],
  };
}
