import type { Command } from 'commander';
import type { Check } from '../check.js';
import type { CommandContext } from '../context.js';
import { CHECKS, checkConfig } from '../doctor-checks.js';
import { checksText } from '../output/checks-text.js';
import { printList } from '../output/print-value.js';

export function defineDoctor(command: Command, context: CommandContext): void {
  command
    .addHelpText(
      'after',
      '\nEnds with 0 when all is well or there are only warnings, 7 when the store fails, 1 otherwise.',
    )
    .action(() => doctor(context));
}

async function doctor(context: CommandContext): Promise<void> {
  const results: Check[] = [];
  for (const check of CHECKS) {
    const found = await check(context);
    results.push(...found);
    // All others need one that can be used, and would say the same.
    if (check === checkConfig && found.some(({ result }) => result === 'error')) {
      break;
    }
  }
  await printList(context, results, {
    row: ({ check, result, detail, hint }) => ({ check, result, detail, hint: hint ?? '' }),
    none: 'nothing was checked',
    lines: (items, style) => checksText(items, style, context.stdout.columns()),
  });
  const failed = results.filter(({ result }) => result === 'error');
  if (failed.length > 0) {
    context.setStatus(failed.some(({ area }) => area === 'store') ? 7 : 1);
  }
}
