import { type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';

const ROUNDS = 8;

const PEM_LABELS = ['RSA ', 'EC ', '', 'OPENSSH ', 'DSA ', 'ENCRYPTED '];

/** Private key blocks as they stand in files, in JSON, in YAML and in logs. */
export function privateKeys(): readonly Positive[] {
  const random = createRandom(11);
  return Array.from({ length: ROUNDS }, () => [
    ...PEM_LABELS.flatMap((label) => [pemFile(random, label), pemInJson(random, label), pemInRow(random, label)]),
    ...PEM_LABELS.slice(0, 4).flatMap((label) => [pemInYaml(random, label), pemInEnv(random, label)]),
    pgp(random),
    putty(random),
    ageFile(random),
  ]).flat();
}

function positive(variant: string, context: string, marked: string, form: Positive['form'] = 'text'): Positive {
  return { kind: 'private key', variant, context, form, marked };
}

function nameOf(label: string): string {
  return `pem ${label.trim() === '' ? 'pkcs8' : label.trim().toLowerCase()}`;
}

/** The lines between header and footer: 64 characters each, a shorter one at the end. */
function body(random: Random, label: string): readonly string[] {
  const magic = label === 'OPENSSH ' ? 'b3BlbnNzaC1rZXktdjEA' : 'MII';
  const text = magic + fill(random, `{S${random.between(180, 1600)}}`);
  return (`${text}==`.match(/.{1,64}/g) ?? []).slice();
}

const begin = (label: string): string => `-----BEGIN ${label}PRIVATE KEY-----`;
const end = (label: string): string => `-----END ${label}PRIVATE KEY-----`;

function pemFile(random: Random, label: string): Positive {
  const newline = random.pick(['\n', '\r\n']);
  const lines = secret(body(random, label).join(newline));
  return positive(
    nameOf(label),
    'file',
    `# kept here\n${begin(label)}${newline}${lines}${newline}${end(label)}\nrest\n`,
  );
}

function pemInJson(random: Random, label: string): Positive {
  const lines = secret(body(random, label).join('\\n'));
  return positive(
    nameOf(label),
    'json',
    `{"type":"service_account","data":"${begin(label)}\\n${lines}\\n${end(label)}\\n","n":1}\n`,
  );
}

function pemInRow(random: Random, label: string): Positive {
  const lines = secret(body(random, label).join('\\n'));
  return positive(nameOf(label), 'rows', `{"id":7,"text":"${begin(label)}\\n${lines}\\n${end(label)}\\n"}`, 'rows');
}

function pemInYaml(random: Random, label: string): Positive {
  const lines = [begin(label), ...body(random, label), end(label)].map((line) => `    ${line}`);
  return positive(nameOf(label), 'yaml', `tls:\n  file: |\n${markInner(lines)}\n  mode: 1\n`);
}

function pemInEnv(random: Random, label: string): Positive {
  const lines = secret(body(random, label).join('\\n'));
  return positive(nameOf(label), 'env', `FILE="${begin(label)}\\n${lines}\\n${end(label)}\\n"\nMODE=fast\n`);
}

function markInner(lines: readonly string[]): string {
  return [lines[0], secret(lines.slice(1, -1).join('\n')), lines.at(-1)].join('\n');
}

function pgp(random: Random): Positive {
  const lines = fill(random, '{S640}').match(/.{1,64}/g) ?? [];
  const marked = secret(`${lines.join('\n')}\n=${fill(random, '{S4}')}`);
  const label = 'PGP PRIVATE KEY BLOCK';
  return positive('pgp', 'file', `-----BEGIN ${label}-----\nVersion: 2\n\n${marked}\n-----END ${label}-----\n`);
}

function putty(random: Random): Positive {
  const lines = (chars: number): readonly string[] => fill(random, `{S${chars}}`).match(/.{1,64}/g) ?? [];
  const open = ['AAAAB3NzaC1yc2EAAAADAQAB', ...lines(320)];
  const hidden = lines(448);
  const head = `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: imported\nPublic-Lines: ${open.length}\n`;
  const foot = `Private-Lines: ${hidden.length}\n${secret(hidden.join('\n'))}\nPrivate-MAC: ${fill(random, '{h64}')}\n`;
  return positive('putty', 'file', `${head}${open.join('\n')}\n${foot}`);
}

function ageFile(random: Random): Positive {
  const value = secret(fill(random, 'AGE-SECRET-KEY-1{z58}'));
  return positive('age', 'file', `# created: 2026-03-01T10:00:00Z\n# public key: none\n${value}\n`);
}
