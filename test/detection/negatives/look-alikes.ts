import type { Negative } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill, uuid } from '../template.js';

const EACH = 10;
const NAMES = ['password', 'token', 'secret', 'apiKey', 'accessToken', 'clientSecret'];
const UPPER_NAMES = ['ACCESS_TOKEN', 'CLIENT_SECRET', 'API_KEY', 'AUTH_TOKEN', 'SECRET_KEY'];
const SERVICES = ['ec2', 'iam', 's3', 'kms', 'sqs'];

const letter = (random: Random): string => fill(random, '{l1}');
const option = (name: string): string => `--${name.toLowerCase().replaceAll('_', '-')}`;
const arn = (random: Random): string => `us-east-1:${fill(random, '{D12}')}`;

/** What real code, usage texts and tables hold in the places of secrets and numbers. */
const LINES: Readonly<Record<string, (random: Random) => string>> = {
  'minified comparison': (random) => {
    const name = random.pick(NAMES);
    return `return ${letter(random)}.${name}===${letter(random)}.${name}?1:${random.int(9)};if(${letter(random)}.${name}!==${letter(random)})${letter(random)}()`;
  },
  'comparison of variables': (random) =>
    `if(x.${random.pick(NAMES)}===y)return\nassert ${random.pick(NAMES)} == other.${random.pick(NAMES)}`,
  'member of self': (random) =>
    `self.pw = pw\nself.${random.pick(NAMES)} = ${random.pick(['value', 'word', 'given', 'result'])}`,
  'variable in a mapping': (random) =>
    `headers = {'Authorization': ${random.pick(['auth', 'header', 'value'])}}\ndata = {"${random.pick(NAMES)}": word, "size": ${random.int(99)}}`,
  'title without a name': (random) =>
    `${random.pick([
      'Dr. Pepper',
      'Mr. President',
      'Sr. Software Engineer',
      'Elm Dr. Springfield',
      'Ms. Pac-Man',
      'MS Word',
      'MR Imaging',
      'Herr Doktor',
      'Frau Holle',
      'Madame la Présidente',
      '["Mr", "Mrs", "Ms", "Dr"]',
    ])}, no. ${random.int(99)}`,
  'field of a date': (random) =>
    `{"dob":{"type":"integer","minimum":${1900 + random.int(99)}},"birthday":${random.int(2)},"fname":"README"}`,
  'float with exponent': (random) => `x = ${fill(random, '{D8}')}E-${random.int(30)} y = 9${fill(random, '{D7}')}E+2`,
  'negative code': (random) => `subprocess.CalledProcessError(-${fill(random, '9{D6}')}, 'x')`,
  'arn of a secret': (random) =>
    `"SecretId": "arn:aws:secretsmanager:${arn(random)}:secret:main-${fill(random, '{A6}')}"`,
  'arn of a key': (random) => `"encryptionKey": "arn:aws:kms:${arn(random)}:key/${uuid(random)}"`,
  'file of an option': (random) => `aws ${random.pick(SERVICES)} x --token fileb://${letter(random)}.bin`,
  'usage text': (random) => {
    const name = random.pick(UPPER_NAMES);
    return `tool ${option(name)} ${name} [--password PASSWORD]`;
  },
  'mail server': (random) => `250-AUTH=${random.pick(['CRAM-MD5', 'DIGEST-MD5', 'SCRAM-SHA-256'])} PLAIN`,
  'cloudformation type': (random) => `"AWS::IAM::AccessKey": "${fill(random, '{h16}')}"`,
  'client token': (random) => `"ClientToken": "${uuid(random)}"`,
  'mounted file': (random) =>
    `docker run -v /etc/passwd:/etc/passwd:ro -v /etc/shadow:/etc/shadow:ro m${random.int(9)}`,
  'counts of a frame': (random) =>
    `{"type":"final","redactions":{"aws_key":${random.int(99)},"password":${random.int(999)},"secret":${random.int(99)}}}`,
  'constant that names itself': (random) => {
    const name = random.pick(UPPER_NAMES);
    return `${name} = "${name.toLowerCase()}"\nAWS_${name} = '${name}'`;
  },
  'documented field': (random) =>
    `  Fields:\n    ${random.pick(NAMES)}: ${random.pick(['Optional', 'Required'])}. The value of the caller.`,
  'diagnostics of a checker': (random) =>
    `main.py:${random.int(99)}: diagnostic: E${fill(random, '{D3}')} line too long\n{"diagnostics":[{"code":"C${fill(random, '{D4}')}"}],"diagnosis":"disk ${random.int(9)} is full"}`,
  'expiry of an offer': (random) =>
    `{"sku":${random.int(999)},"expiry":"0${random.between(1, 9)}/2${random.int(9)}","expires_in":${random.int(9000)}}\nThe offer expires 12/2${random.int(9)}, exp: ${random.int(99)} points`,
  'blood and plates': (random) =>
    `Blood tests of ${random.int(99)} people: grade A+, B- and O.\nplate ${random.int(99)} of the atlas, template AB12 CDE, postcode area ${random.int(9)}`,
  'classification of diseases': (random) =>
    `ICD-10 has ${fill(random, '{D2}')},400 codes; icd = ${random.pick(['true', 'None', '"v2019"'])}`,
  'certificate in base64': (random) => `cert: MIID${fill(random, '{A12}')}AgIU${fill(random, '{A40}')}`,
  'age of a cache': (random) =>
    `Cache-Control: max-age=${random.int(900)}\nage: ${random.int(60)}s, page ${random.int(99)}`,
  'codes of other kinds': (random) =>
    `error code: ${random.digits(6)}\nexit code ${random.int(99)}\nstatus code is ${random.digits(6)}, code: E_NOENT\nUse code ${random.digits(6)} at the till.`,
  'comment behind slashes': (random) =>
    `//eslint:${letter(random)}\n//cdn.example.com:${random.between(1000, 9999)}/x@latest/${random.int(9)}.js // note:${letter(random)} @todo`,
  'words before no name': (random) =>
    `customer: ${random.pick(['Acme Labs', 'none', 'cus_81', 'Initech Systems'])}\nNombre: archivo ${random.int(99)}\ncaller: main.go:${random.int(99)}\nnew Customer(name: Nom)\nHello World, ${random.pick(['Hi there', 'hi all'])}`,
  'numbers before no street': (random) =>
    `${random.int(9)} ${random.pick(['Drive letters', 'Way handshake', 'Lane Road', 'Hard Drive', 'Place holders', 'Row Items'])}, ${random.int(9)} lane highway\nIn ${random.between(1900, 1999)} Abbey Road came out; chapter ${random.int(9)} Main Street, Bundesstraße ${random.int(99)}, ${random.int(99)} cours de danse\n${random.between(1990, 2030)} Edgar Lane <..>\nit takes ${random.int(9)} Narrow Road, ${random.int(99)} Fleet Street papers`,
  'codes beside none': (random) =>
    `titan: ${random.digits(4)}, tan: 0.${random.digits(4)}\nwait ${random.digits(4)} to sign in; idx: A12; ${random.between(2000, 2009)}-${random.between(2010, 2019)} ${random.between(2020, 2024)}/2025\n生年月日は必須です %34%3${random.int(9)}`,
  'header of numbers': (random) =>
    `id,lat,age,plates\n${random.int(99)},${random.int(9)},${random.int(99)},${random.int(9)}`,
  'list of code points': (random) => {
    const first = 5400 + random.int(90);
    return `${[0, 1, 2, 3, 4, 5].map((step) => first + step).join(' ')}\n0065 030${random.int(9)} 030${random.int(9)} ; [.2007]`;
  },
};

/** Lines that only look like secrets, as they stand in real code, usage texts and tables. */
export function lookAlikes(): readonly Negative[] {
  const random = createRandom(211);
  return Object.entries(LINES).flatMap(([context, line]) =>
    Array.from(
      { length: EACH },
      (): Negative => ({ kind: 'look-alike', context, form: 'text', text: `${line(random)}\n` }),
    ),
  );
}
