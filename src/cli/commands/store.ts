import type { Command } from 'commander';
import { formatBytes, formatCount } from '../../contract/quantities.js';
import {
  type CopyProgress,
  type SegmentsStatus,
  STORE_KINDS,
  type StoreAdministration,
  type StoreCopy,
  type StoreKind,
  type StoreMigration,
  type StoreStatus,
} from '../../contract/store-status.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { oneOf } from '../flags/values.js';
import { printValue } from '../output/print-value.js';
import { createProgressLine } from '../output/progress-line.js';

export function defineStore(command: Command, context: CommandContext): void {
  command
    .command('status', { isDefault: true })
    .description('where the store is, whether it can be used, and what it holds; changes nothing')
    .argument('[store]', 'embedded or shared; the one in use if not given', parseKind)
    .action((kind: StoreKind | undefined) =>
      withStore(context, async (store, used) => printValue(context, await store.status(kind ?? used), statusText)),
    );
  command
    .command('migrate')
    .description('make its tables, or bring them up to date; each use does so too, where its user may')
    .argument('[store]', 'embedded or shared; the one in use if not given', parseKind)
    .action((kind: StoreKind | undefined) =>
      withStore(context, async (store, used) => printValue(context, await store.migrate(kind ?? used), migrationText)),
    );
  command
    .command('copy')
    .description('copy a store that nobody uses into an empty one, and verify the copy')
    .argument('<from>', 'embedded or shared', parseKind)
    .argument('<to>', 'the other one', parseKind)
    .addHelpText(
      'after',
      '\nembedded is the store of the state directory, shared the database of store.url or AKERNEL_STORE_URL.\nBoth have the same keys. A copy that fails leaves nothing behind.',
    )
    .action((from: StoreKind, to: StoreKind) =>
      withStore(context, async (store) => {
        const { paint, clear } = createProgressLine(context);
        const copied = await store.copy(from, to, (progress) => paint(() => progressText(progress))).finally(clear);
        await printValue(context, copied, copyText);
      }),
    );
}

function parseKind(text: string): StoreKind {
  return oneOf('the store', text, STORE_KINDS);
}

async function withStore(
  context: CommandContext,
  use: (store: StoreAdministration, used: StoreKind) => Promise<void>,
): Promise<void> {
  const [{ config }, { administerStore }] = await Promise.all([context.loadConfig(), context.loadRuntime()]);
  const store = await administerStore({ config, env: context.env });
  await use(store, config.store.url === undefined ? 'embedded' : 'shared');
}

const STATES: Readonly<Record<StoreStatus['state'], string>> = {
  missing: 'not there yet; the first use makes it',
  ready: 'ready',
  behind: 'of an older version; the next use, or akernel store migrate, brings it up to date',
  newer: 'of a newer version of akernel',
  other_key: 'made with another store key',
};

function statusText(status: StoreStatus): string {
  const { counts, engine, round_trip_ms: roundTrip, writers, runs } = status;
  const lines = [
    `${status.kind}  ${terminalSafeLine(status.place)}`,
    `state     ${STATES[status.state]}`,
    ...(engine === undefined ? [] : [`engine    ${terminalSafeLine(engine)}, ${roundTrip} ms there and back`]),
    ...(writers === undefined ? [] : [`writers   ${formatCount(writers)}`]),
    ...(counts === undefined
      ? []
      : [
          `handles   ${formatCount(counts.handles)}, ${formatBytes(counts.size_bytes)}, ${formatCount(counts.open_handles)} open`,
          `traces    ${formatCount(counts.traces)}`,
          `sessions  ${formatCount(counts.sessions)}`,
          `grants    ${formatCount(counts.grants)}`,
        ]),
    ...(runs === undefined
      ? []
      : [
          `runs      ${formatCount(runs.kept)}, ${formatBytes(runs.size_bytes)}, ${formatCount(runs.going_on)} going on`,
        ]),
    ...(status.segments === undefined ? [] : segmentLines(status.segments)),
  ];
  return `${lines.join('\n')}\n`;
}

function segmentLines(segments: SegmentsStatus): readonly string[] {
  const { place, problem, hint, waiting_handles: waiting, objects_to_remove: toRemove } = segments;
  return [
    `segments  ${terminalSafeLine(place ?? 'in a bucket that the config does not name')}`,
    `objects   ${formatCount(segments.objects)}, ${formatBytes(segments.size_bytes)}`,
    ...(waiting === 0 ? [] : [`waiting   ${formatCount(waiting)} long results are still in the database`]),
    ...(toRemove === 0 ? [] : [`to remove ${formatCount(toRemove)} objects`]),
    ...(problem === undefined ? [] : [`problem   ${problem}`]),
    ...(hint === undefined ? [] : [`          ${hint}`]),
  ];
}

function migrationText({ applied, place }: StoreMigration): string {
  const what = applied.length === 0 ? 'is up to date' : `is up to date now: ${applied.join(', ')}`;
  return `${terminalSafeLine(place)} ${what}\n`;
}

function progressText({ results, of_results: all, copied_bytes: bytes }: CopyProgress): string {
  return `copied ${formatCount(results)} of ${formatCount(all)} results, ${formatBytes(bytes)}`;
}

function copyText({ from, to, rows, copied_bytes: bytes, records_checked: checked }: StoreCopy): string {
  const { handles = 0, sessions = 0 } = rows;
  return `copied ${from} to ${to}: ${formatCount(handles)} handles (${formatBytes(bytes)}), ${formatCount(sessions)} sessions, ${formatCount(checked)} traces verified\n`;
}
