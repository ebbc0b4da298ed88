import type { Field } from './field.js';
import { describeField, fieldTypes } from './field-fact.js';
import { cut, estimateText, fitting, plural, type Redact, valueText } from './format.js';
import { furtherNames, type Records } from './records.js';

const MAX_FIELDS_CHARS = 240;
const MAX_NAME_CHARS = 64;

interface NamedField {
  readonly label: string;
  readonly fields: readonly Field[];
}

/** Facts about rows: how many and their fields with types, then field by field, the most frequent first. */
export function recordFacts(records: Records, heading: boolean): string[] {
  if (records.rows === 0) {
    return [];
  }
  const { judgement } = records;
  const { redact } = judgement;
  const named = namedFields(records, redact);
  const facts = named.map(({ label, fields }) => `${label}: ${describeFields(fields, records)}`);
  if (records.values.present > records.values.nulls) {
    facts.push(`rows that are no objects: ${describeField(records.values, { missing: 0, judgement, redact })}`);
  }
  if (!heading) {
    return facts;
  }
  const list = fieldList(named, records);
  const fieldsFact = list === '' ? [] : [`fields: ${list}`];
  return [`rows: ${rowTypes(records)}`, ...fieldsFact, ...facts];
}

function rowTypes(records: Records): string {
  const { rows, objects, values } = records;
  if (objects === rows) {
    return String(rows);
  }
  const types = fieldTypes(values).map(({ type, count }) => plural(count, type));
  const all = [
    ...(objects > 0 ? [plural(objects, 'object')] : []),
    ...types,
    ...(values.nulls > 0 ? [`${values.nulls} null`] : []),
  ];
  return `${rows} (${all.join(', ')})`;
}

/** Names that are equal once they are redacted are one entry. */
function namedFields(records: Records, redact: Redact): NamedField[] {
  const byLabel = new Map<string, Field[]>();
  const sorted = [...records.fields].sort((a, b) => b.present - a.present);
  for (const field of sorted) {
    const label = valueText(cut(redact(field.name), MAX_NAME_CHARS));
    byLabel.set(label, [...(byLabel.get(label) ?? []), field]);
  }
  return [...byLabel].map(([label, fields]) => ({ label, fields }));
}

function fieldList(named: readonly NamedField[], records: Records): string {
  const parts = named.map(({ label, fields }) => `${label} ${typeNames(fields)}`);
  const { text, left } = fitting(parts, { separator: ', ', limit: MAX_FIELDS_CHARS });
  const { count, isEstimate } = furtherNames(records);
  if (left + count === 0) {
    return text;
  }
  const more = `${isEstimate ? estimateText(left + count) : left + count} more`;
  return text === '' ? more : `${text} and ${more}`;
}

function describeFields(fields: readonly Field[], { objects, judgement }: Records): string {
  const [field] = fields;
  if (fields.length > 1 || field === undefined) {
    return `${fields.length} fields, ${typeNames(fields)}`;
  }
  // Whatever its neighbours hide is hidden already: alone it would be judged as if it had none.
  const name = field.judgement?.isBeside === true ? undefined : field.name;
  return describeField(field, {
    missing: objects - field.present,
    judgement,
    redact: (text) => judgement.redact(text, name),
  });
}

function typeNames(fields: readonly Field[]): string {
  const names = new Set(fields.flatMap((field) => fieldTypes(field).map(({ type }) => type)));
  return names.size === 0 ? 'null' : [...names].join('/');
}
