import type { IBufferCell, Terminal } from '@xterm/headless';
import { displayWidth } from '../../src/tui/text/display-width.js';

const CELL = { width: 8.4, height: 17, fontSize: 14 };
const MARGIN = 14;
const BAR = 26;
/** The sixteen colours of a terminal, on a dark ground and on a light one: the reader's system says which. */
const DARK = {
  ground: '#16181d',
  ink: '#d7dae0',
  palette: [
    ['#3b4048', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d7dae0'],
    ['#6b727f', '#ff7b85', '#b1e18b', '#f4d48f', '#7cc0ff', '#dd92f0', '#6fd0dc', '#ffffff'],
  ].flat(),
};
const LIGHT = {
  ground: '#fbfbfc',
  ink: '#24292f',
  palette: [
    ['#383a42', '#c4203a', '#2f7d32', '#8a5a00', '#2558c7', '#94259a', '#0b6f7c', '#6a6f7a'],
    ['#7d828c', '#d73a49', '#3f9142', '#a06a00', '#3b6fe0', '#a83bb0', '#0d8492', '#1b1d22'],
  ].flat(),
};

/** A colour by its name, which is a class in the picture. */
type Paint = 'ground' | 'ink' | `c${number}`;

function dark(paint: Paint): string {
  return paint === 'ground' || paint === 'ink' ? DARK[paint] : (DARK.palette[Number(paint.slice(1))] ?? DARK.ink);
}

function filled(paint: Paint): string {
  return `class="${paint}" fill="${dark(paint)}"`;
}

/** What shows no styles shows the dark colours of the attributes. */
const LIGHT_STYLE = [
  `.ground{fill:${LIGHT.ground}}`,
  `.ink{fill:${LIGHT.ink}}`,
  ...LIGHT.palette.map((color, index) => `.c${index}{fill:${color}}`),
].join('');

interface Run {
  readonly text: string;
  readonly column: number;
  readonly columns: number;
  readonly look: Look;
}

interface Look {
  readonly ink: Paint;
  readonly ground: Paint | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
}

/** What a terminal emulator shows, as a picture with selectable text. */
export function screenSvg(emulator: Terminal, title: string): string {
  const width = emulator.cols * CELL.width + 2 * MARGIN;
  const rows = Array.from({ length: emulator.rows }, (_, row) => rowSvg(runsOf(emulator, row), row));
  const used = rows.findLastIndex((row) => row !== '') + 1;
  const height = used * CELL.height + 2 * MARGIN + BAR;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img" aria-label="${entities(title)}">
<style>@media (prefers-color-scheme:light){${LIGHT_STYLE}}</style>
<rect width="100%" height="100%" rx="8" ${filled('ground')}/>
<text x="${round(width / 2)}" y="18" text-anchor="middle" font-family="sans-serif" font-size="12" ${filled('c8')}>${entities(title)}</text>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${CELL.fontSize}" ${filled('ink')}>
${rows.filter((row) => row !== '').join('\n')}
</g>
</svg>
`;
}

function runsOf(emulator: Terminal, row: number): readonly Run[] {
  const { active } = emulator.buffer;
  const line = active.getLine(active.baseY + row);
  const runs: Run[] = [];
  for (let column = 0; column < emulator.cols; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) {
      continue;
    }
    const look = lookOf(cell);
    const text = cell.getChars() || ' ';
    const last = runs.at(-1);
    if (last !== undefined && isSame(last.look, look)) {
      runs[runs.length - 1] = { ...last, text: last.text + text, columns: last.columns + cell.getWidth() };
    } else {
      runs.push({ text, column, columns: cell.getWidth(), look });
    }
  }
  return runs.filter(({ text, look }) => text.trim() !== '' || look.ground !== undefined);
}

function lookOf(cell: IBufferCell): Look {
  const ink: Paint = cell.isFgDefault() ? 'ink' : `c${cell.getFgColor()}`;
  const ground: Paint | undefined = cell.isBgDefault() ? undefined : `c${cell.getBgColor()}`;
  const isInverse = cell.isInverse() !== 0;
  return {
    ink: isInverse ? (ground ?? 'ground') : ink,
    ground: isInverse ? ink : ground,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    underline: cell.isUnderline() !== 0,
  };
}

function isSame(left: Look, right: Look): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function rowSvg(runs: readonly Run[], row: number): string {
  const top = MARGIN + BAR + row * CELL.height;
  return runs
    .map(({ text, column, columns, look }) => {
      const x = round(MARGIN + column * CELL.width);
      const width = round(columns * CELL.width);
      const ground =
        look.ground === undefined
          ? ''
          : `<rect x="${x}" y="${round(top)}" width="${width}" height="${CELL.height}" ${filled(look.ground)}/>`;
      const style = [
        look.ink === 'ink' ? '' : ` ${filled(look.ink)}`,
        look.bold ? ' font-weight="bold"' : '',
        look.dim ? ' opacity="0.6"' : '',
        look.underline ? ' text-decoration="underline"' : '',
      ].join('');
      const shown = piecesOf(text).map((piece) => {
        const left = round(MARGIN + (column + piece.column) * CELL.width);
        const length = round(displayWidth(piece.text) * CELL.width);
        return `<text x="${left}" y="${round(top + 13)}" textLength="${length}"${style}>${entities(piece.text)}</text>`;
      });
      return ground + shown.join('');
    })
    .join('');
}

/** Browsers do not keep blanks at the ends of a text, nor more than one between words. */
function piecesOf(text: string): readonly { readonly text: string; readonly column: number }[] {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
    text: match[0],
    column: displayWidth(text.slice(0, match.index)),
  }));
}

function round(amount: number): number {
  return Math.round(amount * 10) / 10;
}

function entities(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
