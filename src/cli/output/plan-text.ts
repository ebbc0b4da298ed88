import type { PolicyDecision } from '../../contract/grant.js';
import type { Plan } from '../../contract/kernel.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Style } from './style.js';

/** A dry run in words. */
export function planText(plan: Plan, style: Style): string {
  const left = plan.session_remaining === undefined ? '' : `, ${plan.session_remaining} left in the session`;
  const lines = [
    `${plan.capability_id} as ${plan.principal_id}, ${plan.driver_id} ${plan.operation}, ${plan.mode}`,
    `budget ${plan.budget_total}${left}`,
    ...(plan.args_valid ? ['arguments are valid'] : plan.args_errors.map((error) => `argument error: ${error}`)),
  ];
  return `${lines.map(terminalSafeLine).join('\n')}\n${decisionText(plan.decision, style)}nothing was run\n`;
}

/** A policy's answer with every failed condition and what would mend it. */
export function decisionText(decision: PolicyDecision, style: Style): string {
  const rule = decision.rule === undefined ? '' : ` by rule ${terminalSafeLine(decision.rule)}`;
  if (decision.allowed) {
    const { limit, window_ms: window } = decision.rate_limit;
    return `${style.good('allowed')}${rule}: ${decision.reason}, ${limit} calls in ${window / 1000} s, ${decision.row_cap} rows a page\n`;
  }
  const conditions = decision.denials.map(
    ({ reason, message, remedy }) => `  ${reason}: ${terminalSafeLine(message)}\n    ${terminalSafeLine(remedy)}\n`,
  );
  return `${style.bad('denied')}${rule}\n${conditions.join('')}`;
}
