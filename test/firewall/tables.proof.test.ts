import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_DETECTORS, DETECTORS } from '../../src/firewall/find/detectors.js';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';
import { createTextRowRedactor } from '../../src/firewall/find/text-row-redactor.js';
import { MAX_HELD, MAX_ROW } from '../../src/firewall/lex/detector.js';
import { chooseRedaction } from '../../src/firewall/settings/redaction-choice.js';
import { proofSize } from '../support/proof-size.js';
import { type ProofSubject, proveIdempotent, provePieces, proveText } from '../support/redactor-proof.js';

const subject: ProofSubject = { createRedactor, redactText, ALL_DETECTORS, DETECTORS, MAX_HELD };
const HIDDEN = '[REDACTED:password]';
const ADDRESS = '[REDACTED:address]';

function redact(text: string): string {
  return redactText(text).text;
}

describe('a line of names', () => {
  test.each([
    ['commas', 'id,password\n1,blue\n', `id,password\n1,${HIDDEN}\n`],
    ['a first column without a name', ',password\n0,blue\n1,red\n', `,password\n0,${HIDDEN}\n1,${HIDDEN}\n`],
    ['line ends of Windows', 'id;Passwort\r\n1;blue\r\n', `id;Passwort\r\n1;${HIDDEN}\r\n`],
    ['a byte order mark', '\ufeffpassword,id\nblue,1\n', `\ufeffpassword,id\n${HIDDEN},1\n`],
    ['spaces', 'id, password\n1, blue\n2, red\n', `id, password\n1, ${HIDDEN}\n2, ${HIDDEN}\n`],
    [
      'drawn lines',
      '│ id │ password │\n├────┼──────────┤\n│ 1 │ blue │\n',
      `│ id │ password │\n├────┼──────────┤\n│ 1 │ ${HIDDEN} │\n`,
    ],
    ['an empty line', 'id,password\n\n1,blue\n', `id,password\n\n1,${HIDDEN}\n`],
    [
      'an empty line before other names',
      'id,password\n\nid,secret\n1,blue\n',
      'id,password\n\nid,secret\n1,[REDACTED:secret]\n',
    ],
    ['nothing but bars', 'id|password|x\n1|blue|2\n', `id|password|x\n1|${HIDDEN}|2\n`],
    ['one name', 'password\nhunter2x9\nhunter3\nno\n', `password\n${HIDDEN}\n${HIDDEN}\nno\n`],
    ['one name in quotes', '"ssn"\n"536228726"\n', '"ssn"\n"[REDACTED:ssn]"\n'],
    ['numbers of companies', 'id,ein\n1,12-3197624\n', 'id,ein\n1,[REDACTED:us_ein]\n'],
    ['a name before it', 'see:\n\nid,password\n1,blue\n', `see:\n\nid,password\n1,${HIDDEN}\n`],
    [
      'another table before it',
      'id,secret\n1,blue\na,b,password\n1,2,red\n',
      `id,secret\n1,[REDACTED:secret]\na,b,password\n1,2,${HIDDEN}\n`,
    ],
    [
      'its names in another order',
      'user,password\nada,blue\npassword,user\nred,bob\n',
      `user,password\nada,${HIDDEN}\npassword,user\n${HIDDEN},${HIDDEN}\n`,
    ],
    [
      'the same line again',
      'id,password\n1,blue\nid,password\n2,red\n',
      `id,password\n1,${HIDDEN}\nid,password\n2,${HIDDEN}\n`,
    ],
  ])('with %s', (_, input, expected) => {
    expect(redact(input)).toBe(expected);
  });

  test.each([
    ['a sentence', 'They lost the name, password, and key\nof the house, garden, and car\nand so on, and, on\n'],
    ['a list in a sentence', 'name, password, email\nsays the form\n'],
    ['a query', 'SELECT id, password\nFROM users, logins\n'],
    ['a function', 'login(user,password)\nlogout(a,b)\n'],
    ['a pipe', 'cat password | sort\ncat users | uniq\n'],
    ['a table of other things', '| id | count |\n|---|---|\n| 1 | 2 |\n'],
    ['names that only sound so', 'id,token_count,has_password\n1,2,3\n'],
    ['a line too long', `${'a,'.repeat(600)}password\n${'1,'.repeat(600)}2\n`],
    ['no rows', 'id,password\n\nas above\n'],
    ['one of words', 'password\npassword1.txt\nsecret\nkey_of_things\ntoken\n1.2.3\n'],
    ['one of a form', 'Password\nConfirm password\nssn\n12\n'],
    ['a type', 'string|Password|null\na|b\n'],
  ])('is not %s', (_, input) => {
    expect(redact(input)).toBe(input);
  });
});

describe('rows', () => {
  test.each([
    ['end at an empty line', 'id,password\n1,blue\n\n2,red\n', `id,password\n1,${HIDDEN}\n\n2,red\n`],
    ['end at a line of another shape', 'id,password\n1,blue\ndone\n2,red\n', `id,password\n1,${HIDDEN}\ndone\n2,red\n`],
    ['keep what is nothing', 'id,password\n1,null\n2,\n3,""\n', 'id,password\n1,null\n2,\n3,""\n'],
    ['can hold their commas in quotes', 'id,password\n"1,5","a ""b"", c"\n', `id,password\n"1,5","${HIDDEN}"\n`],
    ['can hold lines in quotes', 'id,password\n1,"a\n\nb"\n2,c\n', `id,password\n1,"${HIDDEN}"\n2,${HIDDEN}\n`],
    ['can hold what was found already', 'id,password\n1,x bob@acme.io\n', `id,password\n1,${HIDDEN}\n`],
    [
      'keep their commas behind a street',
      'street, zip, password\nHauptstraße 2, 50667, blue\n',
      `street, zip, password\n${ADDRESS}, ${ADDRESS}, ${HIDDEN}\n`,
    ],
    [
      'keep their commas behind an address with a label',
      'note,password,n\nадрес: ул. Ленина 5,blue,1\nBill to:9 Elm Dr,Boston,2\n',
      `note,password,n\nадрес: ${ADDRESS},${HIDDEN},1\nBill to:${ADDRESS},${HIDDEN},2\n`,
    ],
    [
      'keep their line ends behind a street',
      'password;street\nblue;12 Main Street\nSpringfield 62702;5 Oak Avenue\n',
      `password;street\n${HIDDEN};${ADDRESS}\n${HIDDEN};${ADDRESS}\n`,
    ],
    [
      'go on behind one with too many cells',
      'id,password\n1,a1\n2,b,c\n3,d\n',
      `id,password\n1,${HIDDEN}\n2,${HIDDEN},${HIDDEN}\n3,${HIDDEN}\n`,
    ],
  ])('%s', (_, input, expected) => {
    expect(redact(input)).toBe(expected);
    proveIdempotent(subject, input);
  });

  test('too long to be held are withheld from the first sensitive cell on', () => {
    const long = 'y'.repeat(MAX_ROW);
    const input = `id,password,note\n1,blue,short\n2,red,${long}\n3,green,"a ${long}\n${long}"\n4,white,short\n`;
    const expected = `id,password,note\n1,${HIDDEN},short\n2,${HIDDEN}\n3,${HIDDEN}\n4,${HIDDEN},short\n`;
    expect(redact(input)).toBe(expected);
    proveIdempotent(subject, input);
    fc.assert(
      fc.property(fc.array(fc.nat(input.length), { maxLength: 6 }), (cuts) => {
        provePieces(subject, piecesOf(input, cuts), expected);
      }),
      { numRuns: 40 },
    );
  });
});

describe('tables with signs around their cells', () => {
  test.each([
    [
      'a statement',
      "INSERT INTO u (id, password) VALUES (1,'blue'),(2,'');",
      `INSERT INTO u (id, password) VALUES (1,'${HIDDEN}'),(2,'');`,
    ],
    [
      'a statement over lines',
      "insert into `u` (`id`, `password`)\nvalues\n  (1, 'it''s, (x)'),\n  (2, E'a\\'b');\n",
      `insert into \`u\` (\`id\`, \`password\`)\nvalues\n  (1, '${HIDDEN}'),\n  (2, E'${HIDDEN}');\n`,
    ],
    [
      'values that are made',
      'REPLACE INTO u ([password], "at") VALUES (MD5(\'blue\'), NOW()), (NULL, 1), (DEFAULT, 2)',
      `REPLACE INTO u ([password], "at") VALUES (MD5('${HIDDEN}'), NOW()), (NULL, 1), (DEFAULT, 2)`,
    ],
    [
      'a backslash before the quote that closes',
      "insert ignore into u (password, path, pin) values ('blue', 'C:\\', '1234')",
      `insert ignore into u (password, path, pin) values ('${HIDDEN}', 'C:\\', '[REDACTED:pin]')`,
    ],
    [
      'markup',
      '<tr><th>id</th><th><b>Password</b></th></tr><tr><td>1<td> <i>blue</i>\n<tr><th>2</th><td>red</td></tr></table>blue',
      `<tr><th>id</th><th><b>Password</b></th></tr><tr><td>1<td> <i>${HIDDEN}</i>\n<tr><th>2</th><td>${HIDDEN}</td></tr></table>blue`,
    ],
    [
      'markup with cells of two columns',
      '<TR><TH colspan="2">Name</TH><TH >Password</TH></TR><TR><TD>a</TD><TD>b</TD><TD class="x">blue</TD></TR>',
      `<TR><TH colspan="2">Name</TH><TH >Password</TH></TR><TR><TD>a</TD><TD>b</TD><TD class="x">${HIDDEN}</TD></TR>`,
    ],
    [
      'a table of lines behind it',
      "INSERT INTO u (password) VALUES ('blue');\nid,password\n1,red\n",
      `INSERT INTO u (password) VALUES ('${HIDDEN}');\nid,password\n1,${HIDDEN}\n`,
    ],
  ])('%s', (_, input, expected) => {
    expect(redact(input)).toBe(expected);
    proveText(subject, input, [...input]);
  });

  test.each([
    'insert into the slot (key side up) values of any kind',
    "INSERT INTO u (id, colour) VALUES (1, 'blue');",
    'INSERT INTO u (id, password) SELECT id, word FROM (SELECT 1) AS x',
    '<table><tr><th>id</th><th>Colour</th></tr><tr><td>1</td><td>blue</td></tr></table>',
    '<tr><th>Token count</th><td>blue</td></tr>',
  ])('%s', (input) => {
    expect(redact(input)).toBe(input);
    proveText(subject, input, [...input]);
  });

  test('cells too long to be held are withheld to their end', () => {
    const long = 'y'.repeat(MAX_ROW);
    const statement = (value: string): string => `INSERT INTO u (password, n) VALUES ('${value}', 'red'), (x'', 2);`;
    const markup = (value: string): string => `<th>Password</th><tr><td> <b>${value}<tr><td>`;
    for (const write of [statement, markup]) {
      const input = write(long);
      expect(redact(input)).toBe(write(HIDDEN));
      proveText(subject, input, [input.slice(0, 700), input.slice(700, 2900), input.slice(2900)]);
    }
  });

  test('a string behind one too long to be held is hidden too', () => {
    const input = `INSERT INTO u (password, n) VALUES (concat('${'y'.repeat(MAX_ROW)}', 'blue'), 'red');`;
    const shown = `INSERT INTO u (password, n) VALUES (concat('${HIDDEN}', '${HIDDEN}'), 'red');`;
    expect(redact(input)).toBe(shown);
    proveText(subject, input, [input.slice(0, 700), input.slice(700, -12), input.slice(-12)]);
  });

  test.each([
    [
      'statements',
      "INSERT INTO u (password, b, \"pin\") VALUES ('blue', (1 + 2), 'it''s'), ('x\\'y', \"z\", 1234); \\".split(
        /(?=[ ',();])/,
      ),
    ],
    [
      'markup',
      '<tr> <th> Password </th> id </tr> <td> blue </td> <td class="a"> <b> red 7 < </b> </table> \n'.split(' '),
    ],
  ])('random %s', (_, parts) => {
    const head = parts.slice(0, 9).join('');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts, HIDDEN), { maxLength: 40 }),
        fc.array(fc.nat(300), { maxLength: 5 }),
        (words, cuts) => {
          const text = head + words.join('');
          const whole = redact(text);
          provePieces(subject, piecesOf(text, cuts), whole);
          provePieces(subject, [...text], whole);
          proveIdempotent(subject, text);
        },
      ),
      { numRuns: proofSize(150, 300), seed: 5 },
    );
  });
});

test.each([
  // Each of these was redacted further when it was redacted again.
  'id,password\nhunter2\n\n"id","password"\n"multi\nline","q"z\nx,"\n"a b","a\n',
  ',secret\n,\n",\nd,secret\n,{"\'',
  'a,b,password\n",jane@corp-x.com\npassword,note\nb",red\n\',"x,\'a,\'\n',
  'name,password,email\n"\n\na,b,password\n\'a,hunter2,b"\n"a,12,"x\nx,"",a\n',
  'password,note\nhunter2,"a\n"",\'\npassword,note\nid,password\nb",\'a,1,\'a\nb"\n',
  'a,b,password\n\nid,password\n\',x\n1,""\n,"hunter2x,"q"z,",4\n,12\n',
  'password,note\n"multi\nline",\'\n"a,"multi\nline"\n"q"z,hunter2\nred,"x""y"\n\n',
  'id,password,"note"\nid,password\nhunter2,\'\n"a,Kd83hfHs72,"multi\nline"\n"hunter2x,"x""y",\n',
  `| id | password |\n|---|---|\n${'|,\\,'.repeat(600)}\nid,password\nx,y\n`,
  `name,password,email\n${'y'.repeat(MAX_ROW)}\nname,password,email\n\n${'x'.repeat(MAX_ROW)}\n`,
])('a table whose quotes do not pair is redacted once: %#', (text) => {
  proveIdempotent(subject, text);
});

test('a long row whose last cell is empty is the same in two pieces', () => {
  const text = `id,password\n${'x'.repeat(MAX_ROW)},`;
  provePieces(subject, [text.slice(0, -1), ','], redact(text));
  provePieces(subject, [text, ''], redact(text));
  expect(redact(text)).toBe(text);
});

test('fields that a config calls sensitive head columns too', () => {
  const options = chooseRedaction({ sensitive_fields: ['salary'] });
  expect(redactText('id,salary\n1,5000\n', options).text).toBe('id,salary\n1,[REDACTED:sensitive]\n');
});

test('what is allowed is shown', () => {
  const options = chooseRedaction({ allow: { values: ['blue'] } });
  expect(redactText('id,password\n1,blue\n2,red\n', options).text).toBe(`id,password\n1,blue\n2,${HIDDEN}\n`);
});

test('kept rows of text are those of one table', () => {
  const redactor = createTextRowRedactor({});
  const texts = ['id,password\n', '1,"a\n', 'b"\n', '2,red\n'];
  const rows = [...texts.flatMap((text, line) => redactor.push({ line, text }, line)), ...redactor.end()];
  expect(rows.map(({ value }) => value)).toEqual([
    { line: 0, text: 'id,password\n' },
    { line: 1, text: `1,"${HIDDEN}` },
    { line: 2, text: '"\n' },
    { line: 3, text: `2,${HIDDEN}\n` },
  ]);
});

const FIXTURES = [
  'id,password,n\n1,"a,b\nc",2\n2,d,3\n\nx,y,z\n',
  'a; token_x;Secret\n1; 2;red\n1; 2;red blue\nend\n',
  'id\tpin\n1\t1234\n2\t"5\n3\t67\n',
  ' id | password \n----+----------\n  1 | blue\n(1 row)\n',
  '+----+--------+\n| id | passwd |\n+----+--------+\n|  1 | blue   |\n+----+--------+\n',
  '| a | Password |\n|---|---|\n| b | `red` |\n\n',
  'COPY u (id, password) FROM stdin;\n1\tblue\n\\.\n',
];

/** In the usual run every place is cut at, but not every pair of them. */
const STRIDE = proofSize(5, 1);

describe('whatever the cuts', () => {
  test.each(FIXTURES)('%j in two and three pieces', (input) => {
    const whole = redact(input);
    for (let first = 0; first <= input.length; first += 1) {
      for (let second = first; second <= input.length; second += first === 0 ? 1 : STRIDE) {
        provePieces(subject, piecesOf(input, [first, second]), whole);
      }
    }
    proveIdempotent(subject, input);
  });

  test.each([
    ['in quotes that close', 2, ['"a,b"', '"a ""b""\nc"']],
    ['with quotes of any kind', 3, ['"a,b"', '"a ""b""\nc"', '"', '"a\n', 'b"', '"q"z']],
  ])('random tables %s', (_, most, cells) => {
    fc.assert(
      fc.property(randomText(cells, most), fc.array(fc.nat(400), { maxLength: 5 }), (text, cuts) => {
        proveText(subject, text, piecesOf(text, cuts));
      }),
      { numRuns: proofSize(150, 400), seed: 5 },
    );
  });
});

const NAMES = ['id', 'password', 'Secret', 'first_name', 'key', 'day'];
const CELLS = ['', 'blue', '12', 'null', ' x y ', 'bob@acme.io', 'password', HIDDEN];
const OTHER_LINES = ['', '---+---+---', '|---|---|---|', 'a b', 'COPY a (id, pin) FROM stdin;'];

function randomText(cells: readonly string[], most: number): fc.Arbitrary<string> {
  const cell = fc.oneof(fc.constantFrom(...CELLS, ...cells), fc.stringMatching(/^[a-z0-9 ]{0,6}$/));
  const lineOf = (delimiter: string): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 8, arbitrary: fc.tuple(cell, cell, cell).map((row) => row.join(delimiter)) },
      { weight: 1, arbitrary: fc.array(cell, { maxLength: 5 }).map((row) => row.join(delimiter)) },
      { weight: 1, arbitrary: fc.constantFrom(...OTHER_LINES) },
    );
  const header = fc.shuffledSubarray(NAMES, { minLength: 3, maxLength: 3 });
  const table = fc
    .tuple(fc.constantFrom(',', ';', '\t', ' | ', ', '), header)
    .chain(([delimiter, names]) =>
      fc
        .tuple(fc.boolean(), fc.array(lineOf(delimiter), { maxLength: 6 }), fc.constantFrom('\n', '\r\n'))
        .map(([isParted, rows, end]) =>
          [names.join(delimiter), ...(isParted ? ['---+---+---'] : []), ...rows].join(end),
        ),
    );
  return fc.array(table, { minLength: 1, maxLength: most }).map((tables) => tables.join('\n'));
}

function piecesOf(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
  return places.slice(1).map((place, index) => text.slice(places[index], place));
}
