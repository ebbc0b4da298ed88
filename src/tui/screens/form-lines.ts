import type { Capability } from '../../contract/capability.js';
import type { PolicyDecision } from '../../contract/grant.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { fieldSpans } from '../components/field-line.js';
import type { Span } from '../components/line.js';
import { cell, cutSpans, cutTo, type SpanLine } from '../components/span-lines.js';
import { type Form, type FormValue, problemOf } from '../state/form.js';
import type { FormField } from '../state/form-fields.js';
import { textOfValue } from '../state/form-fields.js';
import { displayWidth } from '../text/display-width.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import { decisionLines } from './capabilities-lines.js';

export interface FormView {
  readonly capability: Capability;
  readonly form: Form;
  readonly decision: PolicyDecision | undefined;
}

export interface FormLines {
  readonly lines: readonly SpanLine[];
  /** The lines of the field that has the keys: the first one, and the one after the last. */
  readonly focus: readonly [number, number];
}

interface FieldRoom {
  readonly columns: number;
  readonly label: number;
  readonly theme: Theme;
}

const LONGEST_LABEL = 24;

/** The form as lines, however many there are. */
export function formLines({ capability, form, decision }: FormView, columns: number, theme: Theme): FormLines {
  const { capability_id: id, safety_class: safety, sensitivity } = capability;
  const widest = Math.max(0, ...form.fields.map(({ name }) => displayWidth(terminalSafeLine(name)) + 2));
  const room = { columns, label: Math.min(widest, LONGEST_LABEL, Math.floor(columns / 3)), theme };
  const lines: SpanLine[] = [
    [
      { text: terminalSafeLine(id), role: 'strong' },
      { text: `  ${safety}${sensitivity === 'NONE' ? '' : `  ${sensitivity}`}`, role: 'faint' },
    ],
    ...(decision?.allowed === true ? [] : decisionLines(decision, columns, theme)),
    [],
  ];
  let focus: readonly [number, number] = [0, 0];
  for (const [index, field] of form.fields.entries()) {
    if (field.group === 'run' && form.fields[index - 1]?.group !== 'run') {
      lines.push(...(index === 0 ? [[{ text: 'It takes no arguments.', role: 'faint' as const }]] : []), []);
    }
    const start = lines.length;
    lines.push(...fieldBlock(form, index, field, room));
    if (index === form.focused) {
      focus = [start, lines.length];
    }
  }
  const others = form.isAttempted ? form.problems.other : [];
  for (const text of others) {
    lines.push(...wrapText(terminalSafeLine(`${theme.glyphs.cross} ${text}`), columns).map(badLine));
  }
  return { lines: lines.map((line) => cutSpans(line, columns, theme.glyphs)), focus };
}

function fieldBlock(form: Form, index: number, field: FormField, room: FieldRoom): readonly SpanLine[] {
  const { columns, label, theme } = room;
  const value = form.values[index];
  const isFocused = index === form.focused;
  const problem = problemOf(form, index);
  const left = label + 4;
  const width = Math.max(8, Math.min(60, columns - left));
  const head: Span[] = [
    { text: isFocused ? '> ' : '  ', role: 'key' },
    {
      text: cell(`${terminalSafeLine(field.name)}${field.isRequired ? ' *' : ''}`, label, theme.glyphs),
      role: isFocused ? 'strong' : 'plain',
    },
    { text: '  ' },
  ];
  const shown = value === undefined ? [] : valueSpans(field, value, { width, isFocused, theme });
  const below = isFocused ? helpOf(field, theme) : [];
  const { beside, under } = placeProblem(problem, shown, { columns, left, theme });
  return [
    [...head, ...shown, ...beside],
    ...under.map((text) => badLine(' '.repeat(left) + text)),
    ...below
      .flatMap((text) => wrapText(text, columns - left))
      .map((text): SpanLine => [{ text: ' '.repeat(left) + text, role: 'faint' }]),
  ];
}

/** Beside the value where there is room, below it where not. */
function placeProblem(
  problem: string | undefined,
  shown: SpanLine,
  { columns, left, theme }: { readonly columns: number; readonly left: number; readonly theme: Theme },
): { readonly beside: SpanLine; readonly under: readonly string[] } {
  if (problem === undefined) {
    return { beside: [], under: [] };
  }
  const text = terminalSafeLine(`${theme.glyphs.cross} ${problem}`);
  const used = left + shown.reduce((sum, span) => sum + displayWidth(span.text), 0) + 2;
  return used + displayWidth(text) <= columns
    ? { beside: [{ text: `  ${text}`, role: 'bad' }], under: [] }
    : { beside: [], under: wrapText(text, columns - left) };
}

interface ValueRoom {
  readonly width: number;
  readonly isFocused: boolean;
  readonly theme: Theme;
}

function valueSpans(field: FormField, value: FormValue, { width, isFocused, theme }: ValueRoom): SpanLine {
  const { standard } = field;
  const absent = standard === undefined ? 'not given' : `${terminalSafeLine(standard)} (default)`;
  if (field.kind === 'choice') {
    const text = value.choice === -1 ? absent : terminalSafeLine(textOfValue(field.choices[value.choice]));
    const shown = cutTo(text, width - 4, theme.glyphs);
    return isFocused
      ? [{ text: `< ${shown} >`, role: 'selected' }]
      : [{ text: shown, role: value.choice === -1 ? 'faint' : 'plain' }];
  }
  if (value.input.text === '') {
    const rest: Span = { text: cutTo(absent, width - 2, theme.glyphs), role: 'faint' };
    return isFocused ? [{ text: ' ', role: 'selected' }, { text: ' ' }, rest] : [rest];
  }
  return fieldSpans(value.input, width, isFocused);
}

const MOST_CHOICES = 12;

function helpOf({ description, wanted, isRequired, choices, kind }: FormField, { glyphs }: Theme): readonly string[] {
  const names = choices.slice(0, MOST_CHOICES).map((choice) => terminalSafeLine(textOfValue(choice)));
  const more = choices.length > MOST_CHOICES ? ` and ${choices.length - MOST_CHOICES} more` : '';
  const kindWords = kind === 'choice' && names.length > 0 ? `one of ${names.join(', ')}${more}` : wanted;
  const words = `${kindWords}${isRequired ? ', required' : ''}`;
  return [words, ...(description === '' ? [] : [terminalSafeLine(description)])].map((text, index) =>
    index === 0 ? `${glyphs.dot} ${text}` : text,
  );
}

function badLine(text: string): SpanLine {
  return [{ text, role: 'bad' }];
}
