import type { HostEntry } from './entry-types.js';
import { freeName } from './free-name.js';
import { readHostEntry } from './host-entry.js';
import type { FoundServer } from './parse-host-file.js';
import { unifyReferences } from './unify-references.js';

export interface Skipped {
  readonly name: string;
  readonly why: string;
}

export interface ReadEntries {
  /** By the names that akernel gives them. */
  readonly entries: readonly { readonly name: string; readonly entry: HostEntry; readonly found: FoundServer }[];
  readonly skipped: readonly Skipped[];
  /** What was not taken over, or is called otherwise. */
  readonly notes: readonly string[];
}

/** A file that names more was not written by hand. */
const MOST_SERVERS = 500;
const MOST_MEMBERS = 8;
const LONGEST_MEMBER = 60;

/** The servers of a host's file, each in the same shape and under a name of its own. */
export function readEntries(servers: readonly FoundServer[]): ReadEntries {
  const entries: ReadEntries['entries'][number][] = [];
  const skipped: Skipped[] = [];
  const notes: string[] = [];
  const taken = new Set<string>();
  for (const found of servers) {
    const read = taken.size < MOST_SERVERS ? readHostEntry(found.entry) : { why: `comes after ${MOST_SERVERS} others` };
    if ('why' in read) {
      skipped.push({ name: found.name, why: read.why });
      continue;
    }
    const name = freeName(found.name, taken);
    taken.add(name);
    entries.push({ name, entry: unifyReferences(read.entry, found.style), found });
    notes.push(...notesOn({ name, found, left: read.left }));
  }
  return { entries, skipped, notes };
}

interface Noted {
  readonly name: string;
  readonly found: FoundServer;
  readonly left: readonly string[];
}

function notesOn({ name, found, left }: Noted): readonly string[] {
  const { name: given, project } = found;
  const of = project === undefined ? '' : ` of ${project}`;
  const shown = left.slice(0, MOST_MEMBERS).map((member) => member.slice(0, LONGEST_MEMBER));
  const more = left.length > MOST_MEMBERS ? ` and ${left.length - MOST_MEMBERS} more` : '';
  return [
    ...(name === given ? [] : [`${given}${of} is called ${name} here`]),
    ...(left.length === 0 ? [] : [`not taken over of ${name}: ${shown.join(', ')}${more}`]),
  ];
}
