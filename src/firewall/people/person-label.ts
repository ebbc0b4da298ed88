import { beginsWithGivenName, isGivenName, isGivenPerson } from '../judge/given-person.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, isWordStart, KIND, runEnd } from '../pattern/characters.js';
import { comingLetters, pattern } from '../pattern/coming-text.js';
import { matchHumanName } from './human-name.js';
import { isLineStart, matchMailbox, matchPersonField, onlyIf, personVerdict } from './person-field.js';
import { matchPersonMember } from './person-member.js';
import { atWordStart, createWordTable, inQuotes } from './word-table.js';

/** Names of fields that hold nothing but names of people, in whole or in part: see `personal-phrases.ts`. */
const FIELDS =
  'nazwisko|imi\u0119|imie|soyad|efternamn|f\u00f6rnamn|fornamn|etternavn|fornavn|p\u0159\u00edjmen\u00ed|prijmeni|sukunimi|' +
  'etunimi|vezet\u00e9kn\u00e9v|\u0444\u0438\u043e|\u0444\u0430\u043c\u0438\u043b\u0438\u044f|' +
  '\u043e\u0442\u0447\u0435\u0441\u0442\u0432\u043e|\u59d3\u540d|\u6c0f\u540d|\uc131\uba85|completo|nom complet|nom_complet|' +
  'account holder|account_holder|contact_person|contact person|contactperson|emergency contact|emergency_contact|next_of_kin|name on card|name_on_card|nameoncard|card_holder';
/** The same, where they are no words of a sentence. */
const QUOTED_FIELDS = '"recipient"|"prenom"|"customer"|"caller"|"employee"|"kunde"|"cliente"';
/** Their last sign is no part of the name. */
const SIGNED = 'nom:|recipient:|customer:|caller:|employee:|kunde:|kundin:|cliente:|klant:|mitarbeiter:|cardholder>';
const SPACED = 'nom :|nom\u00a0:';
/** What else has a name is called so too: only where a line begins, before a name of two words. */
const LABELS =
  'nombre:|nome:|namn:|naam:|navn:|nimi:|n\u00e9v:|jm\u00e9no:|jmeno:|klient:|client:|\u0438\u043c\u044f:|\uc774\ub984:|\u540d\u524d:|\uc774\ub984\uff1a|\u540d\u524d\uff1a';
/** Firms, teams and places are contacts as well. */
const CONTACT = 'contact:';
/** The same as members of an object that is a person's. */
const MEMBERS = '"nombre"|"nome"|"namn"|"nimi"|"naam"|"navn"|"\u0438\u043c\u044f"|"\uc774\ub984"|"\u540d\u524d"';
/** Two members that are a name together. */
const HUMAN = '"family"|"given"';
/** Behind these somebody tells their name. */
const INTRODUCED =
  "m'appelle |m\u2019appelle |me llamo |mi nombre es |mi chiamo |mio nome \u00e8 |meu nome \u00e9 |ich hei\u00dfe |ich heisse |jag heter |" +
  'mijn naam is |nazywam si\u0119 |\u043c\u0435\u043d\u044f \u0437\u043e\u0432\u0443\u0442 ';
/** Behind the name of an author, and of somebody who signed: the sign, and what may open a list or a string. */
const AUTHOR = 'author';
const SIGNATURE = '-by: ';
/** Members of mails and of packages that hold a name and an address in one. */
const MAILBOXES = '"from"|"to"|"cc"|"bcc"|"sender"|"reply_to"|"replyto"|"maintainer"';
const OPENING = pattern(/s?["']?[ \t]{0,2}[:=]?[ \t]{0,4}\[?["']?/);
const DOTLESS_I = '\u0131';
const MAX_SPACES = 24;

/** Names of people behind labels and introductions in many languages, and those of authors beside their addresses. */
export const personLabel: Detector = {
  name: 'person-label',
  group: 'personal',
  validates: 'a label, the name of a field or an introduction before; capitals, or letters of the East without them',
  source: 'SPEC 4',
  ...createWordTable([
    [FIELDS, matchField],
    [QUOTED_FIELDS, inQuotes(matchPersonField)],
    [SIGNED, (window, start, end) => matchPersonField(window, start, end - 1)],
    [SPACED, (window, start, end) => matchPersonField(window, start, end - 2)],
    [LABELS, matchLabel],
    [
      CONTACT,
      (window, start, end) =>
        onlyIf(matchLabel(window, start, end), (name) => isGivenPerson(window.text.slice(name.start, name.end))),
    ],
    [MEMBERS, inQuotes(matchPersonMember)],
    [HUMAN, matchHumanName],
    [INTRODUCED, atWordStart((window, _start, end) => personVerdict(window, end, 1))],
    [`${MAILBOXES}|${AUTHOR}`, matchAuthor],
    [SIGNATURE, (window, _start, end) => matchMailbox(window, end)],
  ]),
};

/** `Nombre: Juan Pérez` */
function matchLabel(window: Window, start: number, end: number): Verdict | undefined {
  return isLineStart(window, start)
    ? personVerdict(window, runEnd(window.text, KIND.space, end, end + MAX_SPACES), 2)
    : undefined;
}

/** `Nazwisko: Kowalski` */
function matchField(window: Window, start: number, end: number): Verdict | undefined {
  return matchPersonField(window, start, window.text.charAt(end) === DOTLESS_I ? end + 1 : end);
}

/** `"author": "Alice Smith <alice@example.org>"` */
function matchAuthor(window: Window, _start: number, end: number): Verdict | undefined {
  return matchMailbox(window, end + (OPENING.at(window, end)?.[0].length ?? 0));
}

/** With these a letter closes; letters may follow: `Grüßen`, `groeten`. */
const CLOSINGS =
  'regards|sincerely|faithfully|best wishes|cheers,|thanks,|best,|gr\u00fc\u00df|gru\u00df|gr\u00fcss|cordialement|' +
  'salutations|saludos|atentamente|saluti|groet|atenciosamente|pozdrawiam|h\u00e4lsningar|hilsen';
/** Before the name of somebody who tells it, or who did something: only a given name that hardly anything else has. */
const TOLD = "i am |i'm |i\u2019m |signed by |sent by |requested by |approved by |submitted by |reported by ";
/** What follows a closing up to the name below it; line ends may be written as in JSON, or as in HTML. */
const BELOW = pattern(/[a-z]{0,3}[,.!]?(?: ?(?:\r?\n|\\r\\n|\\n|<br ?\/?>)){1,3} {0,8}(?:[-–—] ?)?/);
/** Up to one beside it. */
const BESIDE = comingLetters(String.raw`[a-z]{0,3}, ?(?=\p{Lu})`);
/** What stands behind a name that is all of its line. */
const LINE_ENDS = ['', '\n', '\r', '\\', '<', '"', "'", '|', ','];

/** Names of people who close a letter with them, and of those who say who they are. */
export const personClosing: Detector = {
  name: 'person-closing',
  group: 'personal',
  validates: 'the closing of a letter before, and a name of two words or a known given name that is all of its line',
  source: 'SPEC 4',
  ...createWordTable([
    [CLOSINGS, atLetterStart(matchClosing)],
    [TOLD, atLetterStart((window, _start, end) => givenName(window, end))],
  ]),
};

function atLetterStart(match: Detector['match']): Detector['match'] {
  return (window, start, end) =>
    isWordStart(window.text, start, window.floor) ? match(window, start, end) : undefined;
}

function matchClosing(window: Window, _start: number, end: number): Verdict | undefined {
  const { text } = window;
  // A sentence that goes on is the commonest by far.
  if (text.charAt(end) === ' ' && isKind(text, end + 1, KIND.lower)) {
    return undefined;
  }
  const below = BELOW.at(window, end)?.[0].length;
  if (below !== undefined) {
    return nameOfLine(window, end + below);
  }
  const beside = BESIDE.at(window, end)?.[0].length ?? (text.charAt(end - 1) === ',' ? 1 : 0);
  return beside === 0 ? undefined : nameOfLine(window, end + beside);
}

function nameOfLine(window: Window, from: number): Verdict | undefined {
  return onlyIf(personVerdict(window, from, 1), ({ start, end }) => {
    const name = window.text.slice(start, end);
    return LINE_ENDS.includes(window.text.charAt(end)) && (name.includes(' ') || isGivenName(name));
  });
}

function givenName(window: Window, from: number): Verdict | undefined {
  return isKind(window.text, from, KIND.upper)
    ? onlyIf(personVerdict(window, from, 1), ({ start, end }) => beginsWithGivenName(window.text.slice(start, end)))
    : undefined;
}
