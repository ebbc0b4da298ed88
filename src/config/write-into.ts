import { randomBytes } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { KernelError } from '../contract/errors.js';
import { parseConfigText } from './parse-text.js';
import { codeOf, MAX_CONFIG_BYTES, readConfigText } from './read-file.js';
import { isRecord } from './trees.js';

type Members = Readonly<Record<string, unknown>>;

/** What to add to a config. */
export interface Additions {
  readonly capabilities?: readonly (Members & { readonly capability_id: string })[];
  readonly mcp_servers?: Readonly<Record<string, Members>>;
}

/**
 * Adds to a config file, which is made when it is not there. What is in it stays as it was written, comments included.
 * Names that are there already are refused (USAGE), and then nothing is written; the file is replaced in one step.
 */
export async function writeIntoConfig(path: string, additions: Additions): Promise<void> {
  if (!/\.(?:json|ya?ml)$/.test(path)) {
    throw new KernelError('USAGE', `the config file ${JSON.stringify(basename(path))} must end in .yaml or .json`, {
      hint: 'for example akernel.config.yaml',
    });
  }
  const before = (await readConfigText(path)) ?? { path, text: '' };
  const tree = before.text.trim() === '' ? {} : await parseConfigText(before);
  refuseKnownNames(tree, additions);
  const text = path.endsWith('.json') ? addToJson(tree, additions) : await addToYaml(before.text, additions);
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES) {
    throw new KernelError('LIMIT_REACHED', `the config would be longer than ${MAX_CONFIG_BYTES} bytes`, {
      hint: 'import less of it; for an OpenAPI document --tag chooses',
    });
  }
  await replaceFile(path, text);
}

function refuseKnownNames({ capabilities, mcp_servers: servers }: Members, additions: Additions): void {
  const ids = new Set(
    Array.isArray(capabilities) ? capabilities.map((entry) => isRecord(entry) && entry['capability_id']) : [],
  );
  const capability = (additions.capabilities ?? []).map((entry) => entry.capability_id).filter((id) => ids.has(id));
  const server = Object.keys(additions.mcp_servers ?? {}).filter(
    (name) => isRecord(servers) && Object.hasOwn(servers, name),
  );
  const known = [...capability, ...server];
  if (known.length > 0) {
    const more = known.length > MOST_NAMED ? ` and ${known.length - MOST_NAMED} more` : '';
    throw new KernelError('USAGE', `the config has ${known.slice(0, MOST_NAMED).join(', ')}${more} already`, {
      hint:
        server.length > 0
          ? 'they stay as they are; remove them from mcp_servers to have them imported anew'
          : 'choose another namespace, or remove them first',
    });
  }
}

const MOST_NAMED = 5;

function addToJson(tree: Members, { capabilities = [], mcp_servers: servers = {} }: Additions): string {
  const { capabilities: before, mcp_servers: serversBefore } = tree;
  const next = {
    ...tree,
    ...(capabilities.length === 0 ? {} : { capabilities: [...(Array.isArray(before) ? before : []), ...capabilities] }),
    ...(Object.keys(servers).length === 0
      ? {}
      : { mcp_servers: { ...(isRecord(serversBefore) ? serversBefore : {}), ...servers } }),
  };
  return `${JSON.stringify(next, undefined, 2)}\n`;
}

async function addToYaml(text: string, { capabilities = [], mcp_servers: servers = {} }: Additions): Promise<string> {
  const { isMap, isSeq, parseDocument } = await import('./yaml-library.js');
  const document = parseDocument(text);
  const list: unknown = document.get('capabilities');
  if (capabilities.length > 0 && !isSeq(list)) {
    refuseToReplace('capabilities', list);
    document.set('capabilities', document.createNode([]));
  } else if (isSeq(list) && list.items.length === 0) {
    list.flow = false;
  }
  for (const entry of capabilities) {
    document.addIn(['capabilities'], document.createNode(entry));
  }
  if (Object.keys(servers).length > 0 && !isMap(document.get('mcp_servers'))) {
    refuseToReplace('mcp_servers', document.get('mcp_servers'));
    document.set('mcp_servers', document.createNode({}));
  }
  for (const [name, entry] of Object.entries(servers)) {
    document.setIn(['mcp_servers', name], document.createNode(entry));
  }
  return document.toString({ lineWidth: 120 });
}

/** Something else than a list or an object of its own, such as an alias, would be lost. */
function refuseToReplace(section: string, there: unknown): void {
  if (there !== undefined && there !== null) {
    throw new KernelError('USAGE', `the section ${section} of the config is not one that can be added to`, {
      hint: 'write it out in place of the alias',
    });
  }
}

/** A reader sees the old file or the new one, never a part of it. A symbolic link stays one. */
async function replaceFile(path: string, text: string): Promise<void> {
  let target = path;
  let made: string | undefined;
  try {
    target = await realpath(path).catch(() => path);
    const mode = await stat(target).then(
      (stats) => stats.mode & 0o777,
      () => 0o644,
    );
    made = `${target}.${randomBytes(6).toString('hex')}`;
    await writeFile(made, text, { mode, flag: 'wx' });
    await rename(made, target);
  } catch (cause) {
    await (made === undefined ? undefined : rm(made, { force: true }));
    const code = codeOf(cause);
    throw new KernelError('USAGE', `the config cannot be written${code === undefined ? '' : ` (${code})`}`, {
      hint: 'check its folder and permissions',
      cause,
    });
  }
}
