import { MINIMUM_BUDGET } from '../../../contract/budget.js';
import { make, put } from './dom.js';
import { type Field, fieldsOf, OTHER_ARGUMENTS, type Read, readField } from './form-fields.js';
import { type Members, membersOf, textOf, wordOf } from './members.js';

/** What is to be run. */
export interface Wanted {
  readonly capability_id: string;
  readonly args: Members;
  readonly max_tokens?: number;
  readonly justification?: string;
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Line {
  readonly element: HTMLElement;
  /** What stands in it, or says that it is wrong. */
  readonly read: () => Read;
  readonly input: Input;
  readonly field: Field;
}

/** The form of a capability: its arguments, and what belongs to the run. */
export function createForm(capability: Members, onRun: (wanted: Wanted) => void): HTMLElement {
  const id = textOf(capability['capability_id']);
  const args = fieldsOf(membersOf(capability['params'])).map((field) => formLine('argument', field));
  const denied = capability['denied'] === undefined ? undefined : membersOf(capability['denied']);
  const budget = formLine('run', BUDGET);
  const why = formLine('run', WHY);
  const wantsWhy = denied !== undefined || capability['safety_class'] !== 'READ';
  const form = make(
    'form',
    { class: 'form', novalidate: true, autocomplete: 'off' },
    make('h2', { tabindex: '-1' }, id),
    make('p', {}, textOf(capability['description'])),
    verdict(capability, denied),
    make('h3', {}, 'arguments'),
    ...(args.length === 0 ? [make('p', { class: 'faint' }, 'It takes no arguments.')] : []),
    ...args.map(({ element }) => element),
    make('h3', {}, 'run'),
    budget.element,
    ...(wantsWhy ? [why.element] : []),
    make('p', {}, make('button', { type: 'submit', class: 'main' }, 'run live')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wanted = readAll(id, { args, budget, why });
    if (wanted !== undefined) {
      onRun(wanted);
    }
  });
  return form;
}

const BUDGET: Field = {
  name: 'budget',
  kind: 'number',
  wanted: 'whole number',
  isRequired: false,
  description: `Model tokens that may be shown, ${MINIMUM_BUDGET} or more; the server's own where none is given.`,
  standard: undefined,
  choices: [],
};
const WHY: Field = {
  name: 'justification',
  kind: 'text',
  wanted: 'text',
  isRequired: false,
  description: 'Why, for policy and trace.',
  standard: undefined,
  choices: [],
};

function verdict(capability: Members, denied: Members | undefined): HTMLElement {
  const kind = [textOf(capability['safety_class']), textOf(capability['sensitivity'])].filter(
    (word) => word !== 'NONE',
  );
  const words = make('span', { class: 'faint' }, `  ${kind.join(' ')}`);
  return denied === undefined
    ? make('p', {}, make('span', { class: 'good' }, '✓ allowed'), words)
    : make(
        'p',
        {},
        make('span', { class: 'bad' }, `✗ denied: ${textOf(denied['message'])}`),
        words,
        make('br'),
        make('span', { class: 'faint' }, textOf(denied['remedy'])),
      );
}

function formLine(group: string, field: Field): Line {
  const { name, wanted, isRequired, description, standard } = field;
  const id = `${group}-${name}`.replace(/[^\w-]/g, '-');
  const input = inputOf(field, id);
  const mistake = make('p', { class: 'bad', id: `${id}-mistake`, hidden: true });
  const words = [
    `${wanted}${isRequired ? ', required' : ''}`,
    standard === undefined ? '' : `default: ${standard}`,
    description,
  ].filter((word) => word !== '');
  const element = make(
    'div',
    { class: 'field' },
    make('label', { for: id }, `${name}${isRequired ? ' *' : ''}`),
    make('div', {}, input, make('p', { class: 'faint', id: `${id}-help` }, words.join(' · ')), mistake),
  );
  return {
    element,
    input,
    field,
    read() {
      const read = readField(field, input.value);
      put(mistake, 'mistake' in read ? `✗ ${read.mistake}` : '');
      mistake.hidden = !('mistake' in read);
      input.setAttribute('aria-invalid', String('mistake' in read));
      return read;
    },
  };
}

function inputOf(field: Field, id: string): Input {
  const described = { id, 'aria-describedby': `${id}-help ${id}-mistake`, 'aria-required': String(field.isRequired) };
  switch (field.kind) {
    case 'choice':
      return make(
        'select',
        described,
        make('option', { value: '' }, field.standard === undefined ? 'not given' : `${field.standard} (default)`),
        ...field.choices.map((choice, index) => make('option', { value: String(index) }, wordOf(choice))),
      );
    case 'json':
      return make('textarea', { ...described, rows: '2', spellcheck: 'false', placeholder: field.wanted });
    default:
      return make('input', {
        ...described,
        type: 'text',
        spellcheck: 'false',
        ...(field.kind === 'number' ? { inputmode: 'numeric' } : {}),
        placeholder: field.standard ?? 'not given',
      });
  }
}

interface Lines {
  readonly args: readonly Line[];
  readonly budget: Line;
  readonly why: Line;
}

/** Undefined where something is wrong: it is said there, and the first of these has the focus. */
function readAll(id: string, { args, budget, why }: Lines): Wanted | undefined {
  const all = [...args, budget, why].map((line) => ({ line, read: line.read() }));
  const wrong = all.find(({ read }) => 'mistake' in read);
  if (wrong !== undefined) {
    wrong.line.input.focus();
    return undefined;
  }
  const valueIn = (wanted: Line) => {
    const read = all.find(({ line }) => line === wanted)?.read;
    return read !== undefined && 'value' in read ? read.value : undefined;
  };
  const given = args.flatMap((line): [string, unknown][] => {
    const value = valueIn(line);
    return value === undefined
      ? []
      : line.field.name === OTHER_ARGUMENTS
        ? Object.entries(membersOf(value))
        : [[line.field.name, value]];
  });
  const maxTokens = valueIn(budget);
  const justification = textOf(valueIn(why));
  return {
    capability_id: id,
    args: Object.fromEntries(given),
    ...(typeof maxTokens === 'number' ? { max_tokens: maxTokens } : {}),
    ...(justification === '' ? {} : { justification }),
  };
}
