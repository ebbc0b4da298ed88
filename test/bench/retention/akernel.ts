import { createCliWorkshop } from '../../support/cli-host.js';

/** What a model gets of a text, and what was printed for it. */
export interface Shown {
  readonly printed: string;
  /** What can be read of it: all that was printed, or of frames the content of each. */
  readonly content: string;
}

export interface AkernelRuns {
  readonly text: (text: string, budget: number, query?: string) => Promise<Shown>;
  readonly frames: (text: string, budget: number) => Promise<Shown>;
  readonly dispose: () => void;
}

/** What a frame tells of a tool's output beside its text; all else are accounts. */
const CONTENT_KEYS = ['rows', 'raw_data', 'highlights', 'facts', 'folded', 'warnings'];

/** `akernel pipe` in this process, in a state directory of its own. */
export function createAkernelRuns(): AkernelRuns {
  const workshop = createCliWorkshop();
  const pipe = async (text: string, argv: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await workshop.run(['pipe', '--quiet', ...argv], { stdin: text });
    if (status !== 0) {
      throw new Error(`akernel pipe ${argv.join(' ')} ended with ${status}: ${stderr}`);
    }
    return stdout;
  };
  return {
    dispose: workshop.dispose,
    text: async (text, budget, query) => {
      const asked = query === undefined ? [] : ['--query', query];
      const printed = await pipe(text, ['--budget', String(budget), '-o', 'text', ...asked]);
      return { printed, content: printed };
    },
    frames: async (text, budget) => {
      const printed = await pipe(text, ['--budget', String(budget), '-o', 'ndjson']);
      const frames = printed.trimEnd().split('\n').map(parseFrame);
      return { printed, content: contentOf(frames) };
    },
  };
}

type Frame = Readonly<Record<string, unknown>>;

function parseFrame(line: string): Frame {
  return JSON.parse(line);
}

/** The text of all frames as the one text it is; then all else that they tell. */
function contentOf(frames: readonly Frame[]): string {
  const texts = frames.map(({ text }) => (typeof text === 'string' ? text : ''));
  const rest = frames.flatMap((frame) => CONTENT_KEYS.flatMap((key) => linesOf(frame[key])));
  return `${texts.join('')}\n${rest.join('\n')}`;
}

/** Strings as they are, so that an answer need not be escaped; of a list each member on a line. */
function linesOf(value: unknown): readonly string[] {
  if (value === undefined) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap(linesOf);
  }
  return isHighlight(value)
    ? [value.gap ?? '', value.text]
    : [typeof value === 'string' ? value : JSON.stringify(value)];
}

function isHighlight(value: unknown): value is { readonly text: string; readonly gap?: string } {
  return typeof value === 'object' && value !== null && 'line' in value && 'text' in value;
}
