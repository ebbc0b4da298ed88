import type { HostEntry } from './entry-types.js';
import type { ReferenceStyle } from './parse-host-file.js';

/** The entry with all references written `${NAME}`, `${env:NAME}` or `${file:PATH}`. */
export function unifyReferences(entry: HostEntry, style: ReferenceStyle): HostEntry {
  switch (style) {
    case 'opencode':
      return mapTexts(entry, (text) => text.replace(/\{(env|file):([^{}]+)\}/g, '$${$1:$2}'));
    case 'shell':
      return mapTexts(entry, (text) => text.replace(/\$([A-Za-z_]\w*)/g, '$${$1}'));
    case 'braces':
    case 'none':
      return entry;
  }
}

/** Every text of an entry in which a reference may stand, changed. */
export function mapTexts(entry: HostEntry, change: (text: string) => string): HostEntry {
  const { command, args, env, cwd, envFile, url, headers } = entry;
  const all = (members: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(members).map(([name, text]) => [name, change(text)]));
  return {
    ...entry,
    ...(command === undefined ? {} : { command: change(command) }),
    args: args.map(change),
    env: all(env),
    ...(cwd === undefined ? {} : { cwd: change(cwd) }),
    ...(envFile === undefined ? {} : { envFile: change(envFile) }),
    ...(url === undefined ? {} : { url: change(url) }),
    headers: all(headers),
  };
}

/** Every text of an entry in which a reference may stand. */
export function textsIn(entry: HostEntry): readonly string[] {
  const texts: string[] = [];
  mapTexts(entry, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}
