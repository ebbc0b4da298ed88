import type { Key } from '../terminal/keys.js';
import { type FormField, fieldKey } from './form-fields.js';
import { EMPTY_FIELD, editField, fieldOf, type TextField } from './text-field.js';
import { moved } from './window-of.js';

/** What stands in a field: a text, or one of its choices; `choice` −1 is none of them. */
export interface FormValue {
  readonly input: TextField;
  readonly choice: number;
  /** A person was here: from now on what is wrong is said. */
  readonly isTouched: boolean;
}

/** What was found wrong: by the key of a field, and what belongs to no field. */
export interface FormProblems {
  readonly byField: ReadonlyMap<string, string>;
  readonly other: readonly string[];
}

/** A form being filled in, for one capability. */
export interface Form {
  readonly fields: readonly FormField[];
  readonly values: readonly FormValue[];
  readonly focused: number;
  /** A run was asked for: everything that is wrong is said. */
  readonly isAttempted: boolean;
  readonly problems: FormProblems;
}

export type FormEvent =
  | { readonly type: 'focus'; readonly by: number }
  | { readonly type: 'edit'; readonly key: Key }
  | { readonly type: 'checked'; readonly problems: FormProblems }
  /** A run was asked for: the first field with a problem gets the keys. */
  | { readonly type: 'attempt' }
  | { readonly type: 'fields'; readonly fields: readonly FormField[] }
  /** A choice that was made elsewhere; undefined: none. */
  | { readonly type: 'choose'; readonly key: string; readonly value: unknown };

export const NO_PROBLEMS: FormProblems = { byField: new Map(), other: [] };

/** A form in which what the fields of the run start with stands already. */
export function createForm(fields: readonly FormField[], given: ReadonlyMap<string, string> = new Map()): Form {
  const values = fields.map((field) => startValue(field, given.get(fieldKey(field))));
  return { fields, values, focused: 0, isAttempted: false, problems: NO_PROBLEMS };
}

export function reduceForm(form: Form, event: FormEvent): Form {
  switch (event.type) {
    case 'focus':
      return { ...touch(form), focused: moved(form.focused, event.by, form.fields.length) };
    case 'edit':
      return edit(form, event.key);
    case 'checked':
      return { ...form, problems: event.problems };
    case 'attempt':
      return attempt(form);
    case 'fields':
      return withFields(form, event.fields);
    case 'choose':
      return choose(form, event.key, event.value);
  }
}

export function focusedField(form: Form): FormField | undefined {
  return form.fields[form.focused];
}

/** Whether a character that is typed becomes text. */
export function isTyping(form: Form): boolean {
  const field = focusedField(form);
  return field !== undefined && field.kind !== 'choice';
}

/** The problem to show with a field: silent as long as nobody was there. */
export function problemOf(form: Form, index: number): string | undefined {
  const field = form.fields[index];
  const isSaid = form.isAttempted || form.values[index]?.isTouched === true;
  return field !== undefined && isSaid ? form.problems.byField.get(fieldKey(field)) : undefined;
}

function startValue(field: FormField, given: string | undefined): FormValue {
  const choice = given === undefined ? -1 : field.choices.findIndex((value) => String(value) === given);
  const isText = given !== undefined && field.kind !== 'choice';
  return { input: isText ? fieldOf(given) : EMPTY_FIELD, choice, isTouched: false };
}

function touch(form: Form): Form {
  return withValue(form, (value) => (value.isTouched ? value : { ...value, isTouched: true }));
}

function edit(form: Form, key: Key): Form {
  const field = focusedField(form);
  return withValue(form, (value) => {
    if (field?.kind === 'choice') {
      return chosen(field, value, key.name);
    }
    const input = editField(value.input, key);
    return input === undefined ? value : { ...value, input, isTouched: value.isTouched || input.text !== '' };
  });
}

/** Round through the choices; only what need not be given can be without one. */
function chosen({ choices, isRequired }: FormField, value: FormValue, key: string): FormValue {
  const steps: Readonly<Record<string, number>> = { right: 1, space: 1, left: -1 };
  const step = steps[key];
  if (key === 'backspace' || key === 'ctrl+u') {
    return isRequired ? value : { ...value, choice: -1, isTouched: true };
  }
  if (step === undefined || choices.length === 0) {
    return value;
  }
  const first = isRequired ? 0 : -1;
  const count = choices.length - first;
  const from = Math.max(value.choice, isRequired && step < 0 ? 0 : -1);
  return { ...value, choice: ((from - first + step + count) % count) + first, isTouched: true };
}

function withValue(form: Form, change: (value: FormValue) => FormValue): Form {
  const value = form.values[form.focused];
  const next = value && change(value);
  return next === undefined || next === value ? form : { ...form, values: form.values.with(form.focused, next) };
}

function attempt(form: Form): Form {
  const wrong = form.fields.findIndex((field) => form.problems.byField.has(fieldKey(field)));
  return { ...form, isAttempted: true, focused: wrong === -1 ? form.focused : wrong };
}

function choose(form: Form, key: string, value: unknown): Form {
  const values = form.values.map((old, index) => {
    const field = form.fields[index];
    const isMeant = field !== undefined && fieldKey(field) === key;
    return isMeant ? { ...old, choice: value === undefined ? -1 : field.choices.indexOf(value) } : old;
  });
  return { ...form, values };
}

/** Other fields, or other choices in them: what was typed stays with its field. */
function withFields(form: Form, fields: readonly FormField[]): Form {
  const focused = focusedField(form);
  const values = fields.map((field) => {
    const at = form.fields.findIndex((known) => fieldKey(known) === fieldKey(field));
    const value = form.values[at];
    const choice = field.choices.indexOf(form.fields[at]?.choices[value?.choice ?? -1]);
    return value === undefined ? startValue(field, undefined) : { ...value, choice };
  });
  const at = fields.findIndex((field) => focused !== undefined && fieldKey(field) === fieldKey(focused));
  return { ...form, fields, values, focused: Math.max(0, at) };
}
