import type { Executor } from './contract/actor.js';
import type { AgentKernel } from './contract/agent.js';
import type { Kernel } from './contract/kernel.js';
import type { ModelClientHost, ModelClientOptions, ToolCall } from './contract/model.js';
import type { Supervisor } from './contract/runner.js';
import type { AiSdkTools, OpenAiTools, ToolAdapterOptions } from './contract/tool-adapters.js';
import type { ClosableModelClient } from './drivers/model/model-client.js';
import type { SupervisorOptions } from './drivers/process/runner/supervisor.js';
import { checkedExecutor } from './library/checked-executor.js';
import { checkedModelClient } from './library/checked-model-client.js';
import { checkedRedactor } from './library/checked-redactor.js';
import { checkedSupervisor } from './library/checked-supervisor.js';
import { checkedToolCall } from './library/checked-tool-call.js';
import { checkedAiSdkTools, checkedOpenAiTools } from './library/checked-tools.js';
import type { ExecutorOptions, KernelOptions } from './library/options.js';
import type { RedactorOptions, TextRedactor } from './library/text-redactor.js';
import { createRuntime } from './runtime.js';

export type { ClosableModelClient } from './drivers/model/model-client.js';
export type { SupervisorOptions } from './drivers/process/runner/supervisor.js';
export { checkedLine as lineOf } from './library/checked-line.js';
export type { ExecutorOptions, KernelOptions } from './library/options.js';

/** A kernel inside your own program. Close it when you are done. Throws KernelError, USAGE for what is not an option. */
export async function createKernel(options: KernelOptions = {}): Promise<AgentKernel> {
  const [{ kernelSettings }, { checkedKernel }] = await Promise.all([
    import('./library/kernel-settings.js'),
    import('./library/checked-kernel.js'),
  ]);
  const cwd = process.cwd();
  const config = kernelSettings(options, cwd);
  const { directory, store, env = {}, observer, drivers } = options;
  const runtime = await createRuntime({
    config,
    env,
    cwd,
    isStdinTty: true,
    store: directory === undefined ? 'memory' : store === undefined ? 'sqlite' : 'postgres',
    ...(observer === undefined ? {} : { observer }),
    ...(drivers === undefined ? {} : { drivers }),
  });
  return checkedKernel(runtime.kernel);
}

/**
 * Hides personal data and secrets in texts and rows, without a kernel. Throws USAGE for what is not an option.
 *
 *     const { text, redactions } = createRedactor().redactText('mail ann@example.com');
 */
export function createRedactor(options: RedactorOptions = {}): TextRedactor {
  return checkedRedactor(options);
}

/** Walks a graph of models and tools over a kernel. Throws CONFIG_INVALID for a graph that cannot be walked, USAGE for what is not an option. */
export function createExecutor(options: ExecutorOptions): Executor {
  return checkedExecutor(options);
}

/** Starts runners and watches over them. None of them outlives this process. Throws USAGE. */
export function createSupervisor(options: SupervisorOptions = {}): Supervisor {
  return checkedSupervisor(options);
}

/**
 * A client of one provider. Answers are read as they are asked for: a reader who waits makes the provider wait. Addresses
 * are checked when they are connected to, as for any HTTP request of akernel; `host` says by which proxies and files of
 * authorities. Throws USAGE.
 */
export function createModelClient(
  options: ModelClientOptions,
  host: ModelClientHost = { env: {}, cwd: '.' },
): ClosableModelClient {
  return checkedModelClient(options, host);
}

/**
 * A tool call as models make them, for a history of one's own making. Throws USAGE for arguments that JSON cannot hold.
 *
 *     const call = newToolCall('call_1', 'get_weather', { city: 'Oslo' });
 */
export function newToolCall(id: string, name: string, args: Readonly<Record<string, unknown>> = {}): ToolCall {
  return checkedToolCall(id, name, args);
}

/**
 * Capabilities as tools of the Vercel AI SDK. Each call is a grant and an invocation of the principal; the model reads its
 * frame. Throws USAGE, and CAPABILITY_NOT_FOUND for an id that is none.
 *
 *     generateText({ model, prompt, tools: await toAiSdkTools(kernel, { principal }), stopWhen: stepCountIs(5) });
 */
export function toAiSdkTools(kernel: Kernel, options: ToolAdapterOptions): Promise<AiSdkTools> {
  return checkedAiSdkTools(kernel, options);
}

/**
 * Capabilities as `tools` of Chat Completions, with `call` to answer what the model calls. Throws as `toAiSdkTools` does.
 *
 *     const { tools, call } = await toOpenAiTools(kernel, { principal });
 *     messages.push(...(await Promise.all(message.tool_calls.map((each) => call(each)))));
 */
export function toOpenAiTools(kernel: Kernel, options: ToolAdapterOptions): Promise<OpenAiTools> {
  return checkedOpenAiTools(kernel, options);
}
