import { expect, test } from 'vitest';
import { hideSecrets } from '../../src/cli/hide-secrets.js';
import { reference } from '../support/config-home.js';

const SECRET = 'hunter2';

test('credentials of MCP servers are hidden wherever they stand, references and the rest are shown', () => {
  const written = {
    mcp_servers: {
      docs: {
        url: `https://example.com/mcp?api_key=${SECRET}&v=2`,
        headers: { Authorization: `Bearer ${reference('env:DOCS_KEY')}`, 'X-Own': SECRET },
      },
      local: {
        command: 'server',
        args: [
          '--token',
          SECRET,
          `--password=${SECRET}`,
          '--verbose',
          `--key=${reference('file:key')}`,
          `pg://a:${SECRET}@b`,
        ],
        env: { ANYTHING: SECRET, PINNED: reference('env:PINNED') },
      },
    },
    principal: { principal_id: 'ada' },
  };
  expect(hideSecrets(written)).toEqual({
    mcp_servers: {
      docs: {
        url: 'https://example.com/mcp?api_key=[hidden]&v=2',
        headers: { Authorization: `Bearer ${reference('env:DOCS_KEY')}`, 'X-Own': '[hidden]' },
      },
      local: {
        command: 'server',
        args: [
          '--token',
          '[hidden]',
          '--password=[hidden]',
          '--verbose',
          `--key=${reference('file:key')}`,
          'pg://[hidden]@b',
        ],
        env: { ANYTHING: '[hidden]', PINNED: reference('env:PINNED') },
      },
    },
    principal: { principal_id: 'ada' },
  });
});

test('the key of a model is hidden, and how many model tokens it may write is shown', () => {
  const options = { provider: 'openai', model: 'm', api_key: SECRET, max_tokens: 400, max_tokens_secret: 7 };
  const written = { capabilities: [{ driver: { driver_id: 'model', operation: 'chat', options } }] };
  const shown = { ...options, api_key: '[hidden]', max_tokens_secret: '[hidden]' };
  expect(hideSecrets(written)).toEqual({
    capabilities: [{ driver: { driver_id: 'model', operation: 'chat', options: shown } }],
  });
});
