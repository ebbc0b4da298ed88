import { randomBytesOf } from '../bytes.js';
import type { Form, Negative } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill, uuid } from '../template.js';

const EACH = 12;

interface File {
  readonly context: string;
  readonly form?: Form;
  write(random: Random): string;
}

const integrity = (random: Random): string => `sha512-${randomBytesOf(random, 64).toString('base64')}`;

const FILES: readonly File[] = [
  {
    context: 'package-lock',
    write: (random) =>
      `    "node_modules/@scope/token-types": {\n      "version": "${fill(random, '{D1}.{D2}.{D1}')}",\n      "resolved": "https://registry.npmjs.org/@scope/token-types/-/token-types-4.2.0.tgz",\n      "integrity": "${integrity(random)}",\n      "dev": true\n    },\n`,
  },
  {
    context: 'yarn.lock',
    write: (random) =>
      `"@babel/code-frame@^7.0.0", "js-tokens@^4.0.0":\n  version "7.${fill(random, '{D2}.{D1}')}"\n  resolved "https://registry.yarnpkg.com/js-tokens/-/js-tokens-4.0.0.tgz#${fill(random, '{h40}')}"\n  integrity ${integrity(random)}\n`,
  },
  {
    context: 'pnpm-lock',
    write: (random) =>
      `  /keyv@4.5.${random.int(9)}:\n    resolution: {integrity: ${integrity(random)}}\n    dependencies:\n      json-buffer: 3.0.1\n`,
  },
  {
    context: 'Cargo.lock',
    write: (random) =>
      `[[package]]\nname = "secrecy"\nversion = "0.${random.int(20)}.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${fill(random, '{h64}')}"\n`,
  },
  {
    context: 'go.sum',
    write: (random) =>
      `golang.org/x/crypto v0.${random.int(30)}.0 h1:${randomBytesOf(random, 32).toString('base64')}\ngolang.org/x/crypto v0.31.0/go.mod h1:${randomBytesOf(random, 32).toString('base64')}\n`,
  },
  {
    context: 'poetry.lock',
    write: (random) =>
      `    {file = "keyring-25.${random.int(9)}.0-py3-none-any.whl", hash = "sha256:${fill(random, '{h64}')}"},\n`,
  },
  {
    context: 'base64 image',
    write: (random) =>
      `<img alt="dot" src="data:image/png;base64,iVBORw0KGgo${randomBytesOf(random, 300).toString('base64')}">\n`,
  },
  {
    context: 'base64 font',
    write: (random) =>
      `@font-face{font-family:a;src:url(data:font/woff2;base64,d09GMgABAAAAA${randomBytesOf(random, 240).toString('base64')})}\n`,
  },
  {
    context: 'base64 image',
    write: (random) =>
      `.logo{background:url(data:image/gif;base64,R0lGODlh${randomBytesOf(random, 240).toString('base64')}) no-repeat}\n`,
  },
  {
    context: 'minified js',
    write: (random) =>
      `"use strict";(()=>{var e={${random.int(999)}:(e,t,n)=>{n.d(t,{Z:()=>${fill(random, '{l1}')}});let r=n(${random.int(9999)}),o=e=>e?.auth??!1;t.key=o}},t={};function n(r){var o=t[r];return void 0!==o?o.exports:(e[r](o=t[r]={exports:{}}),o.exports)}n.h="${fill(random, '{h20}')}"})();\n`,
  },
  {
    context: 'minified js',
    write: (random) =>
      `!function(e,t){"object"==typeof exports?module.exports=t():e.${fill(random, '{l3}')}=t()}(this,function(){var ${fill(random, '{l1}')}={token:0,key:1,secret:!0,password:void 0};function n(e){return e.token||e.key}return{parse:n,k:${random.int(999)}e3,h:0x${fill(random, '{h6}')}}});\n`,
  },
  {
    context: 'source map',
    write: (random) =>
      `{"version":3,"sources":["src/token.ts","src/key.ts"],"names":["token","key"],"mappings":"${fill(random, 'AAAA,{C4},{C5};{C4},{C4}')};AACA,SAAS"}\n`,
  },
  {
    context: 'hex dump',
    write: (random) =>
      `000000${fill(random, '{h1}')}0: ${fill(random, '{h4} {h4} {h4} {h4} {h4} {h4} {h4} {h4}')}  ...R..@.a..k....\n`,
  },
  {
    context: 'certificate',
    write: (random) =>
      `-----BEGIN CERTIFICATE-----\n${(fill(random, 'MII{S300}').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`,
  },
  {
    context: 'public key',
    write: (random) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${fill(random, '{S43}')} deploy key of host7\n`,
  },
  {
    context: 'public key pem',
    write: (random) =>
      `-----BEGIN PUBLIC KEY-----\n${(fill(random, 'MII{S200}').match(/.{1,64}/g) ?? []).join('\n')}\n-----END PUBLIC KEY-----\n`,
  },
  {
    context: 'sql',
    write: (random) =>
      `INSERT INTO items (id, sku, price, token_count, created_at) VALUES (${random.digits(7)}, '${fill(random, '{U4}-{D5}')}', ${random.int(999)}.50, ${random.int(99)}, '2026-03-02 10:11:12');\n`,
  },
  {
    context: 'sql schema',
    write: (random) =>
      `CREATE TABLE users (\n  id bigint PRIMARY KEY,\n  password varchar(${random.int(255)}) NOT NULL,\n  api_key char(64),\n  secret text DEFAULT NULL,\n  FOREIGN KEY (group_id) REFERENCES groups (id)\n);\n`,
  },
  {
    context: 'sql query',
    write: (random) =>
      `SELECT token, secret, u.password FROM users u WHERE password = $1 AND token IN (?, ?) LIMIT ${random.int(99)};\n`,
  },
  {
    context: 'html form',
    write: (random) =>
      `<label for="password">Password</label><input type="password" id="password" name="password" autocomplete="current-password" tabindex="${random.int(9)}" required>\n`,
  },
  {
    context: 'html table',
    write: (random) =>
      `<tr><td>${random.digits(6)}</td><td>${random.digits(3)}.${random.digits(2)}</td><td>2026-03-${random.between(10, 28)}</td></tr>\n`,
  },
  {
    context: 'svg',
    write: (random) =>
      `<path d="M${random.int(99)}.${random.digits(3)} ${random.int(99)}.${random.digits(3)}c${random.digits(1)}.${random.digits(2)}-${random.digits(1)}.${random.digits(2)} ${random.digits(1)}.${random.digits(2)} 12-4.${random.digits(3)} 4411 6601 2v-7z"/>\n`,
  },
  {
    context: 'markdown',
    write: (random) =>
      `## Keys\n\n| Option | Default | Meaning |\n|---|---|---|\n| \`token\` | none | The token to send |\n| \`password\` | \`${'null'}\` | Asked for if not given |\n| \`size\` | ${random.int(999)} | In bytes |\n`,
  },
  {
    context: 'markdown',
    write: (random) =>
      `Run \`export API_KEY=<your key>\` and \`./run --token "$TOKEN"\` (see [the guide](https://example.com/docs/keys#${fill(random, '{l6}')})).\n`,
  },
  {
    context: 'css',
    write: (random) =>
      `.token.keyword{color:#${fill(random, '{h6}')};margin:0 ${random.int(99)}px}.secret:hover::after{content:"\\f${fill(random, '{h3}')}"}\n`,
  },
  {
    context: 'numbers',
    form: 'csv',
    write: (random) =>
      `id,x,y,n,total\n${Array.from({ length: 5 }, () => `${random.digits(6)},${random.int(99)}.${random.digits(6)},-${random.int(99)}.${random.digits(6)},${random.digits(12)},${random.digits(9)}`).join('\n')}\n`,
  },
  {
    context: 'measurements',
    form: 'csv',
    write: (random) =>
      `time_ms,sensor,value,token_count\n${Array.from({ length: 5 }, () => `${1_760_000_000_000 + random.int(9e9)},s-${random.int(99)},${random.int(99)}.${random.digits(3)},${random.int(999)}`).join('\n')}\n`,
  },
  {
    context: 'numbers as text',
    write: (random) => `${Array.from({ length: 12 }, () => random.digits(random.between(3, 8))).join(' ')}\n`,
  },
  {
    context: 'numbers as text',
    write: (random) =>
      `${Array.from({ length: 6 }, () => `${random.digits(4)},${random.int(9)}.${random.digits(4)}`).join(';')}\n`,
  },
  {
    context: 'rows of things',
    form: 'rows',
    write: (random) =>
      `{"id":${random.int(99999)},"uuid":"${uuid(random)}","price":${random.int(99)}.5,"created_at":${1_760_000_000_000 + random.int(9e9)},"is_active":true,"sha":"${fill(random, '{h40}')}"}`,
  },
  {
    context: 'rows with counts',
    form: 'rows',
    write: (random) =>
      `{"prompt_tokens":${random.int(9999)},"max_tokens":4096,"token_type":"bearer","expires_in":3600,"password_changed":true,"keys":${random.int(9)},"key_count":3}`,
  },
  {
    context: 'rows with flags',
    form: 'rows',
    write: (random) =>
      `{"has_password":true,"is_secret":false,"keyboard":"de","secretary":"none","monkey":${random.int(9)},"primary_key":"id","sort_key":"created_at","tokenizer":"cl100k_base"}`,
  },
  {
    context: 'openapi',
    write: (random) =>
      `securitySchemes:\n  main:\n    type: apiKey\n    name: X-Api-Key\n    in: header\n  other:\n    type: http\n    scheme: bearer\n    bearerFormat: JWT\n# ${random.digits(4)}\n`,
  },
  {
    context: 'workflow',
    write: (random) =>
      `name: ${random.pick(['Nightly Wheels', 'Linux Release', 'Grace Period'])}\njobs:\n  main:\n    name: Static Analysis\n    steps:\n      - name: ${random.pick(['Install Dependencies', 'Push Changes', 'Mark Stale', 'Ruby Gems'])}\n        run: make a${random.int(99)}\n      - name: Oliver Lint\n        with:\n          email: yes\n`,
  },
  {
    context: 'manifest',
    write: (random) =>
      `metadata:\n  name: web-${random.int(99)}\n  labels:\n    name: Blue Green\nspec:\n  ports:\n    - name: http\n      port: 80\ninfo:\n  contact:\n    name: ${random.pick(['Platform Engineering', 'API Support', 'Query Planner'])}\n    url: https://example.com\n`,
  },
  {
    context: 'package.json',
    write: (random) =>
      `{"name":"left-pad","version":"1.${random.int(9)}.0","dependencies":{"jsonwebtoken":"^9.0.2","password-validator":"^5.3.0","keyv":"^4.5.${random.int(9)}"},"license":"MIT"}\n`,
  },
  {
    context: 'url',
    write: (random) =>
      `https://example.com/a/${random.digits(6)}?page=${random.int(99)}&sort=key&utm_source=mail&id=${uuid(random)}#top\n`,
  },
  {
    context: 'url',
    write: (random) =>
      `https://maps.example.com/@48.${random.digits(6)},11.${random.digits(6)},15z/data=!3m1!4b1 and ssh://git@github.com:22/team/repo.git\n`,
  },
  {
    context: 'diff',
    write: (random) =>
      `diff --git a/src/token.ts b/src/token.ts\nindex ${fill(random, '{h7}')}..${fill(random, '{h7}')} 100644\n@@ -${random.int(99)},7 +${random.int(99)},9 @@ export function token(\n-  const key = first;\n+  const key = second;\n`,
  },
  {
    context: 'latex',
    write: (random) =>
      `\\begin{tabular}{lrr} secret & ${random.int(99)}.${random.digits(2)} & ${random.digits(4)}--${random.digits(4)} \\\\ \\end{tabular}\n`,
  },
  {
    context: 'bibliography',
    write: (random) =>
      `@article{key${random.digits(4)}, title={On tokens}, volume={${random.int(99)}}, pages={${random.digits(3)}--${random.digits(3)}}, issn={${random.digits(4)}-${random.digits(4)}}, doi={10.1000/${random.digits(6)}}}\n`,
  },
  {
    context: 'chess and music',
    write: (random) =>
      `1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {${random.digits(3)}} in the key of C# minor, op. ${random.int(99)} no. 2, 4/4, 120 bpm\n`,
  },
  {
    context: 'groups of references',
    write: (random) =>
      `services:\n  web:\n    secrets:\n      - db_main\nsecrets:\n  db_${random.digits(3)}:\n    file: ./db${random.digits(3)}.txt\n  api:\n    external: true\n`,
  },
  {
    context: 'groups of references',
    write: (random) =>
      `{"secrets":{"title":"Manage secrets","save":"Save","count":${random.digits(2)}},"passwords":{"reset":"Your password was reset."}}\n`,
  },
];

/** Excerpts of files that hold much that looks random. */
export function files(): readonly Negative[] {
  const random = createRandom(109);
  return FILES.flatMap(({ context, form, write }) =>
    Array.from(
      { length: EACH },
      (): Negative => ({ kind: 'file', context, form: form ?? 'text', text: write(random) }),
    ),
  );
}
