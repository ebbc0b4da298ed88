import type { TerminalTraits } from './terminal/terminal.js';
import type { BarGlyphs } from './text/bars.js';

/** What a text is, not how it looks: the theme says that. No meaning is carried by a role alone. */
export type Role =
  | 'plain'
  | 'strong'
  | 'faint'
  | 'good'
  | 'warn'
  | 'bad'
  | 'accent'
  | 'redacted'
  | 'selected'
  | 'found'
  | 'key';

/** The props of Ink's Text for a role: the terminal's own 16 colours, which suit light and dark grounds. */
export interface Look {
  readonly color?: 'green' | 'yellow' | 'red' | 'cyan' | 'magenta' | 'black';
  /** Behind the text. */
  readonly ground?: 'yellow';
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly inverse?: boolean;
  readonly underline?: boolean;
}

export interface Glyphs extends BarGlyphs {
  readonly horizontal: string;
  readonly vertical: string;
  readonly full: string;
  readonly empty: string;
  readonly over: string;
  readonly mark: string;
  readonly up: string;
  readonly down: string;
  readonly ascending: string;
  readonly descending: string;
  readonly left: string;
  readonly right: string;
  readonly bullet: string;
  readonly dot: string;
  readonly ellipsis: string;
  readonly check: string;
  readonly cross: string;
  readonly pause: string;
  /** Around the short mark of a placeholder in a cell. */
  readonly markOpen: string;
  readonly markClose: string;
}

export interface Theme {
  readonly looks: Readonly<Record<Role, Look>>;
  readonly glyphs: Glyphs;
}

/** Many terminals show bold as bright: yellow or cyan in bold cannot be read on white. */
const LOOKS: Theme['looks'] = {
  plain: {},
  strong: { bold: true },
  faint: { dimColor: true },
  good: { color: 'green' },
  warn: { color: 'yellow' },
  bad: { color: 'red', bold: true },
  accent: { color: 'cyan' },
  redacted: { color: 'magenta' },
  selected: { inverse: true },
  found: { color: 'black', ground: 'yellow', underline: true },
  key: { bold: true },
};

/** Without colour bold, faint and inverse still tell roles apart where the terminal has them. */
const UNCOLORED: Theme['looks'] = {
  plain: uncolored(LOOKS.plain),
  strong: uncolored(LOOKS.strong),
  faint: uncolored(LOOKS.faint),
  good: uncolored(LOOKS.good),
  warn: uncolored(LOOKS.warn),
  bad: uncolored(LOOKS.bad),
  accent: uncolored(LOOKS.accent),
  redacted: uncolored(LOOKS.redacted),
  selected: uncolored(LOOKS.selected),
  found: { bold: true, underline: true },
  key: uncolored(LOOKS.key),
};

const UNICODE: Glyphs = {
  horizontal: '─',
  vertical: '│',
  full: '█',
  empty: '░',
  over: '▚',
  mark: '┆',
  up: '↑',
  down: '↓',
  ascending: '↑',
  descending: '↓',
  left: '←',
  right: '→',
  bullet: '•',
  dot: '·',
  ellipsis: '…',
  check: '✓',
  cross: '✗',
  pause: '‖',
  markOpen: '‹',
  markClose: '›',
  steps: '▏▎▍▌▋▊▉█',
  levels: '▁▂▃▄▅▆▇█',
};

const ASCII: Glyphs = {
  horizontal: '-',
  vertical: '|',
  full: '#',
  empty: '.',
  over: 'x',
  mark: '|',
  // Words: `^` and `v` are keys themselves.
  up: 'up',
  down: 'down',
  ascending: '^',
  descending: 'v',
  left: 'left',
  right: 'right',
  bullet: '*',
  dot: '-',
  ellipsis: '~',
  check: '+',
  cross: 'x',
  pause: '=',
  markOpen: '<',
  markClose: '>',
  steps: '#',
  levels: '_.:-=+*#',
};

export function createTheme({ color, ascii }: TerminalTraits): Theme {
  return { looks: color ? LOOKS : UNCOLORED, glyphs: ascii ? ASCII : UNICODE };
}

function uncolored({ color: _, ground: __, ...look }: Look): Look {
  return look;
}
