import { type Form, type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';

const EACH = 3;

/** A language, what its forms call the whole name and a part of it, and names as its people have them. */
interface Tongue {
  readonly whole: readonly string[];
  readonly part: readonly string[];
  readonly names: readonly string[];
  readonly parts: readonly string[];
}

const TONGUES: readonly Tongue[] = [
  {
    whole: ['Nombre', 'Nombre completo', 'Cliente'],
    part: ['Apellidos'],
    names: ['Lucía Pardo Vega'],
    parts: ['Pardo'],
  },
  { whole: ['Nom complet'], part: ['Nom', 'Prénom'], names: ['Chloé Roussel'], parts: ['Roussel', 'Aimé'] },
  { whole: ['Kunde', 'Kundin', 'Mitarbeiter'], part: ['Nachname'], names: ['Jörg Albers'], parts: ['Albers'] },
  { whole: ['Nome', 'Nome completo'], part: ['Cognome'], names: ['Bruna Ferri', 'Inês Prado'], parts: ['Ferri'] },
  { whole: ['Naam', 'Klant'], part: ['Achternaam'], names: ['Fleur van Loon'], parts: ['Loon'] },
  {
    whole: ['Namn', 'Navn'],
    part: ['Efternamn', 'Förnamn', 'Etternavn'],
    names: ['Åsa Lindqvist'],
    parts: ['Åkerman'],
  },
  { whole: ['Imię i nazwisko'], part: ['Nazwisko', 'Imię'], names: ['Zofia Wrona'], parts: ['Wrona'] },
  { whole: ['Ad Soyad'], part: ['Soyadı'], names: ['Elif Kaya'], parts: ['Kaya'] },
  { whole: ['ФИО', 'Имя'], part: ['Фамилия'], names: ['Орлова Вера Петровна'], parts: ['Орлова'] },
  { whole: ['姓名'], part: [], names: ['李雪梅', '欧阳娜'], parts: [] },
  { whole: ['氏名', '名前'], part: [], names: ['鈴木美咲', '高橋 健'], parts: [] },
  { whole: ['성명', '이름'], part: [], names: ['박서연'], parts: [] },
  { whole: ['Caller', 'Customer', 'Employee', 'Name on card'], part: [], names: ['Ruth Okafor'], parts: [] },
];

/** Two parts of a name, one behind the other in one line. */
const LINES: readonly (readonly [string, string, string, string])[] = [
  ['First name', 'Ruth', 'Last name', 'Okafor'],
  ['Last name', 'Okafor', 'First name', 'Ruth'],
  ['Vorname', 'Iris', 'Nachname', 'Vogt'],
  ['Prénom', 'Aimé', 'Nom', 'Roussel'],
  ['Surname', 'Vogt', 'Forename', 'Iris'],
];

/** In rows the name of a field must be one that no thing has. */
const MEMBERS: readonly (readonly [string, string])[] = [
  ['nazwisko', 'Wrona'],
  ['imie', 'Zofia'],
  ['姓名', '李雪梅'],
  ['氏名', '鈴木美咲'],
  ['ФИО', 'Орлова Вера'],
  ['ad_soyad', 'Elif Kaya'],
  ['efternamn', 'Lindqvist'],
  ['nombre_completo', 'Lucía Pardo'],
  ['customer', 'Ruth Okafor'],
  ['caller', 'Ruth Okafor'],
  ['patient', 'Ruth Okafor'],
  ['next_of_kin', 'Ruth Okafor'],
  ['contact_person', 'Ruth Okafor'],
  ['recipient', 'Ruth Okafor'],
  ['fname', 'Ruth'],
  ['lname', 'Okafor'],
];

/** Members that are a name together, of which each alone is a word for many things. */
const TOGETHER: readonly string[] = [
  '{"name":[{"use":"official","family":"_Okafor_","given":["_Ruth_","_Q_"]}]}\n',
  '{\n  "name": [\n    {\n      "family": "_Vogt_",\n      "given": [\n        "_Iris_"\n      ]\n    }\n  ]\n}\n',
  '{"author":[{"given":"_Ruth_","family":"_Okafor_"},{"given":"_Iris_","family":"_Vogt_"}]}\n',
];

const TOLD = [
  'My name is',
  'Hi, my name is',
  "Je m'appelle",
  'Me llamo',
  'Mi chiamo',
  'Ich heiße',
  'Jag heter',
  'Nazywam się',
  'Hi Mrs.',
  'Hello Dr.',
];

/** A bare name beside a fact of a person that is not filled in, and beside something else that is hidden. */
const BESIDE: readonly (readonly [string, string, string])[] = [
  ['имя', 'Орлова Вера', '"email":null'],
  ['이름', '박서연', '"email":null'],
  ['名前', '鈴木美咲', '"email":""'],
  ['name', 'Ruth Okafor', '"email":null,"zip":"50667"'],
  ['name', 'Ruth Okafor', '"birth_date":"","password":"hunter2-Qx"'],
  ['name', 'Ruth Okafor', '"age":41'],
  ['name', 'Ruth Okafor', '"id":4,"phone":"+4915112345678"'],
  ['name', 'Iris Vogt', '"nationality":"Danish","salary":52000'],
];

/** What stands around the bare label in settings, records and logs: `_` is the name. */
const RECORDS: readonly (readonly [string, string])[] = [
  ['yaml', 'staff:\n  - name: _\n    team: 4\n'],
  ['yaml', 'staff:\n  - id: 7\n    name: "_"\n'],
  ['ini', '[person]\nname = _\nid = 7\n'],
  ['log', '2024-05-06 07:08:09 INFO name: _, id: 7\n'],
  ['form', 'id: 7\nname: _\ncity: Ulm\n'],
];

/** Titles, and names behind them. */
const TITLED: readonly (readonly [string, string])[] = [
  ['Mr.', 'Okafor'],
  ['Mrs', 'Ruth Okafor'],
  ['Ms.', 'Iris Vogt'],
  ['Dr.', 'Albert Vexmoor'],
  ['Prof. Dr.', 'Vexmoor'],
  ['Herr', 'Vogt'],
  ['Frau Dr.', 'Iris Vogt'],
  ['Herrn', 'von Loon'],
  ['Mme', 'Roussel'],
  ['Monsieur', 'Aimé Roussel'],
  ['Sra.', 'Lucía Pardo'],
  ['Sr.', 'Juan Pardo'],
];

/** Names of people behind what forms, letters and files of many languages say before them. */
export function people(): readonly Positive[] {
  const random = createRandom(73);
  return [
    ...labelled(random),
    ...members(),
    ...together(),
    ...besideFacts(),
    ...bare(random),
    ...told(random),
    ...titled(),
    ...authors(random),
  ];
}

const at = (variant: string, context: string, marked: string, form: Form = 'text'): Positive => ({
  kind: 'name',
  variant,
  context,
  form,
  marked,
});

function labelled(random: Random): readonly Positive[] {
  const of = (labels: readonly string[], names: readonly string[]): readonly Positive[] =>
    labels.flatMap((label) =>
      Array.from({ length: EACH }, () => {
        const name = secret(random.pick(names));
        const sign = random.pick([':', ':', ' :']);
        return at(
          'label',
          'form',
          random.pick([`${label}${sign.trim()} ${name}\n`, `Nr. 4\n  ${label}: ${name}\nend\n`]),
        );
      }),
    );
  const inLine = LINES.map(([first, one, second, other]) =>
    at('line', 'form', `${first}: ${secret(one)}, ${second}: ${secret(other)}\n`),
  );
  return [...inLine, ...TONGUES.flatMap(({ whole, part, names, parts }) => [...of(whole, names), ...of(part, parts)])];
}

function members(): readonly Positive[] {
  return MEMBERS.flatMap(([name, value]) => [
    at('member', 'rows', `{"id":3,"${name}":"${secret(value)}"}`, 'rows'),
    at('member', 'json', `{"id":3,"${name}": "${secret(value)}","n":1}\n`),
  ]);
}

function together(): readonly Positive[] {
  return TOGETHER.map((text) =>
    at(
      'together',
      'json',
      text.replace(/_([^_]+)_/g, (_, name: string) => secret(name)),
    ),
  );
}

function besideFacts(): readonly Positive[] {
  return BESIDE.flatMap(([name, value, others]) =>
    (['rows', 'text'] as const).map((form) => at('beside', form, `{${others},"${name}":"${secret(value)}"}`, form)),
  );
}

/** A given name that things hardly have, or any name beside an address. */
function bare(random: Random): readonly Positive[] {
  const own = RECORDS.map(([context, text]) =>
    at(
      'bare label',
      context,
      text.replace('_', secret(random.pick(['Susan Okafor', 'Thomas Vexmoor', 'Elena Pardo']))),
    ),
  );
  return [
    ...own,
    at(
      'bare label',
      'yaml',
      `staff:\n  - name: ${secret('Wilbur Vexmoor')}\n    email: ${secret('w.v@vexmoor.org')}\n`,
    ),
    at('bare label', 'form', `full name: ${secret('susan okafor')}\n`),
  ];
}

function told(random: Random): readonly Positive[] {
  return TOLD.map((words) => at('told', 'prose', `${words} ${secret(random.pick(['Ruth Okafor', 'Iris Vogt']))}.\n`));
}

function titled(): readonly Positive[] {
  return TITLED.flatMap(([title, name]) => [
    at('title', 'prose', `today ${title} ${secret(name)} came by\n`),
    at('title', 'log', `2024-05-06 07:08:09 INFO booked by ${title} ${secret(name)}, room 4\n`),
    at('title', 'rows', `{"id":3,"note":"${title} ${secret(name)}"}`, 'rows'),
  ]);
}

function authors(random: Random): readonly Positive[] {
  const who = (): string => `${secret(random.pick(['Ruth Okafor', 'Jörg van Loon']))} <${secret('r.o@vexmoor.org')}>`;
  return [
    at('author', 'log', `commit 4be1\nAuthor: ${who()}\nDate: today\n`),
    at('author', 'log', `    Signed-off-by: ${who()}\n`),
    at('author', 'json', `{"name":"x","author":"${who()}"}\n`),
    at('author', 'rows', `{"name":"x","author":"${who()}"}`, 'rows'),
    at('sender', 'rows', `{"from":"${who()}","to":["${who()}","${who()}"],"n":1}`, 'rows'),
    at('sender', 'json', `{"from": "${who()}","to":["${who()}", "${who()}"]}\n`),
  ];
}
