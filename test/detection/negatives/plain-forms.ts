import type { Negative } from '../case.js';
import { createRandom, type Random } from '../random.js';

const EACH = 6;
const NOUNS = ['password', 'passphrase', 'passwd'];
const MANY = ['eight', 'ten', 'twelve', 'sixteen'];

const noun = (random: Random): string => random.pick(NOUNS);

/** Sentences, source code and settings in the forms that secrets take elsewhere. */
const LINES: Readonly<Record<string, (random: Random) => string>> = {
  'rule for passwords': (random) =>
    `${noun(random)}: must be at least ${random.pick(MANY)} characters long\n${noun(random)}: choose something very secure`,
  'description of a field': (random) =>
    `  ${noun(random)}: plain text given by ${random.pick(['callers', 'clients'])}\n  ${noun(random)}: hashed before saving to disk`,
  'working directory': (random) =>
    `if (pwd == "${random.pick(['git', 'home', 'src', 'build'])}") {\n[ "$PWD" == "/srv/x${random.int(99)}" ]`,
  'date under a name of numbers': (random) =>
    `pin: '20${random.between(10, 29)}-0${random.between(1, 9)}-1${random.int(9)}'`,
  'definition in C': (random) =>
    `#define OBJ_server_auth         OBJ_id_k${random.pick(['p', 'q', 'r'])},${random.int(9)}L`,
  'programs in columns': (random) => `klist\tkpasswd\nkinit\t${random.pick(['kprop', 'kadmin', 'kdestroy'])}\n`,
  'word for required': (random) =>
    random.pick([
      '\u015fifre: zorunlu',
      'password: obligatoire',
      'contrase\u00f1a: obligatoria',
      'Passwort: erforderlich',
    ]),
  'form and its fields': (random) =>
    `{"type":"password","label":"Password","value":""}\n{"label":"Reset password","value":"reset"}\n<input type="password" name="p${random.int(99)}" value="">`,
  'names with commas and columns': (random) =>
    `SESSION_TOKEN,name\nDB_PASSWORD,VARCHAR(${random.int(99)})\nAPI_KEY\tthe one of the service\nAPI_TOKEN needed here`,
  'lists of names': (random) =>
    `run(a, password=[word, x${random.int(9)}])\nAuthorization: [RFC${random.between(7000, 9000)}]`,
  'declared variables': (random) =>
    `variable "db_password" {\n  type = string\n}\n\nvariable "size" {\n  default = "medium${random.int(9)}"\n}`,
  'tests that pass': (random) =>
    `PASS src/foo${random.int(9)}.test.ts\n> PASS src/bar${random.int(9)}.test.ts\nPASS: 12 of 12`,
  'images and times before hosts': (random) => `nginx:1.${random.int(30)}@10.0.0.1 and ada@10.0.0.1 at 10:22@10.0.0.1`,
  participles: (random) => `No password provided: see page ${random.int(99)}\napi key received: yes`,
  'rows of other tables': (random) =>
    `CREATE TABLE users (id int, password text);\nCREATE TABLE sizes (id int, name_of text);\nINSERT INTO sizes VALUES (${random.int(99)}, 'medium${random.int(9)}');\nINSERT INTO users SELECT * FROM old_users;`,
  'marked words': (random) => `int *key: ${random.int(9)}\n* password: the word\n*Password*: must be long`,
  vitamin: (random) => `Diagnosis: B12 deficiency, grade ${random.int(9)}`,
};

/** Texts without secrets that are written like those of `more-forms.ts`. */
export function plainForms(): readonly Negative[] {
  const random = createRandom(4027);
  return Object.entries(LINES).flatMap(([context, line]) =>
    Array.from(
      { length: EACH },
      (): Negative => ({ kind: 'plain form', context, form: 'text', text: `${line(random)}\n` }),
    ),
  );
}
