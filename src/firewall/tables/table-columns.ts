import type { FieldRule } from '../judge/field-rule.js';
import { isExpiryMember } from '../judge/field-value.js';
import { isPersonDetail } from '../judge/person-details.js';

export interface TableColumn {
  readonly index: number;
  readonly rule: FieldRule;
}

const BARE_NAME = /^name$/i;
/** Beside the other part of a name it is a part of one, in these languages. */
const BARE_PART = /^(?:name|nombre|nome|namn|navn|naam|jm[e\u00e9]no|imi[e\u0119])$/i;
const OTHER_PART =
  /^(?:vornamen?|first[_ ]?name|given[_ ]?name|surname|last[_ ]?name|pr[e\u00e9]noms?|apellidos?|cognome|sobrenome|voornaam|achternaam|efternamn|f[o\u00f6]rnamn|etternavn|efternavn|fornavn|prijmeni|p\u0159\u00edjmen\u00ed|nazwisko)$/i;
const PART: FieldRule = { type: 'person_name', value: 'pattern' };
/** Beside these a bare name is a person's. */
const FACTS: ReadonlySet<string> = new Set(['email', 'birth_date', 'ssn']);
const PERSON: FieldRule = { type: 'person_name', value: 'full_name' };
/** What may be a shop's is asked more. */
const LIKELY_PERSON: FieldRule = { type: 'person_name', value: 'likely_name' };
const OF_CARD: ReadonlySet<string> = new Set(['card', 'cvv']);
const EXPIRY: FieldRule = { type: 'card_expiry', value: 'any' };

/** The columns of a table whose names are sensitive, alone or beside each other; in order. */
export function columnsOf(
  names: readonly string[],
  ruleFor: (name: string) => FieldRule | undefined,
): readonly TableColumn[] {
  const columns: TableColumn[] = [];
  for (const [index, name] of names.entries()) {
    const rule = ruleFor(name.trim());
    if (rule !== undefined) {
      columns.push({ index, rule });
    }
  }
  if (columns.some(({ rule }) => OF_CARD.has(rule.type))) {
    addExpiry(names, columns, ruleFor);
  }
  addPart(names, columns, ruleFor);
  const bare = names.findIndex((name) => BARE_NAME.test(name.trim()));
  const isPerson = bare >= 0 && columns.some(({ rule }) => FACTS.has(rule.type));
  const isKnown = columns.some(({ index }) => index === bare);
  if (!isKnown && (isPerson || (bare >= 0 && names.some((name) => isDetail(name.trim(), ruleFor))))) {
    columns.push({ index: bare, rule: isPerson ? PERSON : LIKELY_PERSON });
    columns.sort((left, right) => left.index - right.index);
  }
  return columns;
}

/** The same by the place of each name. */
export function rulesOf(
  names: readonly string[],
  ruleFor: (name: string) => FieldRule | undefined,
): readonly (FieldRule | undefined)[] {
  const columns = columnsOf(names, ruleFor);
  return names.map((_, index) => columns.find((column) => column.index === index)?.rule);
}

function isDetail(name: string, ruleFor: (name: string) => FieldRule | undefined): boolean {
  const rule = ruleFor(name);
  return isPersonDetail(name, rule) || (rule?.type === 'address' && rule.value === 'postal');
}

/** `Name;Vorname`, `nombre,apellidos`: the column that holds the rest of a name. */
function addPart(
  names: readonly string[],
  columns: TableColumn[],
  ruleFor: (name: string) => FieldRule | undefined,
): void {
  const index = names.findIndex((name) => BARE_PART.test(name.trim()));
  const isPart = index >= 0 && ruleFor((names[index] ?? '').trim()) === undefined;
  if (isPart && names.some((name) => OTHER_PART.test(name.trim()) && ruleFor(name.trim())?.type === PART.type)) {
    columns.push({ index, rule: PART });
    columns.sort((left, right) => left.index - right.index);
  }
}

/** Beside the number of a card, the date until which it is valid. */
function addExpiry(
  names: readonly string[],
  columns: TableColumn[],
  ruleFor: (name: string) => FieldRule | undefined,
): void {
  for (const [index, name] of names.entries()) {
    const isExpiry = isExpiryMember(name.trim().replaceAll(' ', '_'));
    if (isExpiry && ruleFor(name.trim()) === undefined) {
      columns.push({ index, rule: EXPIRY });
    }
  }
  columns.sort((left, right) => left.index - right.index);
}
