import { isGivenPerson } from '../judge/given-person.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, KIND, runEnd } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { pattern } from '../pattern/pattern.js';
import { matchHumanName } from './human-name.js';
import { isLineStart, matchMailbox, matchPersonField, PERSON_TYPE, personVerdict } from './person-field.js';
import { matchPersonMember } from './person-member.js';

/** Names of fields that hold nothing but names of people, in whole or in part: see `personal-phrases.ts`. */
const FIELDS =
  'nazwisko|imi\u0119|imie|soyad|efternamn|f\u00f6rnamn|fornamn|etternavn|fornavn|p\u0159\u00edjmen\u00ed|prijmeni|sukunimi|' +
  'etunimi|vezet\u00e9kn\u00e9v|\u0444\u0438\u043e|\u0444\u0430\u043c\u0438\u043b\u0438\u044f|' +
  '\u043e\u0442\u0447\u0435\u0441\u0442\u0432\u043e|\u59d3\u540d|\u6c0f\u540d|\uc131\uba85|completo|nom complet|nom_complet|' +
  'account holder|account_holder|contact_person|contact person|contactperson|"recipient"|emergency contact|emergency_contact|next_of_kin|name on card|name_on_card|nameoncard|card_holder|"prenom"|"customer"|"caller"|"employee"|"kunde"|"cliente"';
/** Their last sign is no part of the name. */
const SIGNED =
  'nom:|nom :|nom\u00a0:|recipient:|customer:|caller:|employee:|kunde:|kundin:|cliente:|klant:|mitarbeiter:|cardholder>';
/** What else has a name is called so too: only where a line begins, before a name of two words. */
const LABELS =
  'contact:|nombre:|nome:|namn:|naam:|navn:|nimi:|n\u00e9v:|jm\u00e9no:|jmeno:|klient:|client:|\u0438\u043c\u044f:|\uc774\ub984:|\u540d\u524d:|\uc774\ub984\uff1a|\u540d\u524d\uff1a';
const CONTACT = 'contact:';
/** The same as members of an object that is a person's. */
const MEMBERS = '"nombre"|"nome"|"namn"|"nimi"|"naam"|"navn"|"\u0438\u043c\u044f"|"\uc774\ub984"|"\u540d\u524d"';
/** Two members that are a name together. */
const HUMAN = '"family"|"given"';
/** Behind these somebody tells their name. */
const TOLD =
  "m'appelle |m\u2019appelle |me llamo |mi nombre es |mi chiamo |mio nome \u00e8 |meu nome \u00e9 |ich hei\u00dfe |ich heisse |jag heter |" +
  'mijn naam is |nazywam si\u0119 |\u043c\u0435\u043d\u044f \u0437\u043e\u0432\u0443\u0442 ';
/** Behind the name of an author, and of somebody who signed: the sign, and what may open a list or a string. */
const AUTHOR = 'author';
const SIGNATURE = '-by: ';
/** Members of mails and of packages that hold a name and an address in one. */
const MAILBOXES = '"from"|"to"|"cc"|"bcc"|"sender"|"reply_to"|"replyto"|"maintainer"';
const OPENING = pattern(/s?["']?[ \t]{0,2}[:=]?[ \t]{0,4}\[?["']?/);
const FIRST_BEYOND = 0x80;
const DOTLESS_I = '\u0131';
const MAX_SPACES = 24;
const SPACED_NAMES = new Set(['nom :', 'nom\u00a0:']);

const setOf = (list: string): ReadonlySet<string> => new Set(list.split('|'));
const SIGNED_FIELDS = setOf(SIGNED);
const LABEL_WORDS = setOf(LABELS);
const MEMBER_WORDS = setOf(MEMBERS);
const HUMAN_WORDS = setOf(HUMAN);
const TOLD_WORDS = setOf(TOLD);
const AUTHOR_WORDS = setOf(`${MAILBOXES}|${AUTHOR}`);

/** Names of people behind labels and introductions in many languages, and those of authors beside their addresses. */
export const personLabel: Detector = {
  name: 'person-label',
  group: 'personal',
  validates: 'a label, the name of a field or an introduction before; capitals, or letters of the East without them',
  source: 'SPEC 4',
  literals: [FIELDS, SIGNED, LABELS, MEMBERS, HUMAN, TOLD, MAILBOXES, AUTHOR, SIGNATURE].flatMap((words) =>
    words.split('|'),
  ),
  match: (window, start, end) => {
    const { text, floor } = window;
    if (searched(window, end, end + 1) === text.length) {
      return undefined;
    }
    const word = text.slice(start, end).toLowerCase();
    if (LABEL_WORDS.has(word)) {
      return isLineStart(window, start) ? matchLabel(window, end, word) : undefined;
    }
    if (TOLD_WORDS.has(word)) {
      const isInWord = start > floor && isKind(text, start - 1, KIND.word);
      return isInWord ? undefined : personVerdict(window, end, 1);
    }
    return word === SIGNATURE || AUTHOR_WORDS.has(word)
      ? matchAuthor(window, end, word !== SIGNATURE)
      : matchName(window, start, end, word);
  },
};

/** `Nombre: Juan Pérez`; firms, teams and places are contacts as well. */
function matchLabel(window: Window, end: number, word: string): Verdict | undefined {
  const verdict = personVerdict(window, behindSpaces(window.text, end), 2);
  const isDoubtful = word === CONTACT && verdict?.kind === 'found';
  return isDoubtful && !isGivenPerson(window.text.slice(verdict.start, verdict.end)) ? undefined : verdict;
}

/** `Nazwisko: Kowalski`, `nom : Dupont`, `"customer": "Jane Doe"`, `"nombre": "Juan Pérez"` */
function matchName(window: Window, start: number, end: number, word: string): Verdict | undefined {
  if (SIGNED_FIELDS.has(word)) {
    return matchPersonField(window, start, end - (SPACED_NAMES.has(word) ? 2 : 1));
  }
  if (MEMBER_WORDS.has(word)) {
    return matchPersonMember(window, start + 1, end - 1, PERSON_TYPE);
  }
  if (HUMAN_WORDS.has(word)) {
    return matchHumanName(window, start, PERSON_TYPE);
  }
  if (isBeforeWord(window.text, end)) {
    return undefined;
  }
  const isQuoted = word.charAt(0) === '"';
  const nameEnd = window.text.charAt(end) === DOTLESS_I ? end + 1 : end;
  return matchPersonField(window, isQuoted ? start + 1 : start, isQuoted ? end - 1 : nameEnd);
}

/** A cheap question before all others: a word in a sentence is followed by a blank, and by no sign behind it. */
function isBeforeWord(text: string, end: number): boolean {
  return text.charAt(end) === ' ' && end + 1 < text.length && !isSign(text, end + 1, SIGN.label | SIGN.separator);
}

function behindSpaces(text: string, from: number): number {
  return runEnd(text, KIND.space, from, from + MAX_SPACES);
}

/** `"author": "Alice Smith <alice@example.org>"`, `Signed-off-by: Alice Smith <…>` */
function matchAuthor(window: Window, end: number, isOpen: boolean): Verdict | undefined {
  if (isOpen && !mayNameAuthor(window.text, end)) {
    return undefined;
  }
  const opening = isOpen ? (OPENING.at(window, end)?.[0].length ?? 0) : 0;
  return matchMailbox(window, end + opening);
}

/** A cheap question: `author: `, `authors = `, `@author Alice`. */
function mayNameAuthor(text: string, end: number): boolean {
  if (text.charAt(end) !== ' ') {
    return text.charAt(end) === 's' || isSign(text, end, SIGN.label);
  }
  const next = text.charCodeAt(end + 1);
  return !(next < FIRST_BEYOND) || isKind(text, end + 1, KIND.upper) || isSign(text, end + 1, SIGN.label);
}
