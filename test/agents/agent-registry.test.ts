import { expect, test } from 'vitest';
import { createAgentRegistry } from '../../src/agents/agent-registry.js';
import type { Agent, AgentConfig } from '../../src/contract/agent.js';
import { KernelError } from '../../src/contract/errors.js';
import { createKernel } from '../../src/library.js';
import { scriptedModel } from '../support/scripted-model.js';

const CHAT: AgentConfig = { provider: 'ollama', model: 'qwen3:8b' };

function open(initial: Readonly<Record<string, AgentConfig>> = {}, fails = 0) {
  const made: string[] = [];
  let left = fails;
  const { registry } = createAgentRegistry(initial, async (summary, config) => {
    made.push(summary.name);
    await Promise.resolve();
    if (left > 0) {
      left -= 1;
      throw new KernelError('MODEL_FAILED', 'not now');
    }
    const never = (): never => {
      throw new Error('not asked');
    };
    const agent: Agent = { ...summary, chatStream: never, toolsStream: never, visionStream: never, embed: never };
    return { agent, client: scriptedModel(), config };
  });
  return { registry, made };
}

test.each<[string, AgentConfig, readonly string[]]>([
  ['a model chats', CHAT, ['chat']],
  ['tools in its config', { ...CHAT, tools: ['demo.log'] }, ['chat', 'tools']],
  ['no tools in its config', { ...CHAT, tools: [] }, ['chat']],
  ['vision', { ...CHAT, vision: true }, ['chat', 'vision']],
  ['vision switched off', { ...CHAT, vision: false }, ['chat']],
  ['a model for embeddings alone', { provider: 'ollama', embedding_model: 'nomic' }, ['embeddings']],
  [
    'all of it',
    { ...CHAT, tools: ['demo.log'], vision: true, embedding_model: 'nomic' },
    ['chat', 'vision', 'tools', 'embeddings'],
  ],
])('what an agent can follows from its config, and nothing is made for it: %s', (_, config, wanted) => {
  const { registry, made } = open({ one: config });
  expect(registry.capabilities('one')).toEqual(wanted);
  expect(registry.describe('one')).toMatchObject({ name: 'one', capabilities: wanted });
  expect(made).toEqual([]);
});

test('agents are listed by name, found by what they can, and taken once', () => {
  const { registry } = open({ zeta: CHAT, beta: { ...CHAT, tools: ['demo.log'] } });
  registry.register('alpha', { provider: 'ollama', embedding_model: 'nomic' });
  expect(registry.list().map(({ name }) => name)).toEqual(['alpha', 'beta', 'zeta']);
  expect(registry.find(['chat']).name).toBe('beta');
  expect(registry.find(['embeddings']).name).toBe('alpha');
  expect(() => registry.find(['vision', 'chat'])).toThrow('there is no agent that can do vision and chat');
  expect(() => registry.register('beta', CHAT)).toThrow('there is an agent beta already');
  expect(registry.remove('beta')).toBe(true);
  expect(registry.remove('beta')).toBe(false);
  expect(() => registry.capabilities('zetta')).toThrow(
    expect.objectContaining({ code: 'AGENT_NOT_FOUND', hint: 'did you mean zeta?' }),
  );
});

test('those who ask at the same time share one agent; a replaced one is made anew', async () => {
  const { registry, made } = open({ one: CHAT });
  const [first, second] = await Promise.all([registry.get('one'), registry.get('one')]);
  expect(first).toBe(second);
  expect(await registry.get('one')).toBe(first);
  expect(made).toEqual(['one']);
  registry.replace('one', { ...CHAT, model: 'other' });
  expect((await registry.get('one')).model).toBe('other');
  expect(made).toEqual(['one', 'one']);
});

test('an agent that could not be made is made at the next try', async () => {
  const { registry, made } = open({ one: CHAT }, 1);
  const both = await Promise.allSettled([registry.get('one'), registry.get('one')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(made).toEqual(['one']);
  expect((await registry.get('one')).name).toBe('one');
});

test('an agent of which a reference leads to nothing says so, and is not found for what it could do', async () => {
  const off = { switched_off: { message: 'the environment variable KEY is not set', remedy: 'set KEY' } };
  const { registry } = createAgentRegistry({ one: off }, () => Promise.reject(new Error('not asked')));
  expect(registry.list()).toMatchObject([{ name: 'one', capabilities: [] }]);
  await expect(registry.get('one')).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: 'the agent one is off: the environment variable KEY is not set',
    hint: 'set KEY',
  });
});

test('two kernels share no agents, and mistakes are told with their path', async () => {
  const [one, other] = await Promise.all([createKernel(), createKernel()]);
  one.agents.register('mine', CHAT);
  expect(other.agents.list()).toEqual([]);
  expect(() => one.agents.register('a b', CHAT)).toThrow('agents.register.name: is not a name of an agent');
  const wrong: object = { provider: 'openia', model: 'x' };
  expect(() => Reflect.apply(one.agents.register, one.agents, ['x', wrong])).toThrow(
    'agents.register.config.provider: expected one of',
  );
  expect(() => Reflect.apply(one.agents.register, one.agents, ['x', { provider: 'openai' }])).toThrow('names no model');
  await Promise.all([one.close(), other.close()]);
});

test('a program cannot change the config of an agent after it was checked', async () => {
  const kernel = await createKernel();
  const tools = ['demo.log'];
  let read = 0;
  const config = {
    ...CHAT,
    get tools() {
      read += 1;
      return read > 1 ? ['demo.customers'] : tools;
    },
  };
  kernel.agents.register('one', config);
  tools.push('fs.read_file');
  expect(kernel.agents.describe('one').tools).toEqual(['demo.log']);
  await kernel.close();
});
