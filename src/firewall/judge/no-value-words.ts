import { firstOf, isKind, KIND, LAST_ASCII } from '../pattern/characters.js';

const WORDS_FOR_NOTHING = new Set(
  (
    'null none nil true false undefined nan yes no on off empty required optional string str number int integer ' +
    'boolean bool any unknown object void bytes text varchar char never todo tbd na n/a hidden masked omitted missing ' +
    'unique oauth oauth2 the and with or if inherit option options invalid ' +
    'changeme? forgot? forgotten? lost? ok? reset? what? which? why? ' +
    'include same-origin omit typeof keyof new await async function import require return yield not lambda undef self sub ' +
    'range func fn chan u8 i32 u32 i64 u64 int8 uint8 int16 uint16 int32 int64 uint32 uint64 usize f64 float64 amd64 arm64 i386 armhf always ' +
    // What a permission lets one do.
    'create read write update delete list show view edit clear manage rotate revoke ' +
    // That one is wanted, or none is, or that this is a wrong one.
    'erforderlich notwendig pflichtfeld ung\u00fcltig falsch freiwillig obligatoire requis facultatif invalide incorrect ' +
    'obligatorio obligatoria requerido requerida opcional incorrecta obligat\u00f3rio obligat\u00f3ria ' +
    'obrigat\u00f3rio obrigat\u00f3ria obbligatorio obbligatoria richiesto richiesta facoltativo facoltativa ' +
    'verplicht vereist optioneel ongeldig wymagane wymagany opcjonalne povinn\u00e9 obligatoriskt kr\u00e4vs ' +
    'p\u00e5kr\u00e6vet p\u00e5krevd pakollinen k\u00f6telez\u0151 obligatoriu zorunlu gerekli ge\u00e7ersiz obavezno wajib diperlukan ' +
    '\u043e\u0431\u044f\u0437\u0430\u0442\u0435\u043b\u044c\u043d\u043e \u043e\u0431\u044f\u0437\u0430\u0442\u0435\u043b\u0435\u043d ' +
    '\u0442\u0440\u0435\u0431\u0443\u0435\u0442\u0441\u044f \u03b1\u03c0\u03b1\u03b9\u03c4\u03b5\u03af\u03c4\u03b1\u03b9 ' +
    '\u5fc5\u586b \u5fc5\u9700 \u5fc5\u9808 \ud544\uc218 \u0645\u0637\u0644\u0648\u0628 \u05d7\u05d5\u05d1\u05d4'
  ).split(' '),
);

const LONGEST_WORD = 13;
const BEHIND_WORD = '.;,';
/** Other than the English one, which many people choose. */
const NAMES_OF_PASSWORDS = new Set(
  (
    'Passwort Kennwort Contrase\u00f1a Senha Palavra-passe Wachtwoord L\u00f6senord Adgangskode Passord Salasana Has\u0142o ' +
    'Heslo Parola \u015eifre Jelsz\u00f3 \u041f\u0430\u0440\u043e\u043b\u044c \u5bc6\u7801 \u5bc6\u78bc ' +
    '\u30d1\u30b9\u30ef\u30fc\u30c9 \ube44\ubc00\ubc88\ud638 \u03ba\u03c9\u03b4\u03b9\u03ba\u03cc\u03c2 \u05e1\u05d9\u05e1\u05de\u05d4'
  ).split(' '),
);
/** And what stands behind the first word of those that have several. */
const FIRST_OF_NAME: ReadonlyMap<string, string> = new Map([
  ['Mot', ' de'],
  ['Palabra', ' de'],
  ['Kata', ' sa'],
]);
const LONGEST_NAME = 14;
/** What joins the names of types and of checks, and what they are joined to. */
const JOINT = /[|<[(?*,.:]/;
const JOINTS = /[\s|\\<>[\]()?*,.:&]+|\d+/;
const LONGEST_TYPE = 48;
/** As Laravel writes them. */
const CHECKS = /^(?:required|nullable)\|(?:min|max):\d/;
const TYPES = new Set(
  'string str varchar nvarchar varchar2 char text bytes byte bytea int integer number boolean bool secretstr'.split(
    ' ',
  ),
);
const BESIDE_TYPES = new Set(
  (
    'array list optional union nullable maybe option none null undefined java lang system std any vec uuid secret ' +
    'required min max confirmed not nn max_length min_length'
  ).split(' '),
);

/** Whether a word stands where there is no value, or says what kind of value is wanted. */
export function isWordForNothing(value: string): boolean {
  // The one that has a digit has it at its end.
  if (value.length > LONGEST_WORD || firstOf(value, KIND.digit, 0, value.length) < value.length - 3) {
    return false;
  }
  const word = value.toLowerCase();
  return WORDS_FOR_NOTHING.has(BEHIND_WORD.includes(word.charAt(word.length - 1)) ? word.slice(0, -1) : word);
}

/** `password=Kennwort`, `"password": "Contrase\u00f1a"`: what a form calls it, with the capital of a label; `after` is behind it. */
export function isNameOfPassword(value: string, after: string): boolean {
  const code = value.charCodeAt(0);
  if (value.length > LONGEST_NAME || (code <= LAST_ASCII && !isKind(value, 0, KIND.upper))) {
    return false;
  }
  return NAMES_OF_PASSWORDS.has(value.endsWith(':') ? value.slice(0, -1) : value) || FIRST_OF_NAME.get(value) === after;
}

/** `string | null`, `Optional[str]`, `varchar(255)`, `required|string|min:8`: a type, or checks, in quotes. */
export function isTypeText(value: string): boolean {
  if (value.length > LONGEST_TYPE || !JOINT.test(value)) {
    return false;
  }
  const words = value
    .toLowerCase()
    .split(JOINTS)
    .filter((word) => word !== '');
  return (
    (words.some((word) => TYPES.has(word)) || CHECKS.test(value)) &&
    words.every((word) => TYPES.has(word) || BESIDE_TYPES.has(word))
  );
}
