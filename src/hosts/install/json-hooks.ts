import { isDeepStrictEqual } from 'node:util';
import { tableAt } from '../../config/mcp-import/server-tables.js';
import { isRecord } from '../../config/trees.js';
import type { HostId } from '../../contract/host.js';
import { jsonTextAt, parseJsonText, putJsonText, setInJson } from '../text/json-text.js';
import { refusal } from '../text/refusal.js';
import type { Members } from './gateway-entry.js';
import { type HookEntry, isOwnCommand } from './hook-entries.js';
import type { Part, PutPart, TextsOfFile } from './part.js';

const PLACE = ['hooks'];
/** Hosts whose hooks stand in a file with the number of its form. */
const NUMBERED: readonly HostId[] = ['cursor', 'copilot'];

/** Our entries among the hooks of a JSON file, behind those of others. */
export function jsonHooks(host: HostId, entries: readonly HookEntry[]): Part {
  return {
    put: (text = '') => put(text, host, entries),
    take,
    isIn: async (text) => Object.values(tableAt(await parseJsonText(text), PLACE)).some((list) => !isUntouched(list)),
  };
}

async function put(text: string, host: HostId, entries: readonly HookEntry[]): Promise<PutPart> {
  const tree = await parseJsonText(text);
  refuseOtherForms(tree);
  if (isAllThere(tableAt(tree, PLACE), entries)) {
    return { text, isThere: true, notes: [] };
  }
  let changed = NUMBERED.includes(host) && tree['version'] === undefined ? await setInJson(text, ['version'], 1) : text;
  changed = await withoutOwn(changed, tree);
  for (const { event, entry } of entries) {
    const there = tableAt(await parseJsonText(changed), PLACE)[event];
    changed = Array.isArray(there)
      ? await setInJson(changed, ['hooks', event, there.length], entry)
      : await setInJson(changed, ['hooks', event], [entry]);
  }
  return { text: changed, isThere: false, notes: [] };
}

function refuseOtherForms({ hooks }: Members): void {
  const isKnown = hooks === undefined || (isRecord(hooks) && Object.values(hooks).every(Array.isArray));
  if (!isKnown) {
    throw refusal('has hooks in a form that is not known here');
  }
}

function isAllThere(hooks: Members, entries: readonly HookEntry[]): boolean {
  const own = Object.entries(hooks).flatMap(([event, list]) => ownIn(list).map((entry) => ({ event, entry })));
  return own.length === entries.length && entries.every((each) => own.some((other) => isDeepStrictEqual(each, other)));
}

function ownIn(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.filter((entry) => !isDeepStrictEqual(notOwn(entry), [entry])) : [];
}

/** An entry without our commands; no entry where it had no other. */
function notOwn(entry: unknown): readonly unknown[] {
  if (!isRecord(entry)) {
    return [entry];
  }
  if ([entry['command'], entry['bash'], entry['powershell']].some(isOwnCommand)) {
    return [];
  }
  const { hooks } = entry;
  if (!Array.isArray(hooks) || isUntouched(hooks)) {
    return [entry];
  }
  const others = hooks.flatMap(notOwn);
  return others.length === 0 ? [] : [{ ...entry, hooks: others }];
}

function isUntouched(list: unknown): boolean {
  return ownIn(list).length === 0;
}

async function withoutOwn(text: string, original: Members): Promise<string> {
  let changed = text;
  for (const [event, list] of Object.entries(tableAt(await parseJsonText(text), PLACE))) {
    changed =
      Array.isArray(list) && !isUntouched(list) ? await withoutOwnIn(changed, { event, list, original }) : changed;
  }
  const hooks = tableAt(await parseJsonText(changed), PLACE);
  const isLeft = Object.keys(hooks).length > 0 || original['hooks'] !== undefined || changed === text;
  return isLeft ? changed : setInJson(changed, PLACE, undefined);
}

interface Cleaning {
  readonly event: string;
  readonly list: readonly unknown[];
  readonly original: Members;
}

/** From the last to the first, so that the places of the others stay. */
async function withoutOwnIn(text: string, { event, list, original }: Cleaning): Promise<string> {
  const left = list.flatMap(notOwn);
  const wasThere = tableAt(original, PLACE)[event] !== undefined;
  if (left.length === 0) {
    return setInJson(text, ['hooks', event], wasThere ? [] : undefined);
  }
  let changed = text;
  for (const [index, entry] of [...list.entries()].reverse()) {
    const [kept] = notOwn(entry);
    changed = isDeepStrictEqual(kept, entry) ? changed : await setInJson(changed, ['hooks', event, index], kept);
  }
  return changed;
}

async function take({ original, installed, current }: TextsOfFile): Promise<string | undefined> {
  const before = await parseJsonText(original ?? '');
  let text = current;
  for (const event of Object.keys(tableAt(await parseJsonText(installed), PLACE))) {
    const path = ['hooks', event];
    const [written, placed, now] = await Promise.all(
      [original ?? '', installed, text].map((each) => jsonTextAt(each, path)),
    );
    if (written !== undefined && now === placed) {
      text = await putJsonText(text, path, written);
    }
  }
  text = await withoutOwn(text, before);
  const { version, ...left } = await parseJsonText(text);
  return original === undefined && Object.keys(left).length === 0 && (version === undefined || version === 1)
    ? undefined
    : text;
}
