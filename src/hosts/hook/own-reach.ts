import { basename, resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import { homeOf, usualStateDirectory } from '../../config/find-files.js';
import { guardOwnState } from '../../config/own-files.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { FileWrite } from './event.js';
import { filesWritten, isRunner, programOf } from './shell-programs.js';
import { readSegments, type ShellSegment } from './shell-segments.js';

/** Where that lies which only a person may change. */
export interface OwnPlaces {
  /** Whether a path, as it is written in a command or a tool's input, leads to akernel's own state and keys. */
  readonly isState: (path: string) => boolean;
  /** Whether a command may name any of it: most do not, and need not be read. */
  readonly mayBeIn: (command: string) => boolean;
}

export function ownPlaces(
  config: Pick<Config, 'store'>,
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): OwnPlaces {
  const guard = guardOwnState(config, env);
  const names = [config.store.directory, usualStateDirectory(env)].map((path) => basename(path)).filter(Boolean);
  const home = homeOf(env);
  const pathOf = (word: string): string =>
    resolve(
      cwd,
      word.replace(/^~(?=\/|$)/, home).replace(VARIABLE, (_, name: string) => env[name] ?? ''),
    );
  return {
    isState: (word) => guard.holds(pathOf(word)),
    mayBeIn: (command) => /akernel/i.test(command) || names.some((name) => command.includes(name)),
  };
}

/** Why a command must be left to a person; undefined for nearly all. What only a program would tell is not seen. */
export function whyOwn(command: string, places: OwnPlaces): string | undefined {
  return places.mayBeIn(command) ? reasonIn(command, places, 0) : undefined;
}

/** The same of what a tool writes. */
export function whyOwnWrite({ file }: FileWrite, places: OwnPlaces): string | undefined {
  const verb = 'not written';
  return isConfig(file) ? configReason(verb, file) : places.isState(file) ? stateReason(verb, file) : undefined;
}

/** What a config says decides what an agent is shown. */
export function isConfig(file: string): boolean {
  return /(?:^|[/\\])(?:akernel\.config\.(?:json|ya?ml)|akernel[/\\]config\.(?:json|ya?ml))$/i.test(file);
}

const VARIABLE = /\$\{?([A-Za-z_]\w*)\}?/g;
const MOST_LEVELS = 4;
const NOT_RUN = 'not run';
/** They change or remove every file that they are given, or only the last. */
const CHANGE_ALL = /^(?:rm|mv|unlink|shred|truncate|chmod|chown)$/;
const CHANGE_LAST = /^(?:cp|ln|install|rsync)$/;
const STARTERS = /^(?:node|nodejs|npx|bunx|bun|pnpm|yarn)$/;
const OWN_PROGRAM = /(?:^|\/)akernel(?:\.js)?$/;

function reasonIn(line: string, places: OwnPlaces, level: number): string | undefined {
  if (level > MOST_LEVELS) {
    return undefined;
  }
  for (const segment of readSegments(line)) {
    const why =
      reasonOf(segment, places) ??
      linesWithin(segment)
        .map((inner) => reasonIn(inner, places, level + 1))
        .find((reason) => reason !== undefined);
    if (why !== undefined) {
      return why;
    }
  }
  return undefined;
}

function linesWithin({ words, input, inner }: ShellSegment): readonly string[] {
  return isRunner(programOf(words)) ? [...inner, ...words, input] : inner;
}

function reasonOf(segment: ShellSegment, places: OwnPlaces): string | undefined {
  const act = decisionIn(segment.words);
  if (act !== undefined) {
    return `[akernel] ${NOT_RUN}: ${act} is for a person to decide; ask them to run it`;
  }
  const config = changedBy(segment).find(isConfig);
  if (config !== undefined) {
    return configReason(NOT_RUN, config);
  }
  const named = [...segment.words, ...segment.outputs].map((word) => word.replace(/^-{0,2}[\w-]+=(?=[~/.$])/, ''));
  const state = named.find((word) => word !== '' && places.isState(word));
  return state === undefined ? undefined : stateReason(NOT_RUN, state);
}

function changedBy(segment: ShellSegment): readonly string[] {
  const program = programOf(segment.words);
  const names = segment.words.filter((word) => !word.startsWith('-'));
  const given = CHANGE_ALL.test(program) ? names : CHANGE_LAST.test(program) ? names.slice(-1) : [];
  return [...segment.outputs, ...filesWritten(segment), ...given];
}

/** What takes akernel's guard away, or lets through what a server has changed. */
function decisionIn(words: readonly string[]): string | undefined {
  const program = programOf(words);
  const at = words.findIndex((word) => OWN_PROGRAM.test(word));
  if (at === -1 || !(OWN_PROGRAM.test(program) || STARTERS.test(program))) {
    return undefined;
  }
  const [first, second] = words.slice(at + 1).filter((word) => !word.startsWith('-'));
  if (first === 'uninstall') {
    return 'akernel uninstall';
  }
  return first === 'mcp' && second === 'trust' ? 'akernel mcp trust' : undefined;
}

function configReason(verb: string, file: string): string {
  return `[akernel] ${verb}: ${terminalSafeLine(file)} says what akernel hides from you; ask the person to change it`;
}

function stateReason(verb: string, path: string): string {
  return `[akernel] ${verb}: ${terminalSafeLine(path)} is where akernel has its state and keys; its own commands show what may be seen of it`;
}
