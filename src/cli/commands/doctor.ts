import type { Command } from 'commander';
import type { Check } from '../check.js';
import type { CommandContext } from '../context.js';
import { CHECKS } from '../doctor-checks.js';
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
    results.push(...(await check(context)));
  }
  await printList(context, results, {
    row: ({ check, result, detail, hint }) => ({ check, result, detail, hint: hint ?? '' }),
    none: 'nothing was checked',
  });
  const failed = results.filter(({ result }) => result === 'error');
  if (failed.length > 0) {
    context.setStatus(failed.some(({ area }) => area === 'store') ? 7 : 1);
  }
}
