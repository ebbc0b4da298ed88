import { beginsWithGivenName, isGivenName, isGivenPerson } from '../judge/given-person.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isWordStart, SPACE_CLASS } from '../pattern/characters.js';
import { comingLetters, pattern } from '../pattern/coming-text.js';
import { matchHumanName } from './human-name.js';
import { BLANKS, isWordBegin, MAILBOX, nameBehind } from './name-behind.js';
import { isLineStart, matchPersonField } from './person-field.js';
import { matchPersonMember } from './person-member.js';
import { createWordTable, inQuotes } from './word-table.js';

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
const OPENING = pattern(/s?["']?[ \t]{0,2}[:=]?[ \t]{0,4}\[?["']?"?/);
const DOTLESS_I = '\u0131';
const LABELLED = { at: isLineStart, between: pattern(new RegExp(BLANKS)), least: 2 };

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
    [LABELS, nameBehind(LABELLED)],
    [CONTACT, nameBehind({ ...LABELLED, isName: isGivenPerson })],
    [MEMBERS, inQuotes(matchPersonMember)],
    [HUMAN, matchHumanName],
    [INTRODUCED, nameBehind({ at: isWordBegin })],
    [`${MAILBOXES}|${AUTHOR}`, nameBehind({ ...MAILBOX, between: OPENING })],
    [SIGNATURE, nameBehind(MAILBOX)],
  ]),
};

/** `Nazwisko: Kowalski` */
function matchField(window: Window, start: number, end: number): Verdict | undefined {
  return matchPersonField(window, start, window.text.charAt(end) === DOTLESS_I ? end + 1 : end);
}

/** With these a letter closes; letters may follow: `Grüßen`, `groeten`. */
const CLOSINGS =
  'regards|sincerely|faithfully|best wishes|gr\u00fc\u00df|gru\u00df|gr\u00fcss|cordialement|' +
  'salutations|saludos|atentamente|saluti|groet|atenciosamente|pozdrawiam|h\u00e4lsningar|hilsen';
const CLOSINGS_WITH_COMMA = 'cheers,|thanks,|best,';
/** Before the name of somebody who tells it, or who did something: only a given name that hardly anything else has. */
const TOLD = "i am |i'm |i\u2019m |signed by |sent by |requested by |approved by |submitted by |reported by ";
/** "I am a …" goes on as a sentence, and does not have to be waited for. */
const CAPITAL = pattern(/(?=[A-Z])/);
/** What follows a closing up to the name below it; line ends may be written as in JSON, or as in HTML. */
const BELOW = String.raw`[a-z]{0,3}[,.!]?(?: ?(?:\r?\n|\\r\\n|\\n|<br ?\/?>)){1,3} {0,8}(?:[-–—] ?)?`;
/** Up to one beside it. */
const BESIDE = String.raw`[a-z]{0,3},${SPACE_CLASS}?(?=\p{Lu})`;
const SIGNED_OFF = {
  at: isLetterStart,
  /** A name that is all of its line. */
  behind: pattern(/[\n\r\\<"'|,]|$/),
  isName: (name: string) => name.includes(' ') || isGivenName(name),
};

/** Names of people who close a letter with them, and of those who say who they are. */
export const personClosing: Detector = {
  name: 'person-closing',
  group: 'personal',
  validates: 'the closing of a letter before, and a name of two words or a known given name that is all of its line',
  source: 'SPEC 4',
  ...createWordTable([
    [CLOSINGS, nameBehind({ ...SIGNED_OFF, between: comingLetters(`${BELOW}|${BESIDE}`) })],
    [CLOSINGS_WITH_COMMA, nameBehind({ ...SIGNED_OFF, between: comingLetters(`${BELOW}|${BESIDE}|${SPACE_CLASS}`) })],
    [TOLD, nameBehind({ at: isLetterStart, between: CAPITAL, isName: beginsWithGivenName })],
  ]),
};

function isLetterStart({ text, floor }: Window, start: number): boolean {
  return isWordStart(text, start, floor);
}
