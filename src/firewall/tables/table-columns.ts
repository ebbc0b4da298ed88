import { EXPIRY, type FieldRule, type RuleFor } from '../judge/field-rule.js';
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

/** The columns of a table whose names are sensitive, alone or beside each other; in order. */
export function columnsOf(names: readonly string[], ruleFor: RuleFor): readonly TableColumn[] {
  return rulesOf(names, ruleFor).flatMap((rule, index) => (rule === undefined ? [] : [{ index, rule }]));
}

/** The same by the place of each name. */
export function rulesOf(written: readonly string[], ruleFor: RuleFor): readonly (FieldRule | undefined)[] {
  const names = written.map((name) => name.trim());
  const own = names.map(ruleFor);
  const rules = [...own];
  if (own.some((rule) => rule !== undefined && OF_CARD.has(rule.type))) {
    // Beside the number of a card, the date until which it is valid.
    names.forEach((name, index) => {
      rules[index] ??= isExpiryMember(name.replaceAll(' ', '_')) ? EXPIRY : undefined;
    });
  }
  const part = names.findIndex((name) => BARE_PART.test(name));
  // `Name;Vorname`, `nombre,apellidos`: the column that holds the rest of a name.
  const hasOther = names.some((name, index) => OTHER_PART.test(name) && own[index]?.type === PART.type);
  if (part >= 0 && own[part] === undefined && hasOther) {
    rules[part] = PART;
  }
  const bare = names.findIndex((name) => BARE_NAME.test(name));
  if (bare >= 0) {
    rules[bare] ??= personRule(names, rules, own);
  }
  return rules;
}

/** The rule for a bare name among others, if they are about a person. */
function personRule(
  names: readonly string[],
  rules: readonly (FieldRule | undefined)[],
  own: readonly (FieldRule | undefined)[],
): FieldRule | undefined {
  if (rules.some((rule) => rule !== undefined && FACTS.has(rule.type))) {
    return PERSON;
  }
  const isLikely = names.some((name, index) => isPersonDetail(name, own[index]) || isPostal(own[index]));
  return isLikely ? LIKELY_PERSON : undefined;
}

function isPostal(rule: FieldRule | undefined): boolean {
  return rule?.type === 'address' && rule.value === 'postal';
}
